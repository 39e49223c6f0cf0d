"""Levels whose data comes from functions of modules: `lookup_key`, `data_hash` and `data_dig`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import NamedTuple, Protocol

from puppet_check.reading.files import LARGEST_DATA, read_text
from puppet_check.reading.places import is_below, is_outside
from puppet_check.workspace.hiera.config import Config, Level
from puppet_typesys.node_catalogs.library import ScopeVariables
from puppet_typesys.types import model
from puppet_typesys.types.lookup_context import KeyNotFound, LookupContext
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.unknown import Unknown

UNKNOWN = Unknown(model.ANY)
Key = tuple[object, ...]
"""The root of a key, and the steps into its value."""


class Resolving(Protocol):
    """What evaluates interpolations; see `Hiera`."""

    def resolved(self, value: object) -> object:
        """A value with its interpolations evaluated."""


class Backend(NamedTuple):
    """A level with a function: its options, without the location, and the paths of its locations that exist."""

    level: Level
    options: Hash
    paths: tuple[str | Unknown | None, ...]
    """None stands for no location, with which the function is called once."""
    folders: tuple[str, ...]
    """The folders whose files the function may read."""
    module: str | None
    identity: str
    """What tells it from other levels."""


class BackendLookup:
    """A `puppet_typesys.types.lookup_context.Lookup`: what a function may ask for, for the node whose variables are given."""

    def __init__(self, hiera: Resolving, folders: tuple[str, ...]) -> None:
        self._hiera = hiera
        self._folders = folders

    def interpolate(self, value: object) -> object:
        return self._hiera.resolved(value)

    def file_text(self, path: str) -> str | None:
        whole = os.path.normpath(os.path.join(self._folders[0], path))
        if not any(is_below(whole, each) and not is_outside(whole, each) for each in self._folders):
            return None
        try:
            return read_text(whole, LARGEST_DATA)
        except OSError:
            return None


def values_of(backend: Backend, key: Key, hiera: Resolving, scope: ScopeVariables) -> Iterator[object]:
    """The values of a key by location. Raises ArgumentError if the function does."""
    for path in backend.paths:
        if isinstance(path, Unknown):
            yield UNKNOWN
            continue
        context = _context(backend, path, hiera, scope)
        options = backend.options if path is None else backend.options.merged(Hash([("path", path)]))
        try:
            yield _value(backend.level, key, options, context, hiera, scope)
        except KeyNotFound:
            continue


def _value(level: Level, key: Key, options: Hash, context: LookupContext, hiera: Resolving, scope: ScopeVariables) -> object:
    if level.kind == "lookup_key":
        return scope.call(level.function, (key[0], options, context))
    if level.kind == "data_dig":
        # The function finds the value of the whole key, which is put where that of a key with parts is looked for.
        found = scope.call(level.function, (key, options, context))
        for step in reversed(key[1:]):
            found = Hash([(step, found)])
        return found
    found = scope.once(("data_hash", context), lambda: scope.call(level.function, (options, context)))
    if isinstance(found, Unknown):
        return UNKNOWN
    if not isinstance(found, Hash):
        raise ArgumentError(f"Value returned from data_hash function '{level.function}' has wrong type, expects a Hash value")
    if key[0] not in found:
        raise KeyNotFound
    return hiera.resolved(found[key[0]])


def _context(backend: Backend, path: str | None, hiera: Resolving, scope: ScopeVariables) -> LookupContext:
    def made() -> LookupContext:
        return LookupContext(BackendLookup(hiera, backend.folders), backend.module, scope.environment, scope.files)

    found = scope.once((backend.identity, path), made)
    assert isinstance(found, LookupContext)
    return found


def folders_of(config: Config) -> tuple[str, ...]:
    """The folders that the levels of a `hiera.yaml` name, and its own."""
    named = (os.path.normpath(os.path.join(config.folder, each.datadir)) for each in (*config.levels, *config.default_levels))
    return (config.folder, *dict.fromkeys(each for each in named if "%{" not in each))
