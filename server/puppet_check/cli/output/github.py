"""The format `github`: a workflow command of GitHub Actions per finding, shown as an annotation; and a summary."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from puppet_check.cli.summary import Summary
from puppet_check.cli.terminal import Colours, printable
from puppet_check.reports.findings import Finding, Report
from puppet_grammar.patterns import lazy_pattern

CONTROL = lazy_pattern("[\0-\x1f\x7f-\x9f\ud800-\udfff]")
"""What a path is shown without; other characters that do not print are part of the name that GitHub looks for."""
COMMAND = {"error": "error", "warning": "warning"}


def render(reports: Iterable[Report], colours: Colours) -> Iterator[str]:
    """The commands and a summary, in pieces that end with a line feed."""
    del colours  # Commands have none.
    summary = Summary()
    for report in reports:
        summary.count(report)
        for finding in report.findings:
            yield f"{_command(finding)}\n"
    yield f"{summary.sentence()}\n"


def _command(finding: Finding) -> str:
    fields: dict[str, str | int] = {"file": finding.file, "line": finding.line, "endLine": finding.last_line, "col": finding.column}
    if finding.last_line == finding.line:
        # GitHub accepts columns only for findings within one line, and the end column is inclusive.
        fields["endColumn"] = max(_end(finding) - 1, finding.column)
    fields["title"] = finding.code
    shown = ",".join(f"{name}={_property(value)}" for name, value in fields.items())
    return f"::{COMMAND.get(finding.severity, 'notice')} {shown}::{printable(_escaped(finding.message))}"


def _end(finding: Finding) -> int:
    """The column after a finding within one line."""
    return finding.end_column if finding.end_line == finding.line else len(finding.source) + 1


def _property(value: str | int) -> str:
    return CONTROL.sub("\ufffd", _escaped(str(value))).replace(":", "%3A").replace(",", "%2C")


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
