"""The nodes at an offset, from the program down to the innermost node."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence

from puppet_grammar import ast


def path_at(program: ast.Program, offset: int) -> tuple[ast.Node, ...]:
    """The nodes around an offset, the innermost last. The offset at the end of a word belongs to the word."""
    found: list[ast.Node] = [program]
    while (child := _child_at(found[-1], offset)) is not None:
        found.append(child)
    return tuple(found)


def _child_at(node: ast.Node, offset: int) -> ast.Node | None:
    touching = before = None
    for child in _candidates(node, offset):
        if child.start <= offset < child.end:
            # The text after an interpolated variable begins where its name ends.
            return touching if touching is not None and isinstance(node, ast.ConcatenatedString) else child
        if child.end == offset and child.start < offset:
            touching = child
        elif child.end < offset:
            before = child
    if touching is not None or before is None:
        return touching
    return _heredoc_at(before, offset)


def _candidates(node: ast.Node, offset: int) -> Iterable[ast.Node]:
    """The children that may contain an offset. Long bodies and parameter lists are searched by bisection."""
    match node:
        case ast.BlockExpression():
            return _near(node.statements, offset)
        case ast.NamedDefinition(parameters=(*_, last)) if offset <= last.end:
            return _near(node.parameters, offset)
        case ast.HostClassDefinition() | ast.ResourceTypeDefinition() | ast.PlanDefinition() if node.body is not None:
            return (node.body,)
    return ast.children(node)


def _near(nodes: Sequence[ast.Node], offset: int) -> Sequence[ast.Node]:
    at = bisect_right(nodes, offset, key=lambda each: each.start)
    return nodes[max(0, at - 2) : at + 1]


def _heredoc_at(before: ast.Node, offset: int) -> ast.Node | None:
    """The heredoc whose text contains the offset, which is after the statement with its tag."""
    if isinstance(before, ast.LiteralValue | ast.VariableExpression):
        return None
    for each in ast.walk(before):
        if isinstance(each, ast.HeredocExpression) and each.text_expr.start <= offset <= each.text_expr.end:
            return each
    return None
