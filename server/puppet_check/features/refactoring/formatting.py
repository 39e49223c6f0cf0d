"""Formatting of a whole document, of ranges of lines, and of the statement that a closing brace has just ended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import accumulate

from puppet_check.config.settings import Settings
from puppet_check.formatting.engine import NotFormattedError, formatted, formatted_lines
from puppet_check.formatting.style import Style
from puppet_grammar.parse import Mode
from puppet_typesys.diagnostics import Edit

Lines = tuple[int, int]
"""The first and the last of some lines, counted from 0."""


def style_of(settings: Settings) -> Style:
    """The style that settings ask for."""
    return Style(
        settings.format_line_length,
        settings.format_quotes == "single",
        settings.format_align_arrows == "block",
        settings.format_trailing_comma,
    )


def format_document(source: bytes, mode: Mode, style: Style) -> list[Edit]:
    """The edits that format a text; none for one that is left as it is."""
    try:
        return [*line_edits(source, formatted(source, mode, style))]
    except NotFormattedError:
        return []


def format_ranges(source: bytes, ranges: Sequence[Lines], mode: Mode, style: Style) -> list[Edit]:
    """The edits that format the statements on some lines, as far as they have no errors."""
    after = source
    for lines in sorted(ranges, reverse=True):
        try:
            after = formatted_lines(after, lines, mode, style)
        except NotFormattedError:
            continue
    return [*line_edits(source, after)]


def line_edits(before: bytes, after: bytes) -> Iterator[Edit]:
    """The replacements of whole lines that make one text of another."""
    old, new = (each.splitlines(keepends=True) for each in (before, after))
    starts = [0, *accumulate(map(len, old))]
    for kind, first, last, start, end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind != "equal":
            yield Edit(starts[first], starts[last], b"".join(new[start:end]).decode("utf-8", "replace"))
