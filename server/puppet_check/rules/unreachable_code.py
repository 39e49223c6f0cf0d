"""Statements after one that always leaves the block."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.semantics.calls import called
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Severity, issue

LEAVING = frozenset(("fail", "return", "next", "break"))


@issue(Severity.INFO, tags=("unnecessary",))
def unreachable_code(function: str) -> str:
    """Unreachable code"""
    return f"unreachable code after `{function}()`"


@rule(on=ast.BlockExpression, whole=True)
def check_statements(block: ast.BlockExpression, file: File) -> Iterator[Diagnostic]:
    """Report the statements after a call that always leaves its block."""
    for index, statement in enumerate(block.statements[:-1]):
        if isinstance(statement, ast.CallNamedFunctionExpression) and called(statement) in LEAVING and statement.lambda_ is None:
            left = [each for each in block.statements[index + 1 :] if not isinstance(each, ast.Definition)]
            if left:
                yield unreachable_code(called(statement)).at(left[0].start, left[-1].end)
            return
