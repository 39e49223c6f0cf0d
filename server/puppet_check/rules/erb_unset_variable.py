"""Variables of ERB templates that the caller's scope does not have.

Only templates named by a literal in a class or define are checked. A variable that the template tests
(`if @x`, `@x || 1`, `defined?(@x)`) may be missing, unless the caller sets one of nearly the same name that the template does not read. Of
the others, those are reported that look misspelled, those that a module by itself mentions nowhere, and those that the caller only assigns
in some branches; any other may be a custom fact or a variable of the top scope.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import prod

from puppet_check.rules.branches import assigned_before
from puppet_check.rules.erb_variables import variables_of
from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.rules.template_callers import hidden_variables, may_be
from puppet_check.rules.template_scope import ALWAYS, unset_variables
from puppet_check.semantics.calls import arguments, called
from puppet_check.workspace.mentions import instance_variables, texts
from puppet_grammar import ast
from puppet_typesys.builtins.facts import fact
from puppet_typesys.builtins.resource_types import metaparameters
from puppet_typesys.diagnostics import Diagnostic, Message, Severity, issue
from puppet_typesys.infer.external import LoadedDefinitions
from puppet_typesys.loader import CLASS, FACT, TOP_VARIABLE, TypedName
from puppet_typesys.spelling import closest, is_mistyped, is_typo
from puppet_typesys.types.model import Enum
from puppet_typesys.values.unknown import Unknown

FOLDERS = ("manifests", "functions", "lib")
"""The folders with code that may set a variable."""
TEMPLATES = ("templates",)
CHECKED = ".erb"
"""The end of the names of templates that are checked as files."""
MOST_NAMES = 8
"""The number of names that one string with interpolations may give."""


@issue(Severity.WARNING)
def erb_unset_variable(variables: str, count: int) -> str:
    """ERB template reads a variable that the calling class or define does not set"""
    return f"the template reads {variables}, which {'is' if count == 1 else 'are'} not set"


@erb_unset_variable.variant()
def possibly_unset(variables: str, count: int) -> str:
    return f"the template reads {variables}, which may be unset: {'it is' if count == 1 else 'they are'} only assigned in some branches"


@erb_unset_variable.variant()
def set_elsewhere(variables: str, count: int) -> str:
    return f"the template reads {variables}, which {'is' if count == 1 else 'are'} not set here, but in another class"


@rule(on=(ast.CallNamedFunctionExpression, ast.CallMethodExpression), whole=True)
def check_template(call: ast.Expression, file: File) -> Iterator[Diagnostic]:
    """Report templates that read variables which the scope of the call does not have."""
    if called(call) != "template":
        return
    known = _visible(call, file)
    if known is None:
        return
    for argument in arguments(call):
        found = [each for name in template_names(argument, call, file) for each in _check(name, argument, call, known, file)]
        yield from dict.fromkeys(found)


def _check(template: str, argument: ast.Expression, call: ast.Expression, known: set[str], file: File) -> Iterator[Diagnostic]:
    text = file.known.world.read_template(template)
    if text is None:
        return
    source = text.encode("utf-8", "surrogateescape")
    read, tested = variables_of(source)
    unset = [name for name in read if name not in known and closest(name, known) is not None and not _is_of_top(name, file)]
    left = known.difference(read, tested)
    unset += [
        name for name in tested if name not in known and (_is_meant(name, left) or _is_slip(name, known)) and _is_set_nowhere(name, file)
    ]
    if not file.known.project.is_environment:
        unset += [name for name in read if name not in known and name not in unset and _is_nowhere(name, file)]
    others = _of_others([each for each in (*read, *tested) if each not in known and each not in unset], template, file)
    path = file.known.world.find_template(template) if (unset or others) and template.endswith(CHECKED) else None
    if path:  # The check of the template reports these.
        there = {*unset_variables(path, source, file.known), *hidden_variables(path, source, file.known).names}
        unset, others = [name for name in unset if name not in there], [name for name in others if name not in there]
    if others:
        yield set_elsewhere(shown(others), len(others)).at(argument.start, argument.end)
    if unset:
        yield _message(unset, known).at(argument.start, argument.end)
    conditional = _conditional([name for name in read if name in known], call, file)
    uncertain = [name for name in conditional if not _is_of_top(name, file)]
    if uncertain:
        message = possibly_unset(shown(uncertain), len(uncertain))
        yield message.at(argument.start, argument.end, severity=Severity.INFO)


def template_name(argument: ast.Expression, call: ast.Expression, file: File) -> str | None:
    """The name of a template that an argument certainly or by default gives; None for another value."""
    names = template_names(argument, call, file)
    return names[0] if len(names) == 1 else None


def template_names(argument: ast.Expression, call: ast.Expression, file: File) -> tuple[str, ...]:
    """The names of the templates that an argument can give, or gives by default; empty if any other value is possible."""
    match argument:
        case ast.LiteralString(value=name):
            found: tuple[str, ...] = (name,)
        case ast.ConcatenatedString(segments=segments):
            found = only_texts(argument, file) or _interpolated(segments, file)
        case ast.VariableExpression():
            found = only_texts(argument, file) or _by_default(argument, file)
        case _:
            found = ()
    names = [_of_call(each, call) for each in found]
    return tuple(each for each in names if each is not None) if None not in names else ()


def _interpolated(segments: Sequence[ast.Expression], file: File) -> tuple[str, ...]:
    """All texts that interpolations of a few known values, or of the defaults of parameters, can give."""
    parts = [(each.value,) if isinstance(each, ast.LiteralString) else _texts_of(_inner(each), file) for each in segments]
    return tuple("".join(each) for each in product(*parts)) if prod(map(len, parts)) <= MOST_NAMES else ()


def _texts_of(value: ast.Expression, file: File) -> tuple[str, ...]:
    known = only_texts(value, file)
    return known or (_by_default(value, file) if isinstance(value, ast.VariableExpression) else ())


def _inner(segment: ast.Expression) -> ast.Expression:
    return segment.expr if isinstance(segment, ast.TextExpression) else segment


def only_texts(node: ast.Expression, file: File) -> tuple[str, ...]:
    """The texts that are the only values of an expression; empty if it may have others."""
    texts: list[str] = []
    for each in () if file.model is None else file.model.values.get(id(node), ()):
        type = each.type if isinstance(each, Unknown) else None
        if isinstance(each, str):
            texts.append(each)
        elif isinstance(type, Enum) and not type.case_insensitive:
            texts += type.values
        else:
            return ()
    return tuple(dict.fromkeys(texts))


def _by_default(argument: ast.VariableExpression, file: File) -> tuple[str, ...]:
    from puppet_check.rules.passed_names import literal_of  # few templates are named by a variable

    default = literal_of(argument, file)
    return () if default is None else (default,)


def _of_call(name: str, call: ast.Expression) -> str | None:
    """The name of a template of ERB: `template` takes any file for one."""
    return name if called(call) == "template" or name.endswith(".erb") else None


def _is_read_elsewhere(name: str, file: File) -> bool:
    """Whether templates of other modules read a variable, which is one of the top scope then."""
    for module in file.known.project.modules.values():
        if module is not file.known.project.module_of(file.path):
            file.known.world.ask_below(module.folder, TEMPLATES)
            if any(each.startswith(name) for each in instance_variables(file.known.disk, module.folder, TEMPLATES)):
                return True
    return False


def _is_meant(name: str, known: set[str]) -> bool:
    """Whether a tested name is that of a variable which the template does not read, but for a slip."""
    plain = name.replace("_", "").lower()
    return is_typo(name, known) or any(each.replace("_", "").lower() == plain for each in known)


def _is_slip(name: str, known: set[str]) -> bool:
    """Whether a tested name is that of a variable, which the template may read where this one is set, but for a slip of the fingers."""
    return any(is_mistyped(name, each) for each in known)


def _is_nowhere(name: str, file: File) -> bool:
    """Whether no manifest of the module mentions a variable, so that no other caller sets it either."""
    module = file.known.project.module_of(file.path)
    if module is None or _is_of_top(name, file):
        return False
    file.known.world.ask_below(module.folder, FOLDERS)
    word = re.compile(rf"\b{name}\b")
    if not file.known.external.is_complete(TypedName(FACT, name)):
        return False
    is_here = any(word.search(text) for text in texts(file.known.disk, module.folder, FOLDERS))
    return not is_here and not _is_read_elsewhere(name, file)


def _is_set_nowhere(name: str, file: File) -> bool:
    """Whether no manifest of the module has a variable, and no text of it names one to set it; as a word, the name may be anywhere."""
    module = file.known.project.module_of(file.path)
    if module is None or _is_of_top(name, file) or not file.known.external.is_complete(TypedName(FACT, name)):
        return False
    file.known.world.ask_below(module.folder, FOLDERS)
    used = re.compile(rf"\$\{{?(?:::)?(?:\w+::)*{name}\b|['\"]{name}['\"]|:{name}\b")
    return not any(used.search(text) for text in texts(file.known.disk, module.folder, FOLDERS)) and not _is_read_elsewhere(name, file)


def _of_others(names: list[str], template: str, file: File) -> list[str]:
    """Those of some variables that other classes or defines of the module set, if none of them uses the template."""
    module = file.known.project.module_of(file.path) if names else None
    if module is None:
        return []
    file.known.world.ask_below(module.folder, FOLDERS)
    several = texts(file.known.disk, module.folder, FOLDERS)
    short = template.partition("/")[2]
    if sum(text.count(short) for text in several) != 1 or any(may_be(each, f"{module.name}/{short}") for each in several):
        return []
    return [each for each in names if any(f"${each}" in text for text in several) and _is_set_in(several, each, file)]


def _is_set_in(several: Iterable[str], name: str, file: File) -> bool:
    """Whether a class or define in some texts sets a variable, which no other scope has."""
    if (
        _is_of_top(name, file)
        or not file.known.external.is_complete(TypedName(FACT, name))
        or any(f"$::{name}" in text for text in several)
    ):
        return False
    setting = re.compile(rf"(?:^|[(,])\s*(?:[A-Z][^\n$]*\s)?\${name}\s*(?:=(?![=~>])|,|\))", re.MULTILINE)
    return any(setting.search(text) for text in several)


def _message(unset: list[str], known: set[str]) -> Message:
    meant = closest(unset[0], known) if len(unset) == 1 else None
    return erb_unset_variable(shown(unset), len(unset)).suggesting(None if meant is None else f"@{meant}")


def shown(names: list[str]) -> str:
    """The first of some variables, with the number of the others."""
    return ", ".join(f"@{name}" for name in names[:5]) + (f" and {len(names) - 5} more" if len(names) > 5 else "")


def _conditional(names: Sequence[str], call: ast.Expression, file: File) -> list[str]:
    """Those of some variables that the definition around a call assigns, but not in all branches."""
    *inner, scope = file.scopes.around(call)
    own = [] if inner else [name for name in names if name in scope.assigned and name not in scope.parameters]
    if not own:
        return []
    assert isinstance(scope.node, ast.HostClassDefinition | ast.ResourceTypeDefinition)
    always = assigned_before(scope.node.body, call)
    return [] if always is None else [name for name in own if name not in always]


def _visible(call: ast.Expression, file: File) -> set[str] | None:
    """The variables of the definition around a call and of the classes that it inherits from; None if they are unknown."""
    scopes = file.scopes.around(call)
    if not scopes or not isinstance(scopes[-1].node, ast.HostClassDefinition | ast.ResourceTypeDefinition):
        return None
    names = set[str]().union(*(scope.names for scope in scopes))
    node = scopes[-1].node
    parent = node.parent_class if isinstance(node, ast.HostClassDefinition) else None
    inherited = set[str]() if parent is None else variables_of_class(parent, file.known.external)
    return None if inherited is None else names | inherited


def variables_of_class(name: str, external: LoadedDefinitions) -> set[str] | None:
    """The variables of a class and of those that it inherits from; None if they are not all known."""
    names: set[str] = set()
    seen: set[str] = set()
    parent: str | None = name
    while parent is not None:
        key = parent.lower().removeprefix("::")
        found = None if key in seen else external.load(TypedName(CLASS, key))
        if found is None or found.is_open or found.has_open_variables:
            return None
        seen.add(key)
        names |= {*found.variables, *(each.name for each in found.parameters)}
        parent = found.parent
    return names


def _is_of_top(name: str, file: File) -> bool:
    """Whether every scope may have a variable: a fact, or what a manifest of the environment sets."""
    if name in ALWAYS or name in metaparameters() or fact(name) is not None:
        return True
    if file.known.external.load(TypedName(FACT, name)) is not None or not file.known.external.is_complete(TypedName(TOP_VARIABLE, name)):
        return True
    return any(re.search(rf"\${name}\b", file.known.world.text_of(path) or "") for path in file.known.project.sites)
