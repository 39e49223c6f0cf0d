"""Lines that are too long."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.style.rule import StyleFile, style, style_issue
from puppet_check.rules.style.tokens import Tokens
from puppet_check.rules.style.wrapping import long_lines
from puppet_typesys.diagnostics import Diagnostic

MOST_CHARACTERS = 140


@style_issue()
def _140chars() -> str:
    """Line of more than 140 characters"""
    return "line has more than 140 characters"


@style(on=Tokens)
def check_lines(tokens: Tokens, file: StyleFile) -> Iterator[Diagnostic]:
    """Report long lines."""
    for start, end, fixes in long_lines(tokens, MOST_CHARACTERS):
        yield _140chars().at(start, end, fixes=fixes)
