"""Edits that several fixes have in common, and the edits of several fixes."""

from __future__ import annotations

import re
from collections.abc import Iterable

from puppet_grammar.patterns import lazy_pattern
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix

AFTER = lazy_pattern(rb"[ \t]*,?[ \t]*")
"""The comma and white space that are removed together with an element of a list."""


def indentation(text: Text, offset: int) -> str:
    """The white space at the beginning of the line of an offset."""
    line = text.slice(*text.line_span(text.position(offset).line))
    return line[: len(line) - len(line.lstrip())]


def line_start(text: Text, offset: int) -> int:
    """Where the line of an offset begins."""
    return text.line_starts[text.position(offset).line]


def is_first_on_line(text: Text, offset: int) -> bool:
    """Whether only white space precedes an offset on its line."""
    return not text.source[line_start(text, offset) : offset].strip()


def removal(text: Text, start: int, end: int) -> Edit:
    """Remove a statement, or an element of a list with its comma; whole lines if nothing else is on them."""
    source = text.source
    after = AFTER.match(source, end)
    assert after is not None
    end = after.end()
    if is_first_on_line(text, start) and source[end : end + 1] in (b"\n", b"\r", b""):
        line_end = source.find(b"\n", end)
        return Edit(line_start(text, start), len(source) if line_end < 0 else line_end + 1, "")
    return Edit(start, end, "")


PADDING = lazy_pattern(rb" ++(?=[=+]>)")
"""The spaces before an arrow."""


def respelled(text: Text, start: int, end: int, written: str, meant: str | None) -> tuple[Fix, ...]:
    """Fixes that replace a misspelled name between two offsets by the one that was probably meant; empty if `meant` is None.

    They are guesses. If the name is capitalized in the text, as in a reference to a class, so is the replacement.
    """
    if meant is None:
        return ()
    name = re.compile(rb"(?<![A-Za-z0-9_])" + re.escape(written.encode()) + rb"(?![A-Za-z0-9_])", re.IGNORECASE)
    found = name.search(text.source, start, end)
    if found is None:
        return ()
    is_capitalized = found[0][:1].isupper() and not written[:1].isupper()
    shown = "::".join(part.capitalize() for part in meant.split("::")) if is_capitalized else meant
    gap = PADDING.match(text.source, found.end())
    # A longer name takes the place of the spaces that align the arrow.
    taken = 0 if gap is None else max(0, min(len(shown.encode()) - len(found[0]), len(gap[0]) - 1))
    return (Fix(f"Change to '{shown}'", (Edit(found.start(), found.end() + taken, shown),)),)


def fix_all(diagnostics: Iterable[Diagnostic]) -> tuple[Edit, ...]:
    """The edits of the first safe fix of each finding, without fixes that overlap an earlier one."""
    found: list[Edit] = []
    for each in diagnostics:
        fix = next((fix for fix in each.fixes if fix.is_safe), None)
        if fix is not None and not any(_overlap(new, old) for new in fix.edits for old in found):
            found += fix.edits
    return tuple(sorted(found))


def with_breaks_of(source: bytes, replacement: str) -> str:
    """A replacement with the line breaks of a text."""
    return replacement.replace("\r\n", "\n").replace("\n", "\r\n") if b"\r\n" in source else replacement


def _overlap(new: Edit, old: Edit) -> bool:
    return new == old or (new.path == old.path and new.start < old.end and old.start < new.end)
