"""Conditions before a selector that are not in parentheses: `$managed and $secure ? { true => 'https', default => 'http' }`.

The selector belongs to the last operand alone. With `true` or `false` as options and texts as values, a choice by the whole condition was
meant: the operator gets one of the texts, which is always true.
"""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity, issue

TEXTS = (ast.LiteralString, ast.ConcatenatedString)
Condition = ast.AndExpression | ast.OrExpression
OPERATORS = {ast.AndExpression: "and", ast.OrExpression: "or"}


@issue(Severity.WARNING)
def selector_precedence(operator: str) -> str:
    """Selector that belongs to the last operand of a condition only"""
    return f"the selector tests only the right operand of `{operator}`; expected parentheses around the condition"


@rule(on=(ast.AndExpression, ast.OrExpression), whole=True)
def check_condition(node: Condition, file: File) -> Iterator[Diagnostic]:
    """Report a condition whose right operand is a selector that chooses a text by a Boolean."""
    choice = node.right_expr
    if not isinstance(choice, ast.SelectorExpression) or not choice.selectors:
        return
    options = [each.matching_expr for each in choice.selectors]
    if not any(isinstance(each, ast.LiteralBoolean) for each in options):
        return
    if all(isinstance(each, ast.LiteralBoolean | ast.LiteralDefault) for each in options) and all(
        isinstance(each.value_expr, TEXTS) for each in choice.selectors
    ):
        end = choice.left_expr.end
        fix = Fix("Put the condition in parentheses", (Edit(node.start, node.start, "("), Edit(end, end, ")")), "unsafe")
        yield selector_precedence(OPERATORS[type(node)]).at(node.start, end, fixes=(fix,))
