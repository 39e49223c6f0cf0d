"""Patterns of one character that mean any character: `split($name, '.')` finds nothing but separators; and those that are no patterns."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.semantics.calls import arguments, called
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity, issue
from puppet_typesys.issues.evaluation.general import evaluation_error
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.regexp import Regexp

SPECIAL = {".": "any character", "|": "the empty text between any two characters"}
"""Patterns that are valid, and mean something else than the character."""
GLOBAL = "G"
WITH_PATTERN = frozenset(("match", "regsubst", "split"))
"""Functions whose second argument is a pattern."""
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


@rule(on=(ast.CallNamedFunctionExpression, ast.CallMethodExpression))
def check_pattern(call: ast.Expression, file: File) -> Iterator[Diagnostic]:
    """Report a literal pattern that is refused whatever the text is, which the evaluation does not know."""
    given = arguments(call)
    pattern = given[1] if called(call) in WITH_PATTERN and len(given) > 1 else None
    if not isinstance(pattern, ast.LiteralString) or file.has_finding_in(call):
        return
    try:
        Regexp(pattern.value).check()
    except ArgumentError as error:
        yield evaluation_error(str(error)).at(pattern.start, pattern.end)
