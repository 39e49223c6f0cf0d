"""The format `checkstyle`: the XML of Checkstyle, which many tools for reviews and CI read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from puppet_check.cli.paths import relative
from puppet_check.cli.terminal import Colours
from puppet_check.cli.xml_text import attribute
from puppet_check.reports.findings import Finding, Report

SEVERITY = {"error": "error", "warning": "warning"}


def render(reports: Iterable[Report], colours: Colours) -> Iterator[str]:
    """The document, with an element for each file that has findings."""
    del colours  # XML has none.
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<checkstyle version="4.3">\n'
    for report in reports:
        if report.findings:
            yield f"  <file name={attribute(relative(report.file))}>\n"
            yield from map(_element, report.findings)
            yield "  </file>\n"
    yield "</checkstyle>\n"


def _element(finding: Finding) -> str:
    fields = {
        "line": str(finding.line),
        "column": str(finding.column),
        "severity": SEVERITY.get(finding.severity, "info"),
        "message": finding.message,
        "source": f"puppet-check.{finding.code}",
    }
    return f"    <error {' '.join(f'{name}={attribute(value)}' for name, value in fields.items())}/>\n"
