"""Operators with the same expression on both sides."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Severity, issue


@issue(Severity.INFO)
def self_comparison(operator: str) -> str:
    """Same expression on both sides of an operator"""
    return f"both sides of `{operator}` are the same"


@rule(on=(ast.ComparisonExpression, ast.AndExpression, ast.OrExpression))
def check_operands(node: ast.BinaryExpression, file: File) -> Iterator[Diagnostic]:
    """Report operators whose operands are written alike and cannot differ."""
    left, right = node.left_expr, node.right_expr
    if left.__class__ is right.__class__ and _is_pure(left) and file.source(left) == file.source(right):
        yield self_comparison(node.operator).at(node.start, node.end)


def _is_pure(node: ast.Expression) -> bool:
    """Whether an expression has the same value each time: no call, and no constant, which may be meant to be edited."""
    if isinstance(node, ast.LiteralValue):
        return False
    calls = (ast.CallNamedFunctionExpression, ast.CallMethodExpression, ast.LambdaExpression)
    return not any(isinstance(each, calls) for each in ast.walk(node))
