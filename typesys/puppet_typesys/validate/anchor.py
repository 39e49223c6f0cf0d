"""Anchors: the positions at which the reference reports nodes, and the spans to show for them.

A node's span covers the whole node. The reference reports an operator's node at the operator, a method call at its parenthesis or dot, a
hash entry at its arrow, and a node that begins with another node at the position of that node.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter

from puppet_grammar import ast
from puppet_grammar.text import Span


def anchor(node: ast.Node) -> int:
    """The byte offset at which the reference reports an issue about a node."""
    while (first_of := _FIRST.get(node.__class__)) is not None and (first := first_of(node)) is not None:
        node = first
    place = _PLACE.get(type(node))
    return node.start if place is None else place(node)


def span(node: ast.Node) -> Span:
    """The span to show for a node: from its anchor to its end, without a body in braces."""
    start = anchor(node)
    if isinstance(node, ast.BinaryExpression):
        end = node.operator_start + len(node.operator)
    elif isinstance(node, ast.NamedDefinition | ast.TypeDefinition | ast.TypeAlias):
        end = node.name_end
    elif isinstance(node, ast.NodeDefinition):
        end = node.host_matches[-1].end if node.host_matches else node.end
    elif isinstance(node, ast.IfExpression | ast.UnlessExpression | ast.CaseExpression):
        end = node.test.end
    elif isinstance(node, ast.ResourceExpression):
        end = node.type_name.end
    elif isinstance(node, ast.Parameter):
        end = node.name_span.end
    elif isinstance(node, ast.AttributeOperation):
        end = node.operator_start + len(node.operator)
    elif isinstance(node, ast.BlockExpression) and node.statements:
        return span(node.statements[0])
    elif isinstance(node, ast.ApplyExpression):
        end = start + len("apply")
    else:
        end = node.end
    return Span(start, max(start, end))


def _left(node: ast.AccessExpression | ast.SelectorExpression) -> ast.Node:
    return node.left_expr


def _functor(node: ast.CallNamedFunctionExpression) -> ast.Node:
    return node.functor_expr


def _collected(node: ast.CollectExpression) -> ast.Node:
    return node.type_expr


def _receiver(node: ast.CallMethodExpression) -> ast.Node | None:
    return node.functor_expr if node.paren_start is None else None


def _declared_type(node: ast.ResourceExpression) -> ast.Node | None:
    return node.type_name if node.form == "regular" else None


def _type_of_defaults(node: ast.ResourceDefaultsExpression) -> ast.Node | None:
    return node.type_ref if node.form == "regular" else None


def _overridden(node: ast.ResourceOverrideExpression) -> ast.Node | None:
    return node.resources if node.form == "regular" else None


def _first_entry(node: ast.LiteralHash) -> ast.Node | None:
    return node.entries[0] if node.unfolded and node.entries else None


def _first_statement(node: ast.BlockExpression) -> ast.Node | None:
    return node.statements[0] if not node.braced and node.statements else None


_FIRST: dict[type[ast.Node], Callable[..., ast.Node | None]] = {
    ast.AccessExpression: _left,
    ast.SelectorExpression: _left,
    ast.CallNamedFunctionExpression: _functor,
    ast.CollectExpression: _collected,
    ast.CallMethodExpression: _receiver,
    ast.ResourceExpression: _declared_type,
    ast.ResourceDefaultsExpression: _type_of_defaults,
    ast.ResourceOverrideExpression: _overridden,
    ast.LiteralHash: _first_entry,
    ast.BlockExpression: _first_statement,
}
"""Functions that return the child whose anchor is the anchor of a node, by class; None if the node has its own."""


_OPERATOR = attrgetter("operator_start")
_PLACE: dict[type[ast.Node], Callable[[ast.Node], int]] = {
    **dict.fromkeys(
        (
            ast.ArithmeticExpression,
            ast.ComparisonExpression,
            ast.MatchExpression,
            ast.InExpression,
            ast.AndExpression,
            ast.OrExpression,
            ast.AssignmentExpression,
            ast.RelationshipExpression,
            ast.NamedAccessExpression,
            ast.KeyedEntry,
            ast.SelectorEntry,
        ),
        _OPERATOR,
    ),
    ast.CallMethodExpression: attrgetter("paren_start"),
    ast.CaseOption: attrgetter("colon_start"),
    ast.Parameter: attrgetter("name_start"),
    ast.TypeAlias: attrgetter("name_start"),
    ast.TypeMapping: attrgetter("type_expr.start"),
}
