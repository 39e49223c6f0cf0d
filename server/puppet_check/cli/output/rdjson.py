"""The format `rdjson`: the diagnostics of reviewdog, which it writes as comments of a review; fixes are suggestions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from puppet_check.cli.json_rows import rows
from puppet_check.cli.paths import relative
from puppet_check.cli.terminal import Colours
from puppet_check.reports.findings import Finding, Fix, Replacement, Report

UNKNOWN = "\ufffd"
"""What stands in texts for bytes that are not UTF-8."""
SEVERITY = {"error": "ERROR", "warning": "WARNING"}


def render(reports: Iterable[Report], colours: Colours) -> Iterator[str]:
    """The result, with one diagnostic per line."""
    del colours  # JSON has none.
    yield '{"source": {"name": "puppet-check"}, "diagnostics": ['
    yield from rows(_diagnostic(finding) for report in reports for finding in report.findings)
    yield "]}\n"


def _diagnostic(finding: Finding) -> dict[str, object]:
    found: dict[str, object] = {
        "message": finding.message,
        "location": {"path": relative(finding.file), "range": _range(finding, finding)},
        "severity": SEVERITY.get(finding.severity, "INFO"),
        "code": {"value": finding.code},
    }
    suggestions = [_suggestion(fix, finding) for fix in finding.fixes if _is_on_the_line(fix, finding)]
    return {**found, "suggestions": suggestions} if suggestions else found


def _is_on_the_line(fix: Fix, finding: Finding) -> bool:
    """Whether a fix changes the line of a finding only, of which all bytes are known: columns of other lines are not."""
    if UNKNOWN in finding.source:
        return False
    lines = {(each.file, line) for each in fix.replacements for line in (each.line, each.end_line)}
    return lines == {(finding.file, finding.line)} and max(each.end_column for each in fix.replacements) <= len(finding.source) + 1


def _suggestion(fix: Fix, finding: Finding) -> dict[str, object]:
    """A fix as one replacement, from the first to the last change."""
    changes = sorted(fix.replacements, key=lambda each: each.column)
    at = changes[0].column
    text = ""
    for each in changes:
        text += finding.source[at - 1 : each.column - 1] + each.text
        at = each.end_column
    return {"range": _range(changes[0]._replace(end_column=at), finding), "text": text}


def _range(place: Finding | Replacement, finding: Finding) -> dict[str, object]:
    """A range that begins on the line of a finding. Columns count bytes from 1, and the end is after the last one."""
    # Of another line, only the first column is known in bytes. Without a column, the end is that of the line.
    last = finding.source if place.end_line == place.line else ""
    return {"start": _position(place.line, place.column, finding.source), "end": _position(place.end_line, place.end_column, last)}


def _position(number: int, column: int, line: str) -> dict[str, int]:
    """A position; without a column if the bytes before it are not known."""
    before = line[: column - 1]
    if len(before) < column - 1 or UNKNOWN in before:
        return {"line": number}
    return {"line": number, "column": len(before.encode()) + 1}
