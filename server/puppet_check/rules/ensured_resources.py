"""Resources that `ensure_resource` or `ensure_packages` declares beside another declaration in the same body.

Such a function declares a resource unless there is one with the same parameters. So a declaration after it is a duplicate, and the function
itself declares a duplicate if an earlier declaration has another value for one of its parameters.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from puppet_check.rules.duplicate_resource import Declared, Path, are_together, common_branches, lower_name, parts_of, titles_of
from puppet_check.rules.file import File
from puppet_check.rules.named_entries import NAMES, named_entries
from puppet_check.rules.rule import rule
from puppet_check.semantics.calls import arguments, called
from puppet_check.semantics.scopes import BODIES
from puppet_grammar import ast
from puppet_grammar.named import NamedTuple
from puppet_typesys.diagnostics import Diagnostic, Related
from puppet_typesys.issues.evaluation.resources import duplicate_declaration

RESOURCE = "ensure_resource"
PACKAGES = frozenset(("ensure_packages", "stdlib::ensure_packages"))
INSTALLED = frozenset(("present", "installed"))
"""Values of `ensure` that `ensure_packages` takes for the same."""
Values = Mapping[str, str | None]


class Event(NamedTuple):
    """A declaration of one resource in a body."""

    type: str
    title: str
    node: ast.Expression
    path: Path
    values: Values
    """The parameters, with None for values that are not literal."""
    function: str = ""
    """The function that declares it unless it exists; empty for a declaration."""


@duplicate_declaration.variant()
def ensured_before(type: str, title: str, line: int, function: str) -> str:
    return f"Duplicate declaration: {type}[{title}] is already declared by `{function}` (line: {line}); cannot redeclare"


@duplicate_declaration.variant()
def ensured_otherwise(type: str, title: str, line: int, function: str, attribute: str, first: str, second: str) -> str:
    shown = f"`{function}` wants `{attribute} => {second}`, not {first}"
    return f"Duplicate declaration: {type}[{title}] is already declared (line: {line}) with other parameters: {shown}"


@rule(on=ast.Program, whole=True)
def check_ensured(program: ast.Program, file: File) -> Iterator[Diagnostic]:
    """Report the second declaration of a resource of which one is by `ensure_resource` or `ensure_packages`."""
    if "ensure_" not in file.characters:
        return
    for body in (program.body, *(each.body for each in program.definitions if isinstance(each, BODIES))):
        if body is not None:
            yield from _check(body, file)


def _check(body: ast.Expression, file: File) -> Iterator[Diagnostic]:
    seen: dict[tuple[str, str], list[Event]] = {}
    for event in _events(body):
        earlier = seen.setdefault((event.type, event.title), [])
        found = next(filter(None, (_duplicate(first, event, file) for first in earlier)), None)
        if found is not None:
            yield found
        earlier.append(event)


def _duplicate(first: Event, second: Event, file: File) -> Diagnostic | None:
    """The finding for two declarations of a resource, if the first always precedes the second."""
    of_first = first.path[common_branches(first.path, second.path) :]
    if of_first or not are_together(Declared(first.node, first.path), Declared(second.node, second.path), file):
        return None
    type = "::".join(each.capitalize() for each in second.type.split("::"))
    line = file.text.position(first.node.start).line + 1
    related = (Related(first.node.start, first.node.end, "first declared here"),)
    if not second.function:
        if not first.function:
            return None  # Two plain declarations.
        message = ensured_before(type, second.title, line, first.function)
        return message.at(second.node.start, second.node.end, related=related)
    for name, wanted in second.values.items():
        given = first.values.get(name)
        if given is None or wanted is None or given == wanted:
            continue
        if second.function in PACKAGES and name == "ensure" and {given, wanted} <= INSTALLED:
            continue
        different = ensured_otherwise(type, second.title, line, second.function, name, given, wanted)
        return different.at(second.node.start, second.node.end, related=related)
    return None


def _events(body: ast.Expression) -> Iterator[Event]:
    """The declarations in a body, in order, with literal titles."""
    waiting: list[tuple[ast.Expression, Path]] = [(body, ())]
    while waiting:
        node, path = waiting.pop()
        match node:
            case ast.ResourceExpression(type_name=ast.QualifiedName() as type):
                for each in node.bodies:
                    yield from _declared(lower_name(type), titles_of(each.title), path, _attributes(each.operations), "")
            case ast.Definition() | ast.AbstractResource() | ast.ApplyExpression():
                continue
            case ast.CallNamedFunctionExpression() | ast.CallMethodExpression():
                yield from _ensured(node, path)
                waiting += reversed([*parts_of(node, path)])
            case _:
                waiting += reversed([*parts_of(node, path)])


def _ensured(call: ast.Expression, path: Path) -> Iterator[Event]:
    name, given = called(call), arguments(call)
    if name == RESOURCE and len(given) > 1 and isinstance(given[0], NAMES):
        values = _entries(given[2]) if len(given) > 2 else {}
        yield from _declared(given[0].value.lower(), titles_of(given[1]), path, values, name)
    elif name in PACKAGES and given:
        values = _entries(given[1]) if len(given) > 1 else {}
        if values is not None:
            values = {"ensure": "installed", **values}
        yield from _declared("package", titles_of(given[0]), path, values, name)


def _declared(type: str, titles: Iterator[ast.Expression], path: Path, values: Values | None, function: str) -> Iterator[Event]:
    for each in titles:
        if isinstance(each, NAMES):
            yield Event(type, each.value, each, path, values or {}, function)


def _attributes(operations: Sequence[ast.Expression]) -> Values | None:
    """The attributes of a resource body; None if some are not known by name."""
    found: dict[str, str | None] = {}
    for each in operations:
        if not isinstance(each, ast.AttributeOperation):
            return None
        found[each.attribute_name] = _literal(each.value_expr)
    return found


def _entries(given: ast.Expression) -> Values | None:
    """The values of a literal hash that are literal as well; None for another value."""
    found = named_entries(given)
    return None if found is None else {name: _literal(value) for name, value in found.values.items()}


def _literal(value: ast.Expression) -> str | None:
    match value:
        case ast.LiteralString(value=text) | ast.QualifiedName(value=text):
            return text
        case ast.LiteralBoolean(value=truth):
            return "true" if truth else "false"
        case ast.LiteralInteger(value=number):
            return str(number)
    return None
