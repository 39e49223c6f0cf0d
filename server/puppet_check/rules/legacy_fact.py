"""Legacy facts, which agents of Puppet 8 do not send unless configured to."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.legacy_names import OTHERWISE, Replacement, is_set_by_main_manifest, legacy, legacy_named, replacement_of
from puppet_check.rules.rule import rule
from puppet_check.semantics.scopes import Scope
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity, issue
from puppet_typesys.loader import CLASS, TypedName


@issue(Severity.WARNING, tags=("deprecated",))
def legacy_fact(name: str, replacement: str | None) -> str:
    """Legacy fact that Puppet 8 agents do not send by default"""
    return f"agents do not send the legacy fact '{name}'" + ("" if replacement is None else f"; use {replacement}")


@rule(on=ast.Program)
def check_variables(program: ast.Program, file: File) -> Iterator[Diagnostic]:
    """Report variables that are legacy facts."""
    for qualified, nodes in file.variables.items():
        name = qualified.removeprefix("::")
        if "::" not in name and legacy_named(name) is not None and not is_set_by_main_manifest(name, file.known):
            if not file.whole and name == qualified and _may_be_defined(name, file):
                continue
            for node in nodes:
                yield from _check(_of_variable(node, name, file), node, file)


def _may_be_defined(name: str, file: File) -> bool:
    """Whether a text with syntax errors may have a parameter or assignment with a name, which they may hide."""
    from puppet_check.semantics.broken_text import defined_in  # few texts have errors

    return name in defined_in(file.text)


@rule(on=(ast.AccessExpression, ast.CallNamedFunctionExpression, ast.CallMethodExpression))
def check_access(node: ast.Expression, file: File) -> Iterator[Diagnostic]:
    """Report reads of legacy facts by their keys."""
    name = _key(node, file)
    if name is not None:
        yield from _check(name, node, file)


def _check(name: str | None, node: ast.Expression, file: File) -> Iterator[Diagnostic]:
    known = None if name is None else legacy(name, file.known)
    if name is not None and known is not None:
        found = replacement_of(name, known)
        fixes = () if found is None else _with(found, node, file)
        shown = OTHERWISE.get(known.name) if found is None else f"$facts{found.access}"
        yield legacy_fact(name, shown).at(node.start, node.end, fixes=fixes)


def _with(found: Replacement, node: ast.Expression, file: File) -> tuple[Fix, ...]:
    """The structured fact in place of the legacy one, with braces inside of a string."""
    replacement = f"$facts{found.access}"
    start, end, new = node.start, node.end, replacement
    around = next((each for each in file.interpolations if each.start <= start and end <= each.end and each.expr is node), None)
    if around is not None:
        start, end, new = around.start, around.end, f"${{{replacement.removeprefix('$')}}}"
    is_safe = found.is_equal and (found.is_indexed or file.may_have_call(node.start, node.end))
    return (Fix(f"Use {replacement}", (Edit(start, end, new),), "safe" if is_safe else "unsafe"),)


def _key(node: ast.Expression, file: File) -> str | None:
    """The fact that an expression reads by its key."""
    read = file.path_of(node)
    return read.fact if read is not None and len(read.keys) == 1 else None


def _of_variable(node: ast.VariableExpression, name: str, file: File) -> str | None:
    """The fact that a variable of the name of one refers to; None if it may be a variable of its scope or of a parent class."""
    if node.name.startswith("::"):
        return name
    if _sees_its_caller(file.program):
        return None
    scopes = file.scopes.around(node)
    if any(name in scope.names for scope in scopes) or name in file.scopes.all[0].names:
        return None
    return None if any(_may_inherit(scope, name, file) for scope in scopes) else name


def _sees_its_caller(program: ast.Program) -> bool:
    """Whether a program is a template without a parameter list."""
    body = program.body
    return isinstance(body, ast.LambdaExpression) and isinstance(body.body, ast.EppExpression) and not body.body.parameters_specified


def _may_inherit(scope: Scope, name: str, file: File) -> bool:
    """Whether a parent class may have a variable."""
    node = scope.node
    if not isinstance(node, ast.HostClassDefinition):
        return False
    parent = node.parent_class
    seen: set[str] = set()
    while parent is not None:
        key = parent.lower().removeprefix("::")
        found = None if key in seen else file.known.external.load(TypedName(CLASS, key))
        seen.add(key)
        if found is None or found.has_open_variables or found.is_open or name in found.variables or found.parameter(name) is not None:
            return True
        parent = found.parent
    return False
