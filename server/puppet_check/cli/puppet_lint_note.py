"""How many findings there are only because a project has a configuration of puppet-lint."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.cli.closing import Closing
from puppet_check.cli.paths import relative
from puppet_check.cli.terminal import printable
from puppet_check.config import Configuration
from puppet_check.config.configuration import is_rc
from puppet_check.config.profiles import is_style
from puppet_check.reports.findings import Report

READ_BY_PEOPLE = ("text", "concise")
"""The formats that the note belongs to."""


class StylesOfRc:
    """Counts the findings of puppet-lint's checks, and the configuration files that switch them on."""

    def __init__(self, config: Configuration) -> None:
        self._config = config
        self._count = 0
        self._others = 0
        self._files: dict[str, None] = {}

    def count(self, report: Report) -> None:
        """Add the report of a file."""
        styles = sum(is_style(each.code) for each in report.findings)
        self._others += len(report.findings) - styles
        file = self._config.of(report.file).file if styles else None
        if file is not None and is_rc(file):
            self._count += styles
            self._files[file] = None
        else:
            self._others += styles

    def note(self) -> Iterator[Closing]:
        """A line about them, unless there are no others."""
        if self._count and self._others:
            first = printable(relative(next(iter(self._files))))
            which = first if len(self._files) == 1 else f"{first} and {len(self._files) - 1} more"
            noun = "finding is" if self._count == 1 else "findings are"
            yield Closing(f"{self._count} {noun} of puppet-lint's checks (on because of {which}); without them: --profile default\n")
