"""Roles, profiles and modules in the way of the style guide of the Wikimedia Foundation."""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter

from puppet_check.rules.style.rule import StyleFile, style, style_issue
from puppet_grammar import ast
from puppet_typesys.builtins.argument_roles import Role, functions_with
from puppet_typesys.diagnostics import Diagnostic, Severity

ROLE, PROFILE, NODE, DEFINE, CLASS = "role", "profile", "node", "defined type", "class"
OWNERS = (ast.HostClassDefinition, ast.ResourceTypeDefinition, ast.NodeDefinition)
SUBJECTS = (ast.CallNamedFunctionExpression, ast.ResourceExpression)
DECLARING = functions_with(Role.CLASS)
HIERA = frozenset(("hiera", "hiera_array", "hiera_hash"))
INCLUDABLE = {ROLE: frozenset((ROLE, PROFILE)), PROFILE: frozenset((PROFILE, "passwords")), NODE: frozenset[str]()}
"""The modules whose classes each kind includes; others include those of their own module."""
CONSTANTS = frozenset(("lvs::configuration", "network::constants"))
"""Classes without resources, which profiles include."""
DESCRIPTION = "system::role"
"""The type of the resource that describes a role."""
OF_NODES = "interface::add_ip6_mapped"
"""The type of the resources that nodes declare."""
DEPRECATED = "base::service_unit"


@style_issue(Severity.ERROR)
def wmf_styleguide(owner: str, subject: str, action: str) -> str:
    """Role, profile, module or node that does what the style guide reserves for others"""
    return f"{owner} {action} {subject}"


@wmf_styleguide.variant()
def without_lookup(name: str) -> str:
    return f"parameter `${name}` of a profile has no `lookup` as its default"


@wmf_styleguide.variant()
def removed_function(name: str) -> str:
    return f"`{name}` is deprecated"


@style(on=ast.Program)
def check_program(program: ast.Program, file: StyleFile) -> Iterator[Diagnostic]:
    """Report what classes, defined types and nodes call and declare, and parameters of profiles."""
    owners = sorted(file.of_class(*OWNERS), key=attrgetter("start"))
    for owner in owners:
        if isinstance(owner, ast.HostClassDefinition) and _kind(owner) == PROFILE:
            yield from _parameters(owner)
    subjects = iter(sorted(file.of_class(*SUBJECTS), key=attrgetter("start")) if owners else ())
    opened: list[ast.Definition] = []
    waiting = owners[::-1]
    for subject in subjects:
        while waiting and waiting[-1].start <= subject.start:
            opened.append(waiting.pop())
        while opened and opened[-1].end <= subject.start:
            opened.pop()
        if opened:
            yield from _checked(subject, opened[-1])


def _kind(owner: ast.Definition) -> str:
    """What a definition is in the terms of the style guide."""
    if isinstance(owner, ast.NodeDefinition):
        return NODE
    if isinstance(owner, ast.ResourceTypeDefinition):
        return DEFINE
    module = _module(owner.name) if isinstance(owner, ast.NamedDefinition) else ""
    return module if module in (ROLE, PROFILE) else CLASS


def _module(name: str) -> str:
    return name.removeprefix("::").partition("::")[0]


def _parameters(profile: ast.HostClassDefinition) -> Iterator[Diagnostic]:
    """Report the parameters of a profile that are not looked up."""
    for each in profile.parameters:
        calls = () if each.value is None else ast.walk(each.value)
        if not any(isinstance(one, ast.CallNamedFunctionExpression) and _called(one) == "lookup" for one in calls):
            start, end = each.name_span
            yield without_lookup(each.name).at(start, end)


def _checked(subject: ast.Expression, owner: ast.Definition) -> Iterator[Diagnostic]:
    kind = _kind(owner)
    if isinstance(subject, ast.CallNamedFunctionExpression):
        name = _called(subject)
        start, end = subject.functor_expr.start, subject.functor_expr.end
        if name == "lookup" and not (kind == PROFILE and _is_default(subject, owner)):
            yield wmf_styleguide(kind, "`lookup`", "calls").at(start, end)
        elif name in HIERA or name.startswith("validate_"):
            yield removed_function(name).at(start, end)
        elif name in DECLARING:
            yield from _included(subject.arguments, owner, kind)
    elif isinstance(subject, ast.ResourceExpression) and isinstance(subject.type_name, ast.QualifiedName):
        yield from _declared(subject, subject.type_name, owner, kind)


def _called(call: ast.CallNamedFunctionExpression) -> str:
    return call.functor_expr.value if isinstance(call.functor_expr, ast.QualifiedName) else ""


def _is_default(call: ast.Node, owner: ast.Definition) -> bool:
    """Whether a call is in the default of a parameter."""
    return isinstance(owner, ast.NamedDefinition) and bool(owner.parameters) and call.start < owner.parameters[-1].end


def _included(names: tuple[ast.Expression, ...], owner: ast.Definition, kind: str) -> Iterator[Diagnostic]:
    """Report classes of modules whose classes the owner does not include."""
    for each in names:
        name = _text(each)
        if name is None or (kind == PROFILE and name in CONSTANTS):
            continue
        own = _module(owner.name) if isinstance(owner, ast.NamedDefinition) else ""
        if _module(name) not in INCLUDABLE.get(kind, (own,)):
            yield wmf_styleguide(kind, f"class `{name}`", "includes").at(each.start, each.end)


def _declared(resource: ast.ResourceExpression, type: ast.QualifiedName, owner: ast.Definition, kind: str) -> Iterator[Diagnostic]:
    """Report resources, and classes that are declared like resources."""
    name = type.value.removeprefix("::")
    if name == "class":
        yield from _declared_classes(resource, owner, kind)
    elif name == DEPRECATED or _is_foreign(name, kind):
        yield wmf_styleguide(kind, f"`{name}`", "declares").at(type.start, type.end)


def _is_foreign(type: str, kind: str) -> bool:
    """Whether a resource of a type belongs elsewhere: to a role, or to a profile or module."""
    match kind:
        case "role":
            return type != DESCRIPTION
        case "node":
            return type != OF_NODES
        case "defined type":
            return False
    return type == DESCRIPTION


def _declared_classes(resource: ast.ResourceExpression, owner: ast.Definition, kind: str) -> Iterator[Diagnostic]:
    """Report classes of other modules; profiles declare any class."""
    own = _module(owner.name) if isinstance(owner, ast.NamedDefinition) else ""
    if kind in (PROFILE, ROLE) or (kind == DEFINE and own == PROFILE):
        return
    for title in (body.title for body in resource.bodies):
        for each in title.values if isinstance(title, ast.LiteralList) else (title,):
            name = _text(each)
            if name is not None and _module(name) != own:
                yield wmf_styleguide(kind, f"class `{name}`", "declares").at(each.start, each.end)


def _text(name: ast.Expression) -> str | None:
    """The name of a class, if it is a literal."""
    return name.value.removeprefix("::") if isinstance(name, ast.QualifiedName | ast.LiteralString) else None
