"""Patterns of one character that mean any character: `split($name, '.')` finds nothing but separators."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.semantics.calls import arguments, called
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity, issue

SPECIAL = {".": "any character", "|": "the empty text between any two characters"}
"""Patterns that are valid, and mean something else than the character."""
GLOBAL = "G"
REPLACED = 4
"""The number of arguments of `regsubst` with flags."""


@issue(Severity.WARNING)
def split_pattern(pattern: str, meaning: str) -> str:
    """Pattern of one character that is not taken literally"""
    return f"the pattern '{pattern}' matches {meaning}; expected '[{pattern}]' for the character itself"


@rule(on=(ast.CallNamedFunctionExpression, ast.CallMethodExpression))
def check_call(call: ast.Expression, file: File) -> Iterator[Diagnostic]:
    """Report what a text is split at, or what is replaced everywhere in it."""
    given = arguments(call)
    name = called(call)
    if (name != "split" or len(given) != 2) and (name != "regsubst" or len(given) < REPLACED or not _is_global(given[3])):
        return
    pattern = given[1]
    if isinstance(pattern, ast.LiteralString) and pattern.value in SPECIAL:
        fix = Fix("Match the character itself", (Edit(pattern.start, pattern.end, f"'[{pattern.value}]'"),), "unsafe")
        yield split_pattern(pattern.value, SPECIAL[pattern.value]).at(pattern.start, pattern.end, fixes=(fix,))


def _is_global(flags: ast.Expression) -> bool:
    return isinstance(flags, ast.LiteralString | ast.QualifiedReference) and GLOBAL in str(getattr(flags, "value", "")).upper()
