"""The format `json`: an array of objects."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from puppet_check.cli.json_rows import array
from puppet_check.cli.paths import relative
from puppet_check.cli.terminal import Colours
from puppet_check.reports.findings import Finding, Report


def render(reports: Iterable[Report], colours: Colours) -> Iterator[str]:
    """The report as a JSON array, with one finding per line."""
    del colours  # JSON has none.
    yield from array(fields_of(finding) for report in reports for finding in report.findings)


def fields_of(finding: Finding) -> dict[str, object]:
    """A finding as a JSON object, without what is only shown to people."""
    fields: dict[str, object] = finding._asdict()
    del fields["source"], fields["unchecked"], fields["related"], fields["fixes"]
    if not finding.tags:
        del fields["tags"]
    if finding.related:
        fields["related"] = [{**each._asdict(), "file": _named(each.file, finding)} for each in finding.related]
    if finding.fixes:
        fields["fixes"] = [
            {
                "title": fix.title,
                "safety": fix.safety,
                "replacements": [{**each._asdict(), "file": _named(each.file, finding)} for each in fix.replacements],
            }
            for fix in finding.fixes
        ]
    return fields


def _named(file: str, finding: Finding) -> str:
    """The path of a file; that of the finding is written as in the finding, where it is as the user named it."""
    shown = relative(file)
    return finding.file if shown == relative(finding.file) else shown
