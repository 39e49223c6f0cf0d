"""`--output-file`: reports that are written to files."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module

from puppet_check.cli import output
from puppet_check.cli.paths import relative
from puppet_check.cli.terminal import Colours
from puppet_check.config import ConfigError
from puppet_check.config.settings import formats
from puppet_check.reports.findings import Report
from puppet_check.workspace.kinds import Kind, is_checked, kind_of
from puppet_check.writing import is_stream, write_named
from puppet_grammar.named import NamedTuple
from puppet_grammar.patterns import lazy_pattern

Render = Callable[[Iterable[Report], Colours], Iterator[str]]
PLAIN = Colours(False)
NAME = lazy_pattern(r"[A-Za-z]{2,}")
"""What stands before a colon and is meant as a format. A single letter is a drive."""


class OutputFile(NamedTuple):
    """A file that a report is written to, in a format."""

    path: str
    format: str
    """The format; empty for that of the standard output, which the file replaces."""

    @property
    def is_instead(self) -> bool:
        """Whether the report is not printed as well."""
        return not self.format

    def write(self, reports: Sequence[Report], instead: Render) -> None:
        """Write the reports; `instead` renders the standard output. Raises ConfigError if the file cannot be written."""
        render = instead if self.is_instead else import_module(f"{output.__name__}.{self.format}").render
        content = "".join(render(reports, PLAIN)).encode("utf-8", "backslashreplace")
        try:
            write_named(self.path, content)
        except OSError as error:
            raise ConfigError(f"--output-file {self.path}: cannot write the file: {error.strerror}") from None


def output_files(given: Sequence[str]) -> list[OutputFile]:
    """The files of options such as `report.xml` and `sarif:report.sarif`. Raises ConfigError for what cannot be combined."""
    found = [*map(_output_file, given)]
    if sum(each.is_instead for each in found) > 1:
        raise ConfigError(f"--output-file: only one file can have the report instead of the standard output; expected {formats()[0]}:FILE")
    for each in found:
        if not each.path:
            raise ConfigError(f"--output-file: expected the path of a file{f' after `{each.format}:`' if each.format else ''}")
        if os.path.isdir(each.path) or not os.path.isdir(os.path.dirname(each.path) or "."):
            raise ConfigError(f"--output-file {each.path}: not a file in an existing folder")
        if kind := _code(each.path) or _code(os.path.realpath(each.path)):
            raise ConfigError(f"--output-file {each.path}: a report cannot replace a file of the kind '{kind.name}'")
    files = [os.path.realpath(each.path) for each in found if not is_stream(each.path)]
    if len(set(files)) < len(files):
        raise ConfigError("--output-file: two reports cannot have the same file")
    return found


def _code(path: str) -> Kind | None:
    """The kind of a file that is code, or is checked or read with it. Only below the current folder, the names of folders decide."""
    shown = relative(path)
    path = os.path.join(os.curdir, os.path.basename(shown) if os.path.isabs(shown) or shown.startswith("../") else shown)
    kind = kind_of(path)
    return kind if kind is not None and (kind.is_code or kind.places is None or is_checked(path)) else None


def _output_file(text: str) -> OutputFile:
    format, colon, path = text.partition(":")
    if not colon or not NAME.fullmatch(format):
        return OutputFile(text, "")
    if format not in formats():
        raise ConfigError(
            f"--output-file {text}: '{format}' is not a format; expected one of {', '.join(formats())}, or ./{text} for a file of this name"
        )
    return OutputFile(path, format)
