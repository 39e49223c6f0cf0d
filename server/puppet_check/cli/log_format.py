"""Findings in the log formats of puppet-lint, such as `%{path}:%{line}:%{column} %{KIND} %{message} (%{check})`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator

from puppet_check.cli.paths import relative
from puppet_check.cli.terminal import Colours, printable
from puppet_check.reports.findings import Finding, Report
from puppet_grammar.patterns import lazy_pattern

FIELD = lazy_pattern(r"%\{(\w+)\}")
FIELDS: dict[str, Callable[[Finding], object]] = {
    "path": lambda each: relative(each.file),
    "fullpath": lambda each: os.path.abspath(each.file),
    "filename": lambda each: os.path.basename(each.file),
    "line": lambda each: each.line,
    "column": lambda each: each.column,
    "kind": lambda each: each.severity,
    "KIND": lambda each: each.severity.upper(),
    "message": lambda each: each.message,
    "check": lambda each: each.code,
}


def unknown_field(format: str) -> str | None:
    """A field of a format that does not exist."""
    return next((name for name in FIELD.findall(format) if name not in FIELDS), None)


def render(format: str) -> Callable[[Iterable[Report], Colours], Iterator[str]]:
    """The output format that prints each finding in a log format."""

    def lines(reports: Iterable[Report], colours: Colours) -> Iterator[str]:
        for report in reports:
            for finding in report.findings:
                yield FIELD.sub(lambda field, finding=finding: printable(str(FIELDS[field[1]](finding))), format) + "\n"  # type: ignore[misc]  # a lambda with a default has no type of its own

    return lines
