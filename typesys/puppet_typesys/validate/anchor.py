"""Anchors: where the reference says that a node is, and which bytes to show for it.

A node's span covers all of it; the reference places an operator's node at the operator, a call of a method at its parenthesis or
dot, a hash entry at its arrow, and what starts with another node at that node's own place.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter

from puppet_grammar import ast
from puppet_grammar.text import Span


def anchor(node: ast.Node) -> int:
    """The byte offset at which the reference reports something about a node."""
    while (first := _first(node)) is not None:
        node = first
    place = _PLACE.get(type(node))
    return node.start if place is None else place(node)


def span(node: ast.Node) -> Span:
    """The bytes to show for a node: from its anchor on, without a body in braces."""
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
    """The node inside whose place is taken for the place of this one."""
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
