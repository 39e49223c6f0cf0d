"""`elsif` and `else` after a condition that is always true, and `elsif` with a condition that was already tried."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.branches import assigned_in_all_branches
from puppet_check.rules.comparison_always_false import is_reported, shown
from puppet_check.rules.comparison_always_true import check_comparison
from puppet_check.rules.constant_condition import without_parentheses
from puppet_check.rules.declared import are_unknown, declared_type, parameter_of
from puppet_check.rules.duplicate_option import key_of
from puppet_check.rules.equality import type_seen
from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.rules.self_comparison import is_repeated
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Severity, issue
from puppet_typesys.types import model
from puppet_typesys.types.narrow import is_never, may_be_false
from puppet_typesys.types.superset import is_assignable_safely


@issue(Severity.WARNING, tags=("unnecessary",))
def unreachable_branch(reason: str) -> str:
    """Branch is never taken: a condition before it is always true"""
    return f"this branch is never taken: {reason}"


@unreachable_branch.variant()
def repeated_condition(condition: str, line: int) -> str:
    return f"this branch is never taken: the condition on line {line} is true where `{condition}` is"


@rule(on=ast.IfExpression, whole=True)
def check_branches(node: ast.IfExpression, file: File) -> Iterator[Diagnostic]:
    """Report the branch that is not taken where a condition is always true, and an `elsif` that repeats a condition."""
    if node.else_expr is not None:
        yield from _check_branch(node.test, node.else_expr, file)
        yield from _check_repeated(node, node.else_expr, file)


def _check_branch(test: ast.Expression, branch: ast.Expression, file: File) -> Iterator[Diagnostic]:
    condition = without_parentheses(test)
    reason = _why_true(condition, file)
    # A branch that only fails is written for values that should not occur.
    if reason is not None and assigned_in_all_branches(branch) is not None:
        is_mistake = isinstance(branch, ast.IfExpression) or _is_meant_as_false(condition, file)
        yield unreachable_branch(reason).at(branch.start, branch.end, severity=None if is_mistake else Severity.INFO)


def _why_true(test: ast.Expression, file: File) -> str | None:
    """The reason why a condition is true for all values of the declared type of a parameter; None if it may be false."""
    if isinstance(test, ast.VariableExpression | ast.AccessExpression):
        type = type_seen(test, file) if are_unknown(test, file) and parameter_of(test, file) is not None else None
        if type is None or is_never(type) or may_be_false(type):
            return None
        return f"`{file.source(test)}` is {shown(test, file)}, which is neither undef nor false"
    if isinstance(test, ast.ConcatenatedString):
        return "all Strings are true"
    if isinstance(test, COMPARISONS) and any(True for _ in check_comparison(test, file)):
        return f"`{file.source(test)}` is always true"
    return None


COMPARISONS = (ast.ComparisonExpression, ast.InExpression, ast.MatchExpression)


def _is_meant_as_false(test: ast.Expression, file: File) -> bool:
    """Whether a condition that is always true may be an empty text, which authors may take for false."""
    if isinstance(test, ast.ConcatenatedString):
        return True
    parameter = parameter_of(test, file) if isinstance(test, ast.VariableExpression) else None
    type = None if parameter is None else declared_type(parameter, file)
    return type is not None and not may_be_false(type) and is_assignable_safely(type, model.String(""))


def _check_repeated(first: ast.IfExpression, following: ast.Expression, file: File) -> Iterator[Diagnostic]:
    """Report each `elsif` whose condition is that of an `if` before it in the same chain."""
    condition = without_parentheses(first.test)
    while isinstance(following, ast.IfExpression):
        test = without_parentheses(following.test)
        if _is_same(condition, test, file) and not is_reported(test, file):
            line = file.text.position(first.start).line + 1
            yield repeated_condition(file.source(test), line).at(following.test.start, following.test.end)
        if following.else_expr is None:
            return
        following = following.else_expr


def _is_same(one: ast.Expression, other: ast.Expression, file: File) -> bool:
    """Whether two conditions are written alike, or compare the same value with strings that differ in case alone."""
    if is_repeated(one, other, file):
        return True
    if not isinstance(one, ast.ComparisonExpression) or not isinstance(other, ast.ComparisonExpression):
        return False
    if not one.operator == other.operator == "==" or not is_repeated(one.left_expr, other.left_expr, file):
        return False
    key = key_of(one.right_expr)
    return key is not None and key == key_of(other.right_expr)
