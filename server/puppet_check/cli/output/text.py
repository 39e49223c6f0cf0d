"""The format `text`: each finding with its source line and underlined span, and a summary."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from puppet_check.cli.output.concise import heading, mark
from puppet_check.cli.paths import relative
from puppet_check.cli.summary import Summary
from puppet_check.cli.terminal import Colours, printable
from puppet_check.reports.findings import Finding, Report

WIDTH = 160
"""The number of characters to which longer source lines are cut, around the span of the finding."""
MARGIN = "    "
CUT = "…"


def render(reports: Iterable[Report], colours: Colours) -> Iterator[str]:
    """The report in pieces."""
    summary = Summary()
    for report in reports:
        summary.count(report)
        for finding in report.findings:
            yield f"{heading(finding, colours)}{mark(finding, report)}\n"
            if finding.source.strip() and finding.column <= len(finding.source) + 1:
                line, span = excerpt(finding)
                yield f"{MARGIN}{line}\n{MARGIN}{colours.severity(finding.severity, span)}\n"
            for each in finding.related:
                yield f"  note: {printable(relative(each.file))}:{each.line}:{each.column}: {printable(each.message)}\n"
    yield from summary.closing(colours)


def excerpt(finding: Finding) -> tuple[str, str]:
    """The source line, and a line with a caret and tildes below the part of the span that is on it."""
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
    """White space as wide as the text. Tabs are kept, as their width depends on the terminal."""
    return "".join("\t" if each == "\t" else " " * _width(each) for each in text)


def _width(text: str) -> int:
    """The width of a text in columns of a terminal."""
    if text.isascii():
        return len(text)
    from unicodedata import combining, east_asian_width  # only needed for texts that are not ASCII

    return sum(0 if combining(each) else 2 if east_asian_width(each) in "WF" else 1 for each in printable(text))
