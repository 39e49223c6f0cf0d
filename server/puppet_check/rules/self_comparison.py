"""Comparisons of a thing with itself."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import Found, rule
from puppet_grammar import ast


@rule(on=(ast.ComparisonExpression, ast.AndExpression, ast.OrExpression), safe=True)
def self_comparison(node: ast.BinaryExpression, file: File) -> Iterator[Found]:
    """Both sides of an operator are the same."""
    left, right = node.left_expr, node.right_expr
    if left.__class__ is right.__class__ and _is_pure(left) and file.source(left) == file.source(right):
        yield Found(node.start, node.end, f"both sides of `{node.operator}` are the same")


def _is_pure(node: ast.Expression) -> bool:
    """Whether an expression gives the same whenever it is evaluated: no call, and no constant, which may be there to be edited."""
    if isinstance(node, ast.LiteralValue):
        return False
    calls = (ast.CallNamedFunctionExpression, ast.CallMethodExpression, ast.LambdaExpression)
    return not any(isinstance(each, calls) for each in ast.walk(node))
