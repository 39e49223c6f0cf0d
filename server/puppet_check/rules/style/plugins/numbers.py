"""Numbers with a leading zero."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.style.rule import StyleFile, style, style_issue
from puppet_check.rules.style.tokens import Tokens
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix

LEADING = lazy_pattern(r"0\d")


@style_issue()
def leading_zero(number: str) -> str:
    """Number with a leading zero and without quotes"""
    return f"{number} is an octal number; expected quotes, or no leading zero"


@style(on=Tokens)
def check_zeros(tokens: Tokens, file: StyleFile) -> Iterator[Diagnostic]:
    """Report numbers that begin with a zero and a digit. A string is another value, so the fix is not safe."""
    for each in tokens.of("number"):
        if LEADING.match(each.value):
            fix = Fix("Add quotes", (Edit(each.start, each.end, f"'{each.value}'"),))
            yield leading_zero(each.value).at(each.start, each.end, fixes=(fix,))
