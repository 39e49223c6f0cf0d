"""Operators with the same expression on both sides, or twice in a chain of `and` or `or`."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.constant_condition import without_parentheses
from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_grammar.pn import is_same_tree
from puppet_typesys.diagnostics import Diagnostic, Severity, issue

CHAINS = (ast.AndExpression, ast.OrExpression)


@issue(Severity.WARNING)
def self_comparison(operator: str) -> str:
    """Same expression on both sides of an operator"""
    return f"both sides of `{operator}` are the same"


@self_comparison.variant()
def repeated_operand(operand: str, operator: str) -> str:
    return f"`{operand}` is an operand of this `{operator}` twice"


@rule(on=(ast.ComparisonExpression, ast.AndExpression, ast.OrExpression))
def check_operands(node: ast.BinaryExpression, file: File) -> Iterator[Diagnostic]:
    """Report operators whose operands are written alike and cannot differ."""
    left, right = without_parentheses(node.left_expr), without_parentheses(node.right_expr)
    if is_repeated(left, right, file):
        yield self_comparison(node.operator).at(node.start, node.end)
    elif isinstance(node, CHAINS):
        while left.__class__ is node.__class__:
            assert isinstance(left, ast.BinaryExpression)
            if any(is_repeated(without_parentheses(each), right, file) for each in (left.left_expr, left.right_expr)):
                yield repeated_operand(file.source(right), node.operator).at(node.right_expr.start, node.right_expr.end)
                return
            left = without_parentheses(left.left_expr)


def is_repeated(one: ast.Expression, other: ast.Expression, file: File) -> bool:
    """Whether two expressions are the same and have the same value each time."""
    if one.__class__ is not other.__class__ or not _is_pure(one):
        return False
    first, second = file.source(one), file.source(other)
    return first == second or (first.split() == second.split() and is_same_tree(one, other))


def _is_pure(node: ast.Expression) -> bool:
    """Whether an expression has the same value each time: no call, and no constant, which may be meant to be edited."""
    if isinstance(node, ast.LiteralValue):
        return False
    calls = (ast.CallNamedFunctionExpression, ast.CallMethodExpression, ast.LambdaExpression)
    return not any(isinstance(each, calls) for each in ast.walk(node))
