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
    while (first := _first(node)) is not None:
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


def _first(node: ast.Node) -> ast.Node | None:
    """The child whose anchor is the anchor of a node; None if the node has its own."""
    match node:
        case ast.AccessExpression(left_expr=first) | ast.SelectorExpression(left_expr=first):
            return first
        case ast.CallNamedFunctionExpression(functor_expr=first) | ast.CollectExpression(type_expr=first):
            return first
        case ast.CallMethodExpression(functor_expr=first, paren_start=None):
            return first
        case ast.ResourceExpression(form="regular", type_name=first):
            return first
        case ast.ResourceDefaultsExpression(form="regular", type_ref=first):
            return first
        case ast.ResourceOverrideExpression(form="regular", resources=first):
            return first
        case ast.LiteralHash(unfolded=True, entries=(first, *_)):
            return first
        case ast.BlockExpression(braced=False, statements=(first, *_)):
            return first
    return None


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
