"""`--output-file`: reports that are written to files."""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib import import_module
from typing import NamedTuple

from puppet_check.cli import output
from puppet_check.cli.terminal import Colours
from puppet_check.config import ConfigError
from puppet_check.config.settings import formats
from puppet_check.reports.findings import Report
from puppet_check.writing import write

PLAIN = Colours(False)


class OutputFile(NamedTuple):
    """A file that a report is written to, in a format."""

    path: str
    format: str
    """The format; empty for that of the standard output, which the file replaces."""

    @property
    def is_instead(self) -> bool:
        """Whether the report is not printed as well."""
        return not self.format

    def write(self, reports: Sequence[Report], format: str) -> None:
        """Write the reports; `format` is that of the standard output. Raises ConfigError if the file cannot be written."""
        render = import_module(f"{output.__name__}.{(self.format or format).replace('-', '_')}").render
        try:
            write(self.path, "".join(render(reports, PLAIN)).encode("utf-8", "backslashreplace"))
        except OSError as error:
            raise ConfigError(f"--output-file {self.path}: cannot write the file: {error.strerror}") from None


def output_files(given: Sequence[str]) -> list[OutputFile]:
    """The files of options such as `report.xml` and `sarif:report.sarif`. Raises ConfigError for what cannot be combined."""
    found = []
    for text in given:
        format, _, path = text.partition(":")
        found.append(OutputFile(path, format) if path and format in formats() else OutputFile(text, ""))
    if sum(each.is_instead for each in found) > 1:
        raise ConfigError(f"--output-file: only one file can have the report instead of the standard output; expected {formats()[0]}:FILE")
    for each in found:
        if os.path.isdir(each.path) or not os.path.isdir(os.path.dirname(each.path) or "."):
            raise ConfigError(f"--output-file {each.path}: not a file in an existing folder")
    return found
