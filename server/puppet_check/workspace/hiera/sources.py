"""The data files of a level: those that it names, and all that an interpolated path may name."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from glob import escape, glob

from puppet_check.workspace.hiera.config import Level, Location
from puppet_check.workspace.hiera.documents import Document, read_document
from puppet_check.workspace.hiera.interpolation import EXPRESSION, Expression, parts
from puppet_check.workspace.unsaved import Unsaved, contents


@dataclass(frozen=True, slots=True)
class Source:
    """A data file. Without a path (`OPAQUE`) it stands for data that cannot be read, such as that of custom functions."""

    path: str | None
    is_certain: bool = False
    """Whether it applies to all nodes."""
    format: str = "yaml"


OPAQUE = Source(None)


def sources(level: Level, folder: str) -> Iterator[Source]:
    """The data files of a level in order; `folder` is the folder of its `hiera.yaml`."""
    format = level.format
    fixed = level.datadir if "%{" not in level.datadir else os.path.dirname(level.datadir.split("%{")[0] + "x")
    if format is None or not level.locations or not os.path.isdir(os.path.join(folder, fixed)):
        # Data whose folder is missing is probably deployed from elsewhere.
        yield OPAQUE
        return
    for each in level.locations:
        if each.kind == "uri":
            yield OPAQUE
            continue
        pattern = os.path.normpath(os.path.join(folder, level.datadir, each.text))
        if each.kind == "path" and "%{" not in pattern:
            # A named file that is missing is often created when the environment is deployed.
            yield Source(pattern, True, format) if os.path.isfile(pattern) else OPAQUE
            continue
        if each.kind == "glob":
            base = escape(os.path.normpath(os.path.join(folder, level.datadir)))
            if "{" in EXPRESSION.sub("", each.text):
                # Python's glob does not support alternatives in braces.
                yield OPAQUE
                continue
            pattern = os.path.join(base, each.text)
            for path in _files(EXPRESSION.sub("*", pattern)):
                yield Source(path, "%{" not in pattern, format)
            continue
        for path in _matching(pattern):
            yield Source(path, False, format)


def _files(pattern: str) -> list[str]:
    return sorted(path for path in glob(pattern, recursive=True) if os.path.isfile(path))


def _matching(pattern: str) -> list[str]:
    """The existing files that a path with interpolations may name."""
    text = "".join("*" if isinstance(each, Expression) else escape(each) for each in parts(pattern))
    # The value of a single interpolation may contain slashes, such as that of a role.
    deep = re.sub(r"(?<=/)\*(?=/|\.\w+\Z)", "**/*", text) if text.count("*") == 1 else text
    return _files(deep)


def missing_files(level: Level, folder: str) -> Iterator[Location]:
    """The locations of a level that name a single file that does not exist."""
    datadir = os.path.join(folder, level.datadir)
    if level.format is None or "%{" in level.datadir or not os.path.isdir(datadir):
        return
    for each in level.locations:
        if each.kind == "path" and "%{" not in each.text and not os.path.isfile(os.path.join(datadir, each.text)):
            yield each


class Files:
    """A cache of parsed data files."""

    def __init__(self, unsaved: Unsaved) -> None:
        self._unsaved = unsaved
        self._read: dict[str, Document] = {}

    def forget(self, path: str) -> None:
        """Discard a cached file."""
        self._read.pop(path, None)

    def document(self, source: Source) -> Document:
        """The parsed contents of a file; empty if it cannot be read."""
        assert source.path is not None
        known = self._read.get(source.path)
        if known is None:
            try:
                text = contents(source.path, self._unsaved)
            except OSError:
                text = b""
            known = self._read[source.path] = read_document(text, json=source.format == "json")
        return known
