"""Conditions that are literals."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Severity, issue

CONSTANT = (ast.LiteralValue, ast.LiteralList, ast.LiteralHash)


@issue(Severity.INFO)
def constant_condition(value: str) -> str:
    """Condition is a constant"""
    return f"this condition is always {value}"


@rule(on=(ast.IfExpression, ast.UnlessExpression, ast.AndExpression, ast.OrExpression, ast.NotExpression), whole=True)
def check_condition(node: ast.Expression, file: File) -> Iterator[Diagnostic]:
    """Report each condition and operand that is a literal."""
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
            yield constant_condition(truth).at(each.start, each.end)
