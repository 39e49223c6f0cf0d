"""Resources of a class or define with the same title if its parameters have their defaults: `package { $name: }` beside `package { 'x': }`.

The evaluation knows nothing of the values of parameters, which callers or data may give.
"""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.duplicate_resource import Reported, lower_name, title_key, titles_of
from puppet_check.rules.file import File
from puppet_check.rules.refused_default import has_data
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_grammar.named import NamedTuple
from puppet_typesys.diagnostics import Diagnostic, Related, Severity
from puppet_typesys.issues.evaluation.resources import duplicate_declaration
from puppet_typesys.types.show import capitalize_segments

Owner = ast.HostClassDefinition | ast.ResourceTypeDefinition


class Titled(NamedTuple):
    """A title with the parameters whose defaults it is made of."""

    node: ast.Expression
    text: str
    parameters: frozenset[str]


@duplicate_declaration.variant()
def declared_by_default(type: str, title: str, line: int, parameter: str) -> str:
    return f"Duplicate declaration: if `${parameter}` has its default, {type}[{title}] is already declared (line: {line})"


@rule(on=ast.Program, whole=True)
def check_titles(program: ast.Program, file: File) -> Iterator[Diagnostic]:
    """Report the second of two titles that are equal by the default of a parameter."""
    owners = [each for each in program.definitions if isinstance(each, Owner) and _defaults(each)]
    for owner in owners:
        yield from _check(owner, _defaults(owner), file)


def _defaults(owner: Owner) -> dict[str, str]:
    """The parameters whose defaults are literal texts."""
    return {each.name: each.value.value for each in owner.parameters if isinstance(each.value, ast.LiteralString) and each.value.value}


def _check(owner: Owner, defaults: dict[str, str], file: File) -> Iterator[Diagnostic]:
    seen: dict[tuple[str, str], list[Titled]] = {}
    reported: Reported | None = None
    for type, title in _titles(owner, file):
        found = _with_defaults(title, defaults)
        if found is None:
            continue
        text = found.text.rstrip("/") if type == "file" else found.text
        others = seen.setdefault((type, text), [])
        first = next((each for each in others if _differ(each, found)), None)
        if first is not None and _are_certain(owner, first, found, file):
            reported = reported or Reported(file)
            if not reported.touches(title):
                (name,) = first.parameters | found.parameters
                line = file.text.position(first.node.start).line + 1
                related = (Related(first.node.start, first.node.end, "first declared here"),)
                message = declared_by_default(capitalize_segments(type), found.text, line, name)
                yield message.at(title.start, title.end, related=related, severity=Severity.WARNING)
        if not any(each.parameters == found.parameters and title_key(each.node) == title_key(found.node) for each in others):
            others.append(found)


def _titles(owner: Owner, file: File) -> Iterator[tuple[str, ast.Expression]]:
    """The titles of the resources in a body, with their types."""
    for node in sorted(file.of_class(ast.ResourceExpression), key=lambda each: each.start):
        if owner.start <= node.start < owner.end and node.form == "regular" and isinstance(node.type_name, ast.QualifiedName):
            type = lower_name(node.type_name)
            if type != "class" and file.definition_around(node) is owner:
                yield from ((type, title) for body in node.bodies for title in titles_of(body.title))


def _with_defaults(title: ast.Expression, defaults: dict[str, str]) -> Titled | None:
    """A title if parameters have their defaults; None if it has other variables."""
    match title:
        case ast.LiteralString(value=text) | ast.QualifiedName(value=text):
            return Titled(title, text, frozenset())
        case ast.VariableExpression(name=name) if name in defaults:
            return Titled(title, defaults[name], frozenset((name,)))
        case ast.ConcatenatedString(segments=segments):
            parts = [_with_defaults(each.expr if isinstance(each, ast.TextExpression) else each, defaults) for each in segments]
            known = [each for each in parts if each is not None]
            if len(known) == len(parts):
                return Titled(title, "".join(each.text for each in known), frozenset().union(*(each.parameters for each in known)))
    return None


def _differ(first: Titled, second: Titled) -> bool:
    """Whether two titles with the same text are equal only by one default; other rules report those that always are.

    Several defaults that make titles equal are examples, which nobody leaves as they are.
    """
    return len(first.parameters | second.parameters) == 1 and title_key(first.node) != title_key(second.node)


def _are_certain(owner: Owner, first: Titled, second: Titled, file: File) -> bool:
    """Whether both are declared if the parameters have their defaults, which nothing shows that they never have."""
    given = file.given_defaults
    by_name = {each.name: each for each in owner.parameters}
    for name in first.parameters | second.parameters:
        if not all(given.is_reached(each.node, name) for each in (first, second)):
            return False
        if given.is_declared_with(owner, name) or has_data(owner, by_name[name], file):
            return False
    return True
