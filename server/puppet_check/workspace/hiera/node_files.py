"""The data files of a level for one node: those that its locations name once their interpolations are evaluated."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import NamedTuple, Protocol

from puppet_check.reading.globs import GlobLimit, escape, glob
from puppet_check.reading.places import exists, is_file, is_folder, is_outside
from puppet_check.workspace.hiera.backends import Backend, folders_of
from puppet_check.workspace.hiera.config import Config, Level, Location
from puppet_check.workspace.hiera.sources import OPAQUE, Source
from puppet_typesys.types import model
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.unknown import Unknown


class Interpolation(Protocol):
    """The variables of a node; see `NodeHiera`."""

    def path_text(self, text: str) -> str | None:
        """A path with its interpolations evaluated; None if it is unknown."""

    def path_start(self, text: str) -> str:
        """The part of a path before the first interpolation that is unknown, evaluated."""

    def resolved(self, value: object) -> object:
        """A value with its interpolations evaluated."""

    def path_variable(self, key: str) -> object:
        """The value of a variable and the keys inside it; undef if there is none."""

    def path_text_with(self, text: str, name: str, value: object) -> str | None:
        """The same as `path_text` with one more variable."""


class Places(NamedTuple):
    """The files of a level that exist, or the function that has its data, and the number of all files that its locations name."""

    named: int
    sources: tuple[Source, ...]
    backend: Backend | None = None


UNKNOWN = Places(1, (OPAQUE,))


def places_of(level: Level, folder: str, variables: Interpolation, *, anywhere: bool = False) -> Places:
    """The files of a level; `folder` is that of its `hiera.yaml`, out of whose repository none is read unless they may be `anywhere`."""
    paths = paths_of(level, folder, variables, anywhere=anywhere)
    return UNKNOWN if paths is None else Places(len(paths), tuple(_sources(paths, level)))


def paths_of(level: Level, folder: str, variables: Interpolation, *, anywhere: bool = False) -> list[str | None] | None:
    """The paths that a level names, of files that may not exist, with None for each that is not known; None if no path is known."""
    return None if level.format is None else _named_paths(level, folder, variables, anywhere=anywhere)


def backend_places(level: Level, config: Config, variables: Interpolation, module: str | None, *, anywhere: bool) -> Places:
    """The locations of a level whose function is called. A location that does not exist has no data."""
    paths = _named_paths(level, config.folder, variables, anywhere=anywhere) if level.locations else []
    if paths is None or any(each.kind == "uri" for each in level.locations):
        return UNKNOWN
    there = tuple(Unknown(model.STRING) if each is None else each for each in paths if each is None or exists(each))
    options = variables.resolved(level.options)
    known = options if isinstance(options, Hash) else level.options
    name = f"{config.path}: {level.name}"
    backend = Backend(level, known, there if level.locations else (None,), folders_of(config), module, name)
    return Places(len(paths) or 1, (), backend)


def _named_paths(level: Level, folder: str, variables: Interpolation, *, anywhere: bool) -> list[str | None] | None:
    datadir = variables.path_text(level.datadir)
    if datadir is None:
        return None
    base = os.path.normpath(os.path.join(folder, datadir))
    paths = (path for each in level.locations for path in _paths(each, base, variables))
    return [None if path is None or (not anywhere and is_outside(path, folder)) else path for path in paths]


def _sources(paths: Iterable[str | None], level: Level) -> Iterator[Source]:
    for path in paths:
        found = OPAQUE if path is None else source_of(level, path)
        if found is not None:
            yield found


def source_of(level: Level, path: str) -> Source | None:
    """The data file of a level at a path; None without one."""
    return Source(path, True, level.format) if level.format is not None and is_file(path) else None


def _paths(location: Location, base: str, variables: Interpolation) -> Iterable[str | None]:
    """The paths that a location names, of files that may not exist; None for one that is not known."""
    if location.kind == "mapped":
        return _mapped(location, base, variables)
    text = variables.path_text(location.text)
    if text is None and location.kind in ("path", "glob"):
        # Whatever the unknown part is: without the folder that it is in, there is no such file.
        folder = os.path.dirname(os.path.join(base, variables.path_start(location.text)))
        return (None,) if is_folder(folder) else (os.path.join(base, location.text),)
    if location.kind == "uri" or text is None:
        return (None,)
    if location.kind == "path":
        return (os.path.normpath(os.path.join(base, text)),)
    if "{" in text:
        return (None,)
    try:
        return sorted(glob(os.path.join(escape(base), text))) if is_folder(base) else ()
    except GlobLimit:
        return (None,)


def _mapped(location: Location, base: str, variables: Interpolation) -> Iterator[str | None]:
    values = variables.path_variable(location.variable)
    if isinstance(values, Unknown):
        yield None
    for value in (values,) if isinstance(values, str) else values if isinstance(values, tuple) else ():
        text = variables.path_text_with(location.text, location.name, value)
        yield None if text is None else os.path.normpath(os.path.join(base, text))
