"""Applies the settings to reports. Records contain all findings, so that they are valid for any selection."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from puppet_check.config import Configuration
from puppet_check.config.selection import is_plain, level_of
from puppet_check.reports.findings import Report


def selected(reports: Iterable[Report], configuration: Configuration) -> Iterator[Report]:
    """The reports with only the selected findings, with the severities that the settings set."""
    for report in reports:
        settings = configuration.of(report.file) if report.findings else None
        if settings is None or is_plain(settings):
            yield report
            continue
        levels = [(each, level_of(settings, report.file, each.code, each.severity)) for each in report.findings]
        yield report._replace(findings=tuple(each._replace(severity=level) for each, level in levels if level is not None))
