"""The data files of a level: those that it names, and all that an interpolated path may name."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass

from puppet_check.reading.files import METER
from puppet_check.reading.globs import GlobLimit, escape, fixed_part, glob
from puppet_check.reading.places import is_file, is_folder, is_of_system, is_outside
from puppet_check.workspace.hiera.config import Level, Location
from puppet_check.workspace.hiera.documents import Document, read_document
from puppet_check.workspace.hiera.interpolation import Expression, parts, replaced
from puppet_check.workspace.unsaved import Unsaved, contents
from puppet_grammar.text import Text


@dataclass(frozen=True, slots=True)
class Source:
    """A data file. Without a path (`OPAQUE`) it stands for data that cannot be read, such as that of custom functions."""

    path: str | None
    is_certain: bool = False
    """Whether it applies to all nodes."""
    format: str = "yaml"


OPAQUE = Source(None)


def sources(level: Level, folder: str) -> Iterator[Source]:
    """The data files of a level in order; `folder` is the folder of its `hiera.yaml`, out of whose repository none is read."""
    format = level.format
    fixed = level.datadir if "%{" not in level.datadir else os.path.dirname(level.datadir.split("%{")[0] + "x")
    if format is None or not level.locations or not _is_readable(os.path.join(folder, fixed), folder):
        # Data whose folder is missing is probably deployed from elsewhere.
        yield OPAQUE
        return
    for each in level.locations:
        yield from (OPAQUE,) if each.kind == "uri" else _of_location(each, level.datadir, folder, format)


def _of_location(location: Location, datadir: str, folder: str, format: str) -> Iterator[Source]:
    pattern = os.path.normpath(os.path.join(folder, datadir, location.text))
    if location.kind == "path" and "%{" not in pattern:
        # A named file that is missing is often created when the environment is deployed.
        yield Source(pattern, True, format) if is_file(pattern) and not is_outside(pattern, folder) else OPAQUE
        return
    if location.kind == "glob" and "{" in replaced(location.text, ""):
        # Alternatives in braces are not supported.
        yield OPAQUE
        return
    is_certain = location.kind == "glob" and "%{" not in pattern
    try:
        found = _globbed(location.text, datadir, folder) if location.kind == "glob" else _matching(pattern, folder)
    except GlobLimit:
        yield OPAQUE
        return
    for path in found:
        yield OPAQUE if path is None else Source(path, is_certain, format)


def _globbed(text: str, datadir: str, folder: str) -> list[str | None]:
    base = os.path.normpath(os.path.join(folder, datadir))
    return _files(replaced(os.path.join(escape(base), text), "*"), folder)


def _matching(pattern: str, folder: str) -> list[str | None]:
    """The existing files that a path with interpolations may name."""
    text = "".join("*" if isinstance(each, Expression) else escape(each) for each in parts(pattern))
    # The value of a single interpolation may contain slashes, such as that of a role.
    deep = re.sub(r"(?<=/)\*(?=/|\.\w+\Z)", "**/*", text) if text.count("*") == 1 else text
    return _files(deep, folder)


def _files(pattern: str, folder: str) -> list[str | None]:
    """The files that match a pattern; None in place of those that are not read. Raises GlobLimit."""
    top = os.path.normpath(fixed_part(pattern).replace("\\", ""))
    if not _is_readable(top, folder) or ".." in pattern[len(fixed_part(pattern)) :].split(os.sep):
        return [None]
    return [None if is_outside(path, folder) else path for path in glob(pattern) if is_file(path)]


def _is_readable(path: str, folder: str) -> bool:
    """Whether a folder exists in the repository of another one, or is linked there."""
    return is_folder(path) and not is_of_system(path) and not is_outside(os.path.normpath(path), folder)


def missing_files(level: Level, folder: str) -> Iterator[Location]:
    """The locations of a level that name a single file that does not exist."""
    datadir = os.path.join(folder, level.datadir)
    if level.format is None or "%{" in level.datadir or not _is_readable(datadir, folder):
        return
    for each in level.locations:
        if each.kind == "path" and "%{" not in each.text and not is_file(os.path.join(datadir, each.text)):
            yield each


def missing_extension(level: Level, place: Location, folder: str) -> str | None:
    """The extension that a path with interpolations lacks, as files fit it with the extension and none does without."""
    datadir = os.path.join(folder, level.datadir)
    if level.format is None or place.kind != "path" or "%{" not in place.text or "%{" in level.datadir or not _is_readable(datadir, folder):
        return None
    extension = f".{level.format}"
    if place.text.endswith((extension, ".yml", ".eyaml")):
        return None
    pattern = os.path.normpath(os.path.join(folder, level.datadir, place.text))
    try:
        with_extension = _matching(f"{pattern}{extension}", folder)
        others = [each for each in _matching(pattern, folder) if each is None or not each.endswith(extension)]
    except GlobLimit:
        return None
    return extension if with_extension and None not in with_extension and not others else None


class Files:
    """A cache of parsed data files."""

    def __init__(self, unsaved: Unsaved) -> None:
        self._unsaved = unsaved
        self._read: dict[str, Document] = {}
        self._texts: dict[str, Text] = {}

    def forget(self, path: str) -> None:
        """Discard a cached file."""
        self._read.pop(path, None)
        self._texts.pop(path, None)

    def text(self, path: str) -> Text:
        """The text of a file; empty if it cannot be read. Only the last one is cached, as files are checked in a row."""
        known = self._texts.get(path)
        if known is None:
            self._texts.clear()
            try:
                known = Text(contents(path, self._unsaved))
            except OSError:
                known = Text(b"")
            self._texts[path] = known
        return known

    def document(self, source: Source) -> Document:
        """The parsed contents of a file; empty if it cannot be read."""
        assert source.path is not None
        known = self._read.get(source.path)
        if known is None:
            try:
                text = contents(source.path, self._unsaved)
            except OSError:
                text = b""
            METER.add(len(text))  # The first check that needs a hierarchy reads all its files, which were read before for their words.
            known = self._read[source.path] = read_document(text, json=source.format == "json")
        return known
