"""Calls of stdlib's `pick` with a single value."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.semantics.calls import arguments, called
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Severity, issue


@issue(Severity.WARNING)
def pick_without_alternative() -> str:
    """`pick` with a single value has nothing to choose from"""
    return "`pick` with a single value fails if it is undef or empty; expected an alternative"


@rule(on=(ast.CallNamedFunctionExpression, ast.CallMethodExpression))
def check_call(call: ast.Expression, file: File) -> Iterator[Diagnostic]:
    """Report a call of `pick` whose only argument is a variable."""
    if called(call) != "pick":
        return
    given = arguments(call)
    if len(given) == 1 and isinstance(given[0], ast.VariableExpression | ast.AccessExpression):
        yield pick_without_alternative().at(call.start, call.end)
