"""What a body does whichever of its branches are taken."""

from __future__ import annotations

from collections.abc import Iterable

from puppet_check.semantics.calls import called
from puppet_grammar import ast
from puppet_typesys.evaluate.unconditional import unconditional_nodes
from puppet_typesys.infer.resolution import assigned_names


def assigned_in_all_branches(body: ast.Expression | None) -> set[str] | None:
    """The variables that a body assigns in all branches that do not fail; None if all fail."""
    found: set[str] = set()
    for node in () if body is None else unconditional_nodes(body):
        inner: set[str] | None = set()
        match node:
            case ast.AssignmentExpression():
                inner = assigned_names(node.left_expr)
            case ast.IfExpression() | ast.UnlessExpression():
                inner = _common((node.then_expr, node.else_expr))
            case ast.CaseExpression():
                has_default = any(isinstance(value, ast.LiteralDefault) for each in node.options for value in each.values)
                inner = _common((*(each.then_expr for each in node.options), *(() if has_default else (None,))))
            case ast.CallNamedFunctionExpression() if called(node) == "fail":
                inner = None
        if inner is None:
            return None
        found |= inner
    return found


def assigned_before(body: ast.Expression | None, node: ast.Node) -> set[str] | None:
    """The same for a node inside a body, with the variables of the branches that it is in."""
    found = assigned_in_all_branches(body)
    for branch in () if body is None else ast.walk(body):
        match branch:
            case ast.IfExpression() | ast.UnlessExpression():
                inner: tuple[ast.Expression | None, ...] = (branch.then_expr, branch.else_expr)
            case ast.CaseExpression():
                inner = tuple(each.then_expr for each in branch.options)
            case _:
                continue
        around = next((each for each in inner if each is not None and each.start <= node.start and node.end <= each.end), None)
        if around is not None and found is not None:
            found |= assigned_in_all_branches(around) or set()
    return found


def _common(branches: Iterable[ast.Expression | None]) -> set[str] | None:
    """The variables that all of several branches assign, apart from those that fail; None if all fail."""
    several = [each for each in map(assigned_in_all_branches, branches) if each is not None]
    return set.intersection(*several) if several else None
