"""For people: each finding with its line and a mark below what is wrong; and a summary."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from puppet_check.cli.output.concise import heading
from puppet_check.cli.paths import relative
from puppet_check.cli.summary import Summary
from puppet_check.cli.terminal import Colours, printable
from puppet_check.reports.findings import Finding, Report

WIDTH = 160
"""Longer lines are cut to this many characters around what is wrong."""
MARGIN = "    "
CUT = "…"


def render(reports: Iterable[Report], colours: Colours) -> Iterator[str]:
    """The text in pieces, each ending with a line feed."""
    summary = Summary()
    for report in reports:
        summary.count(report)
        for finding in report.findings:
            yield f"{heading(finding, colours)}\n"
            if finding.source.strip():
                line, mark = excerpt(finding)
                yield f"{MARGIN}{line}\n{MARGIN}{colours.severity(finding.severity, mark)}\n"
            for each in finding.related:
                yield f"  note: {printable(relative(each.file))}:{each.line}:{each.column}: {printable(each.message)}\n"
    yield f"{summary.sentence()}\n"


def excerpt(finding: Finding) -> tuple[str, str]:
    """The line, and a caret and tildes that are below what is wrong, as far as it is on this line."""
    line = finding.source
    start = min(finding.column - 1, len(line))
    end = min(finding.end_column - 1, len(line)) if finding.end_line == finding.line else len(line.rstrip())
    first = max(0, start - WIDTH // 4) if len(line) > WIDTH else 0
    shown = line[first : first + WIDTH]
    before = (CUT if first else "") + shown[: start - first]
    marked = shown[start - first : max(end, start) - first]
    line = (CUT if first else "") + shown + (CUT if first + WIDTH < len(line) else "")
    return printable(line).rstrip(), _blank(before) + "^" + "~" * (_width(marked) - 1)


def _blank(text: str) -> str:
    """White space as wide as the text; tabs stay, since only the terminal knows how wide they are."""
    return "".join("\t" if each == "\t" else " " * _width(each) for each in text)


def _width(text: str) -> int:
    """How many columns of a terminal the text takes."""
    if text.isascii():
        return len(text)
    from unicodedata import combining, east_asian_width  # only texts beyond ASCII need the tables

    return sum(0 if combining(each) else 2 if east_asian_width(each) in "WF" else 1 for each in printable(text))
