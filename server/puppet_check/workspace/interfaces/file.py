"""Files of interfaces: JSON, compressed with zlib. The same interface always has the same bytes.

A definition is stored once for all consecutive or other releases in which it is the same, as the numbers of these releases and its fields.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from puppet_check.reading.files import read
from puppet_check.reading.folders import names_in
from puppet_check.reading.places import state
from puppet_check.workspace.definition_text import definition_of, plain
from puppet_typesys.loader import KINDS, Definition, TypedName

if TYPE_CHECKING:
    from puppet_check.workspace.interfaces.titles import Titles

SUFFIX = ".json.z"
FORMAT = 1
"""The version of the format; files of another one are ignored."""
LIMIT = 1 << 24
"""The largest size of an interface in bytes."""
DATA = os.path.join(os.path.dirname(__file__), "data")
"""The folder of the bundled interfaces."""
INDEX = os.path.join(os.path.dirname(__file__), "index.json")
"""The index of the bundled interfaces. `python -m release.interfaces` makes it."""

CACHED = 32
"""How many interfaces are cached besides those that projects hold."""

Variants = list[tuple[list[int], dict[str, object]]]
"""The releases, as indices, and the fields of each variant of a definition."""


class Header(NamedTuple):
    """What an interface is made of."""

    module: str
    """`author-name` in lower case."""
    licence: str
    releases: tuple[str, ...]
    """The versions, the oldest first."""
    dependencies: tuple[str, ...] = ()
    """The full names of the modules that some release depends on."""
    is_exact: bool = True
    """Whether it has just what was released, as opposed to what a repository without tags had at some time."""

    @property
    def name(self) -> str:
        """The name of the module without its author."""
        return self.module.partition("-")[2]

    @property
    def author(self) -> str:
        """The author of the module."""
        return self.module.partition("-")[0]


class Contents(NamedTuple):
    """What an interface has."""

    definitions: Mapping[str, Mapping[str, Variants]]
    """By kind and name."""
    titles: Sequence[str] | None = None
    """What any release contains that may become a title; None if that is not known."""


class InterfaceFile:
    """The contents of a file. They are read, and its definitions made, when they are asked for."""

    def __init__(self, header: Header, read: Callable[[], Contents]) -> None:
        self.header = header
        self._read = read

    @cached_property
    def _contents(self) -> Contents:
        return self._read()

    @property
    def stored_titles(self) -> Sequence[str] | None:
        """What any release contains that may become a title; None if that is not known."""
        return self._contents.titles

    @cached_property
    def titles(self) -> Titles | None:
        """The titles that resources of the module may have."""
        from puppet_check.workspace.interfaces.titles import Titles  # only needed for a title that the project does not contain

        return None if self.stored_titles is None else Titles(self.stored_titles)

    def names(self, kind: str) -> Mapping[str, Variants]:
        """All names of a kind, as they are looked up."""
        return self._contents.definitions.get(kind, {})

    @property
    def has_definitions(self) -> bool:
        """Whether it has any name."""
        return any(self._contents.definitions.values())

    def variants(self, name: TypedName) -> Iterator[tuple[list[int], Definition]]:
        """The definitions of a name, each with the indices of the releases that have it."""
        for releases, fields in self.names(name.kind).get(name.name, ()):
            yield releases, definition_of({**fields, "kind": name.kind})


@lru_cache(CACHED)
def read_interface(path: str, state: tuple[int, int]) -> InterfaceFile | None:
    """The interface in a file, whose size and modification time are its `state`; None if it cannot be read."""
    return _read(path)


def _read(path: str) -> InterfaceFile | None:
    try:
        return interface_in(read(path, LIMIT))
    except OSError:
        return None


def interface_in(contents: bytes) -> InterfaceFile | None:
    """The interface that a file with some contents has; None if it cannot be read."""
    try:
        # A project can bring interfaces of its own, so that a small file could expand without limit.
        data = json.loads(zlib.decompressobj().decompress(contents, LIMIT))
        if data["format"] != FORMAT:
            return None
        header = Header(
            data["module"], data["licence"], tuple(data["releases"]), tuple(data.get("dependencies", ())), data.get("is_exact", True)
        )
        found = Contents(data["definitions"], data.get("titles"))
        return InterfaceFile(header, lambda: found)
    except (ValueError, RecursionError, zlib.error, KeyError, TypeError):
        return None


def interface_bytes(header: Header, releases: Sequence[Mapping[TypedName, Definition]], titles: Sequence[str]) -> bytes:
    """The file of an interface, from the definitions of each release, and what any of them contains that may become a title."""
    found: dict[TypedName, dict[Definition, list[int]]] = {}
    for index, definitions in enumerate(releases):
        for name, each in definitions.items():
            found.setdefault(name, {}).setdefault(each, []).append(index)
    stored = {
        kind: {name.name: [[at, _fields(each)] for each, at in found[name].items()] for name in sorted(found) if name.kind == kind}
        for kind in KINDS
    }
    data = {"format": FORMAT, **header._asdict(), "titles": titles, "definitions": {kind: names for kind, names in stored.items() if names}}
    return zlib.compress(json.dumps(data, separators=(",", ":"), sort_keys=True).encode(), 9)


def _fields(each: Definition) -> dict[str, object]:
    return {name: value for name, value in plain(each).items() if name not in ("kind", "place")}


def state_of(path: str) -> tuple[int, int] | None:
    """The size and modification time of a file; None without one."""
    found = state(path)
    if found is None:
        return None
    return found.st_size, found.st_mtime_ns


def interface_of(module: str, folders: Sequence[str]) -> InterfaceFile | None:
    """The interface of a module, by its full name, in the first of some folders that has one."""
    for folder in folders:
        path = os.path.join(folder, f"{module}{SUFFIX}")
        state = state_of(path)
        found = None if state is None else read_interface(path, state)
        if found is not None and found.header.module == module:
            return found
    return None


def interfaces_in(folders: Sequence[str]) -> Iterator[InterfaceFile]:
    """All interfaces in some folders, by name; the first folder with one of a module takes precedence."""
    files = (name for folder in folders for name in names_in(folder))
    for name in sorted({each for each in files if each.endswith(SUFFIX)}):
        found = interface_of(name.removesuffix(SUFFIX), folders)
        if found is not None:
            yield found


@lru_cache(CACHED)
def bundled_interface(module: str) -> InterfaceFile | None:
    """The bundled interface of a module, by its full name, of which only the index is read until more is asked for."""
    found = _index().modules.get(module)
    if found is None:
        return None
    licence, releases, dependencies, is_exact = found
    return InterfaceFile(Header(module, licence, tuple(releases), tuple(dependencies), is_exact), lambda: _bundled_contents(module))


def _bundled_contents(module: str) -> Contents:
    data = json.loads(zlib.decompress(read(os.path.join(DATA, f"{module}{SUFFIX}"), LIMIT)))
    return Contents(data["definitions"], data["titles"])


def bundled_modules(name: TypedName) -> frozenset[str]:
    """The full names of the modules whose bundled interfaces have a name that no module qualifies."""
    return frozenset(_index().names.get(name.kind, {}).get(name.name, "").split())


def bundled_named(name: str) -> tuple[str, ...]:
    """The full names of the modules with bundled interfaces that are called by a name without an author."""
    return _by_short_name().get(name, ())


@cache
def _by_short_name() -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for each in _index().modules:
        found.setdefault(each.partition("-")[2], []).append(each)
    return {name: tuple(several) for name, several in found.items()}


class Index(NamedTuple):
    """What is known of the bundled interfaces without reading them."""

    modules: dict[str, tuple[str, list[str], list[str], bool]]
    """The other fields of the header of each, by the full names of the modules."""
    names: dict[str, dict[str, str]]
    """The modules that have a name without a module, by kind and name."""


@cache
def _index() -> Index:
    return Index(**json.loads(read(INDEX, LIMIT)))
