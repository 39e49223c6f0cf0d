"""Findings over several lines, shortened to their first line: an editor underlines all of it, and the fault is where it begins."""

from __future__ import annotations

from collections.abc import Iterable

from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Diagnostic


def on_one_line(found: Iterable[Diagnostic], text: Text) -> tuple[Diagnostic, ...]:
    """The findings with the same starts, none of which extends past the line that it begins on."""
    return tuple(each if (end := _end(each, text)) == each.end else each._replace(end=end) for each in found)


def _end(finding: Diagnostic, text: Text) -> int:
    at = text.source.find(b"\n", finding.start, finding.end)
    if at < 0:
        return finding.end
    shown = finding.start + len(text.source[finding.start : at].rstrip())
    # A finding that begins with the line break has nothing else to show.
    return shown if shown > finding.start else at + 1
