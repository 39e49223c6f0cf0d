"""Lines that are too long for a narrow window."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.style.rule import StyleFile, style, style_issue
from puppet_check.rules.style.tokens import Tokens
from puppet_check.rules.style.wrapping import long_lines
from puppet_typesys.diagnostics import Diagnostic

MOST_CHARACTERS = 80


@style_issue()
def _80chars() -> str:
    """Line of more than 80 characters"""
    return "line has more than 80 characters"


@style(on=Tokens)
def check_lines(tokens: Tokens, file: StyleFile) -> Iterator[Diagnostic]:
    """Report lines that are not short."""
    for start, end, fixes in long_lines(tokens, MOST_CHARACTERS):
        yield _80chars().at(start, end, fixes=fixes)
