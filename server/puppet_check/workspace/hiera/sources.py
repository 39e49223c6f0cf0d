"""The files that a level may read: those that are named, and all that an interpolated path could name."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from glob import escape, glob

from puppet_check.workspace.hiera.config import Level, Location
from puppet_check.workspace.hiera.documents import Document, read_document
from puppet_check.workspace.hiera.interpolation import Expression, parts


@dataclass(frozen=True, slots=True)
class Source:
    """A file of data. What is not known stands for data that nobody can see, such as those of other people's functions."""

    path: str | None
    is_certain: bool = False
    """Whether every lookup comes to it."""
    format: str = "yaml"


OPAQUE = Source(None)


def sources(level: Level, folder: str) -> Iterator[Source]:
    """The files of a level, in order; `folder` is that of its `hiera.yaml`."""
    format = level.format
    if format is None or not level.locations:
        yield OPAQUE
        return
    datadir = os.path.normpath(os.path.join(folder, level.datadir))
    if "%{" in level.datadir:
        fixed = os.path.dirname(os.path.join(folder, level.datadir.split("%{")[0] + "x"))
        if not os.path.isdir(fixed):
            yield OPAQUE
            return
    elif not os.path.isdir(datadir):
        # Such data are brought from somewhere else.
        yield OPAQUE
        return
    for each in level.locations:
        if each.kind == "uri":
            yield OPAQUE
            continue
        pattern = os.path.normpath(os.path.join(folder, level.datadir, each.text))
        if each.kind == "path" and "%{" not in pattern:
            if os.path.isfile(pattern):
                yield Source(pattern, True, format)
            continue
        certain = each.kind == "glob" and "%{" not in pattern
        for path in _matching(pattern, is_glob=each.kind == "glob"):
            yield Source(path, certain, format)


def _matching(pattern: str, *, is_glob: bool) -> list[str]:
    """The files that a path with interpolation may mean. A value may have slashes, but rarely has."""
    pieces = parts(pattern)
    if not any(isinstance(each, Expression) for each in pieces):
        return sorted(path for path in glob(pattern, recursive=True) if os.path.isfile(path))
    text = "".join("*" if isinstance(each, Expression) else each if is_glob else escape(each) for each in pieces)
    found = {path for path in glob(text, recursive=True) if os.path.isfile(path)}
    # One value may be a path: `%{facts.os.family}/%{facts.os.release.major}` as a single fact.
    deep = re.sub(r"(?<=/)\*(?=/|\.\w+\Z)", "**/*", text) if not is_glob and text.count("*") == 1 else text
    if deep != text:
        found |= {path for path in glob(deep, recursive=True) if os.path.isfile(path)}
    return sorted(found)


def missing_files(level: Level, folder: str) -> Iterator[Location]:
    """The places of a level that name one file, which is not there."""
    datadir = os.path.join(folder, level.datadir)
    if level.format is None or "%{" in level.datadir or not os.path.isdir(datadir):
        return
    for each in level.locations:
        if each.kind == "path" and "%{" not in each.text and not os.path.isfile(os.path.join(datadir, each.text)):
            yield each


class Files:
    """Files of data, each read once."""

    def __init__(self) -> None:
        self._read: dict[str, tuple[bytes, Document]] = {}

    def document(self, source: Source) -> Document:
        """What is in a file."""
        assert source.path is not None
        known = self._read.get(source.path)
        if known is None:
            try:
                with open(source.path, "rb") as file:
                    text = file.read()
            except OSError:
                text = b""
            known = self._read[source.path] = (text, read_document(text, json=source.format == "json"))
        return known[1]
