"""Lines that are too long."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.style.rule import StyleFile, style, style_issue
from puppet_check.rules.style.tokens import Tokens
from puppet_typesys.diagnostics import Diagnostic

EXEMPT = (b"://", b"template(")
"""What lines may be longer with: URLs and names of templates."""


@style_issue()
def _140chars() -> str:
    """Line of more than 140 characters"""
    return "line has more than 140 characters"


@style_issue()
def _80chars() -> str:
    """Line of more than 80 characters"""
    return "line has more than 80 characters"


@style(on=Tokens)
def check_lines(tokens: Tokens, file: StyleFile) -> Iterator[Diagnostic]:
    """Report long lines."""
    start = 0
    for line in tokens.text.source.split(b"\n"):
        end = start + len(line)
        if len(line) > 80 and not any(each in line for each in EXEMPT):
            length = len(line.decode("utf-8", "replace"))
            if length > 80:
                yield _80chars().at(start, end)
            if length > 140:
                yield _140chars().at(start, end)
        start = end + 1
