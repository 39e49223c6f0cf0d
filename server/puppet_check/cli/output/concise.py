"""The format `concise`: one line per finding as compilers print them, marked if it has a fix, and a summary."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from puppet_check.cli.summary import Summary
from puppet_check.cli.terminal import Colours, printable
from puppet_check.config.codes import address_of
from puppet_check.reports.findings import Finding, Report, fixable

MARKS = {"safe": " [*]", "unsafe": " [* unsafe]", None: ""}
"""What follows the code of a finding that `--fix` fixes, or only with `--unsafe-fixes`."""


def render(reports: Iterable[Report], colours: Colours) -> Iterator[str]:
    """The report in pieces."""
    summary = Summary()
    for report in reports:
        summary.count(report)
        for finding in report.findings:
            yield f"{heading(finding, colours)}{mark(finding, report)}\n"
    yield from summary.closing(colours)


def mark(finding: Finding, report: Report) -> str:
    """The mark of a finding that has a fix."""
    return MARKS[fixable(finding, report)]


def on_one_line(message: str) -> str:
    """A message on one line, in which the lines after the first are separated by semicolons."""
    first, *rest = (line.strip() for line in message.split("\n"))
    return f"{first} {'; '.join(rest)}" if rest else message


def heading(finding: Finding, colours: Colours) -> str:
    """`path:line:column: severity: message [code]`."""
    place = colours.bold(f"{printable(finding.file)}:{finding.line}:{finding.column}:")
    severity = colours.severity(finding.severity, f"{finding.severity}:")
    code = colours.linked(address_of(finding.code), colours.faint(f"[{finding.code}]"))
    return f"{place} {severity} {printable(on_one_line(finding.message))} {code}"
