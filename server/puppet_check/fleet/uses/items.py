"""What nodes may use or not: the classes, defines, parameters, data files and Hiera keys of a repository itself."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import NamedTuple

from puppet_check.reading.folders import walk
from puppet_check.workspace.hiera.layers import LOOKUP_OPTIONS
from puppet_check.workspace.library import ProjectLibrary
from puppet_check.workspace.project import Module
from puppet_check.workspace.unused.candidates import CLASS, DEFINE, KEY, own_modules
from puppet_check.workspace.unused.keys import entries_of
from puppet_grammar import ast

PARAMETER, DATA_FILE = "parameter", "data file"
ORDER = (CLASS, DEFINE, PARAMETER, DATA_FILE, KEY)
"""In the order of the report."""
OF_DATA = frozenset((DATA_FILE, KEY))
"""What lookups use."""
MANIFESTS = "manifests"
Definition = ast.HostClassDefinition | ast.ResourceTypeDefinition


class Item(NamedTuple):
    """Something that nodes may use: a kind, and a name; for a key or file of data with its path, which is a portable one."""

    kind: str
    name: str
    path: str = ""


class Placed(NamedTuple):
    """An item, and where it is."""

    item: Item
    path: str
    start: int
    """In bytes."""


def parameter(definition: str, name: str) -> Item:
    """A parameter of a class or define."""
    return Item(PARAMETER, f"{definition}::{name}")


def items_of(library: ProjectLibrary) -> Iterator[Placed]:
    """What nodes may use of a project; of modules, those that are not libraries from elsewhere."""
    own = tuple(own_modules(library.known.project))
    for module in own:
        yield from _definitions(module, library)
    yield from _data(own, library)


def _definitions(module: Module, library: ProjectLibrary) -> Iterator[Placed]:
    for folder, folders, files in walk(os.path.join(module.folder, MANIFESTS)):
        folders.sort()
        for name in sorted(files):
            source = library.source(os.path.join(folder, name), module.name) if name.endswith(".pp") else None
            for each in () if source is None else source.program.definitions:
                if isinstance(each, Definition):
                    yield from _of_definition(each, os.path.join(folder, name))


def _of_definition(definition: Definition, path: str) -> Iterator[Placed]:
    kind = CLASS if isinstance(definition, ast.HostClassDefinition) else DEFINE
    name = definition.name.lower().removeprefix("::")
    yield Placed(Item(kind, name), path, definition.start)
    for each in definition.parameters:
        if each.value is not None:
            yield Placed(parameter(name, each.name), path, each.start)


def _data(own: tuple[Module, ...], library: ProjectLibrary) -> Iterator[Placed]:
    """The data files, and the keys in them but those with anchors, whose values other keys take."""
    known, seen = library.known, set[str]()
    for path, key, start in entries_of(known, own):
        portable = known.places.portable(path)
        if path not in seen:
            seen.add(path)
            yield Placed(Item(DATA_FILE, portable.removeprefix("./"), portable), path, 0)
        if key != LOOKUP_OPTIONS:
            yield Placed(Item(KEY, key, portable), path, start)
