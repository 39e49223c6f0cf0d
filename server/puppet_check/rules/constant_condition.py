"""Conditions that are constants: literals, bare words, types, and strings, which are always true."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity, issue

ALWAYS_TRUE = (ast.LiteralValue, ast.LiteralList, ast.LiteralHash, ast.ConcatenatedString, ast.HeredocExpression, ast.QualifiedReference)
"""The classes of constants; all are true but `false` and `undef`, strings with interpolations included."""


@issue(Severity.WARNING)
def constant_condition(value: str) -> str:
    """Condition is a constant"""
    return f"this condition is always {value}"


@constant_condition.variant()
def bare_word_condition(word: str) -> str:
    return f"this condition is always true: `{word}` is a string, not a variable"


@rule(on=(ast.IfExpression, ast.UnlessExpression, ast.AndExpression, ast.OrExpression, ast.NotExpression), whole=True)
def check_condition(node: ast.Expression, file: File) -> Iterator[Diagnostic]:
    """Report each condition and operand that is a literal."""
    for condition in conditions_of(node):
        if isinstance(condition, ast.QualifiedName):
            yield bare_word_condition(condition.value).at(condition.start, condition.end, fixes=_as_variable(condition, file))
        elif isinstance(condition, ALWAYS_TRUE):
            truth = "false" if _is_false(condition) else "true"
            yield constant_condition(truth).at(condition.start, condition.end)


def conditions_of(node: ast.Expression) -> Iterator[ast.Expression]:
    """The conditions of an `if` or `unless`, or the operands of a logical operator, without parentheses."""
    match node:
        case ast.IfExpression() | ast.UnlessExpression():
            yield without_parentheses(node.test)
        case ast.NotExpression():
            yield without_parentheses(node.expr)
        case ast.AndExpression() | ast.OrExpression():
            yield without_parentheses(node.left_expr)
            yield without_parentheses(node.right_expr)


def without_parentheses(node: ast.Expression) -> ast.Expression:
    """An expression without its parentheses."""
    while isinstance(node, ast.ParenthesizedExpression):
        node = node.expr
    return node


def _is_false(node: ast.Expression) -> bool:
    return isinstance(node, ast.LiteralUndef) or (isinstance(node, ast.LiteralBoolean) and not node.value)


def _as_variable(word: ast.QualifiedName, file: File) -> tuple[Fix, ...]:
    """The variable of the same name, if the file sets one."""
    if not any(word.value in scope.names for scope in file.scopes.all):
        return ()
    return (Fix(f"Change to ${word.value}", (Edit(word.start, word.start, "$"),)),)
