"""The format `junit`: JUnit XML in which each file is a test case that fails if it has errors or warnings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from puppet_check.cli.terminal import Colours
from puppet_check.cli.untrusted import shown, shown_lines
from puppet_check.cli.xml_text import attribute, text
from puppet_check.reports.findings import Finding, Report

FAILS = ("error", "warning")


def render(reports: Iterable[Report], colours: Colours) -> Iterator[str]:
    """The document in pieces. It begins with the totals, so all reports are consumed first."""
    del colours  # XML has none.
    known = list(reports)
    failures = sum(each.severity in FAILS for report in known for each in report.findings if not report.failed)
    errors = sum(len(report.findings) for report in known if report.failed)
    counts = f'tests="{len(known)}" failures="{failures}" errors="{errors}"'
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield f'<testsuites name="puppet-check" {counts}>\n  <testsuite name="puppet-check" {counts}>\n'
    for report in known:
        yield from _case(report)
    yield "  </testsuite>\n</testsuites>\n"


def _case(report: Report) -> Iterator[str]:
    name = attribute(report.file)
    if not report.findings:
        yield f"    <testcase name={name} classname={name}/>\n"
        return
    yield f"    <testcase name={name} classname={name}>\n"
    rest = [each for each in report.findings if each.severity not in FAILS and not report.failed]
    for finding in report.findings:
        if finding not in rest:
            kind = "error" if report.failed else "failure"
            yield f"      <{kind} type={attribute(finding.code)} message={attribute(finding.message)}>{text(_line(finding))}</{kind}>\n"
    if rest:
        lines = "\n".join(map(_line, rest))
        yield f"      <system-out>{text(lines)}</system-out>\n"
    yield "    </testcase>\n"


def _line(finding: Finding) -> str:
    place = f"{shown(finding.file)}:{finding.line}:{finding.column}"
    return f"{place}: {finding.severity}: {shown_lines(finding.message)} [{finding.code}]"
