"""Lines that are too long."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from functools import cached_property

from puppet_check.rules.style.rule import StyleFile, style, style_issue
from puppet_check.rules.style.tokens import Tokens
from puppet_check.rules.style.wrapping import wrapped
from puppet_typesys.diagnostics import Diagnostic, Fix

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
    breaks = _Breaks(tokens)
    start = 0
    for line in tokens.text.source.split(b"\n"):
        end = start + len(line)
        if len(line) > 80 and not any(each in line for each in EXEMPT):
            length = len(line.decode("utf-8", "replace"))
            if length > 80:
                yield _80chars().at(start, end, fixes=breaks.fixes(start, 80))
            if length > 140:
                yield _140chars().at(start, end, fixes=breaks.fixes(start, 140))
        start = end + 1


class _Breaks:
    """The fixes that break long lines."""

    def __init__(self, tokens: Tokens) -> None:
        self._tokens = tokens

    def fixes(self, start: int, width: int) -> tuple[Fix, ...]:
        """The fix of the line at an offset; none if a token begins before it, as does a string of several lines."""
        first = self._tokens.at(start)
        if first is None:
            return ()
        end = self._ends[bisect_left(self._ends, first.index)] if self._ends and self._ends[-1] >= first.index else len(self._tokens)
        edits = wrapped(self._tokens[first.index : end], self._tokens, width)
        return (Fix("Break the line", edits, "safe", "tree"),) if edits else ()

    @cached_property
    def _ends(self) -> list[int]:
        """The indices of the line breaks."""
        return [each.index for each in self._tokens.of("newline")]
