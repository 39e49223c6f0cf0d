"""`==`, `!=`, `in`, `=~`, `<` and its like that are always true, judged by the types of their operands."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.comparison_always_false import (
    ORDERS,
    always_equal,
    is_undef,
    never_equal,
    shown,
    why_equal,
    why_matched,
    why_never_equal,
    why_ordered,
)
from puppet_check.rules.equality import constant_result, decided, is_alternative, is_condition
from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Severity, issue


@issue(Severity.WARNING)
def comparison_always_true(reason: str) -> str:
    """Comparison is always true for the types of its operands"""
    return f"this comparison is always true: {reason}"


@rule(on=(ast.ComparisonExpression, ast.InExpression, ast.MatchExpression), whole=True)
def check_comparison(node: ast.BinaryExpression, file: File) -> Iterator[Diagnostic]:
    """Report `!=` whose operands can never be equal, `==` and `in` whose operands always are, and orders and matches that always hold."""
    if node.operator == "!=" and never_equal(node, file):
        yield comparison_always_true(why_never_equal(node.left_expr, node.right_expr, file)).at(node.start, node.end)
    elif node.operator == "==" and always_equal(node, file):
        if not is_alternative(node, file):
            yield comparison_always_true(why_equal(node, file)).at(node.start, node.end, severity=Severity.INFO)
    elif node.operator == "in" and constant_result(node, file) is True:
        if not is_alternative(node, file):
            reason = f"{shown(node.left_expr, file)} is always equal to a value of {shown(node.right_expr, file)}"
            yield comparison_always_true(reason).at(node.start, node.end, severity=Severity.INFO)
    elif isinstance(node, ast.MatchExpression):
        if constant_result(node, file) is True and not is_undef(node.right_expr):
            holds = node.operator == "=~"
            if not holds or not is_alternative(node, file):
                yield comparison_always_true(why_matched(node, file)).at(node.start, node.end, severity=Severity.INFO if holds else None)
    elif node.operator in ORDERS and decided(node, file) is True and is_condition(node, file):
        yield comparison_always_true(why_ordered(node, file, "always")).at(node.start, node.end)
