"""Conditions that are written as a constant."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import Found, rule
from puppet_grammar import ast

CONSTANT = (ast.LiteralValue, ast.LiteralList, ast.LiteralHash)


@rule(on=(ast.IfExpression, ast.UnlessExpression, ast.AndExpression, ast.OrExpression, ast.NotExpression))
def constant_condition(node: ast.Expression, file: File) -> Iterator[Found]:
    """A condition is a constant."""
    conditions: tuple[ast.Expression, ...] = ()
    match node:
        case ast.IfExpression() | ast.UnlessExpression():
            conditions = (node.test,)
        case ast.NotExpression():
            conditions = (node.expr,)
        case ast.AndExpression() | ast.OrExpression():
            conditions = node.left_expr, node.right_expr
    for each in conditions:
        if isinstance(each, CONSTANT):
            truth = "false" if isinstance(each, ast.LiteralUndef) or (isinstance(each, ast.LiteralBoolean) and not each.value) else "true"
            yield Found(each.start, each.end, f"the condition is always {truth}")
