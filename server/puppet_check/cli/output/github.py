"""For GitHub Actions: a workflow command for each finding, which is shown beside the line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from puppet_check.cli.summary import Summary
from puppet_check.cli.terminal import Colours
from puppet_check.reports.findings import Finding, Report

COMMAND = {"error": "error", "warning": "warning"}


def render(reports: Iterable[Report], colours: Colours) -> Iterator[str]:
    """The commands in pieces, each ending with a line feed; and a summary."""
    del colours  # Commands have none.
    summary = Summary()
    for report in reports:
        summary.count(report)
        for finding in report.findings:
            yield f"{_command(finding)}\n"
    yield f"{summary.sentence()}\n"


def _command(finding: Finding) -> str:
    fields = {"file": finding.file, "line": finding.line, "endLine": finding.end_line, "col": finding.column}
    if finding.end_line == finding.line:
        # Columns are only taken inside of one line, and the last one is that of the last character.
        fields["endColumn"] = max(finding.end_column - 1, finding.column)
    fields["title"] = finding.code
    shown = ",".join(f"{name}={_property(str(value))}" for name, value in fields.items())
    return f"::{COMMAND.get(finding.severity, 'notice')} {shown}::{_escaped(finding.message)}"


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")
