"""Fixes that order two resources of one body with an arrow, where the body has arrows already."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puppet_grammar import ast
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Edit, Fix
from puppet_typesys.edits import indentation
from puppet_typesys.evaluate.definitions import Definition
from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.ordering.inclusion import container
from puppet_typesys.ordering.references import reference_to


def with_arrow(first: Resource, second: Resource) -> Iterator[Fix]:
    """Put two resources in order with an arrow between them, or between references to them if they are apart."""
    around = container(second)
    one, other = first.place, second.place
    if around is None or around is not container(first) or one is None or other is None or one.text is not other.text:
        return
    statements = _statements(around.kind)
    starts = [_index(statements, each.node) for each in (one, other)]
    if None in starts or not any(isinstance(each, ast.RelationshipExpression) for each in statements):
        return
    before, after = (statements[index] for index in starts if index is not None)
    arrow = _between(other.text, before, after) or _apart(other.text, max(before, after, key=lambda each: each.end), first, second)
    yield Fix(f"Add {reference_to(first)} -> {reference_to(second)}", (arrow,))


def _statements(definition: object) -> Sequence[ast.Expression]:
    body = definition.body if isinstance(definition, Definition) else None
    return body.statements if isinstance(body, ast.BlockExpression) else ()


def _index(statements: Sequence[ast.Expression], node: ast.Node | None) -> int | None:
    """The place of the statement that is a declaration of one resource, or a chain with it."""
    if not isinstance(node, ast.ResourceExpression) or len(node.bodies) != 1 or node.form != "regular":
        return None
    return next((index for index, each in enumerate(statements) if each is node or node in _chained(each)), None)


def _chained(statement: ast.Expression) -> Iterator[ast.Expression]:
    if isinstance(statement, ast.RelationshipExpression):
        yield from _chained(statement.left_expr)
        yield from _chained(statement.right_expr)
    else:
        yield statement


def _between(text: Text, before: ast.Expression, after: ast.Expression) -> Edit | None:
    """The arrow between a declaration and the next one."""
    if any(isinstance(each, ast.RelationshipExpression) for each in (before, after)):
        return None
    gap = text.source[before.end : after.start]
    if before.end > after.start or gap.strip():
        return None
    return Edit(before.end, after.start, f"\n{indentation(text, before.start)}-> ")


def _apart(text: Text, last: ast.Expression, first: Resource, second: Resource) -> Edit:
    line = f"\n{indentation(text, last.start)}{reference_to(first)} -> {reference_to(second)}"
    end = text.source.find(b"\n", last.end)
    rest = text.source[last.end : end] if end >= 0 else b"}"
    at = end if not rest.strip() or rest.lstrip().startswith(b"#") else last.end
    return Edit(at, at, line)
