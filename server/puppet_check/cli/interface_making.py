"""Makes interfaces from checkouts of modules: one for each module, with the releases that were given."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from puppet_check.reading.files import LARGEST_DATA, read_text
from puppet_check.reading.json_data import loads
from puppet_check.workspace.autoload.folders import Listings
from puppet_check.workspace.autoload.loader import AutoLoader
from puppet_check.workspace.disk import Disk
from puppet_check.workspace.exports import exports
from puppet_check.workspace.interfaces.file import SUFFIX, Header, interface_bytes
from puppet_check.workspace.interfaces.titles import titles_in
from puppet_check.workspace.mentions import text_below
from puppet_check.workspace.metadata import read_metadata
from puppet_check.workspace.project import Module, Project
from puppet_check.workspace.summaries import Summaries
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.loader import (
    CLASS,
    DEFINE,
    FUNCTION,
    RESOURCE_TYPE,
    Attribute,
    Definition,
    Parameter,
    Place,
    Signature,
    TypedName,
)
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.semver import SemVer

METADATA = "metadata.json"
FULL_NAME = lazy_pattern(r"\w+[-/]\w+")
NOWHERE = Place("", 0, 0)
COMMENT = lazy_pattern(r"^[^\S\n]*+#.*$", re.MULTILINE)


class InvalidCheckoutError(Exception):
    """Raised for a folder that is not a module with a name and a version."""


class Checkout(NamedTuple):
    """The folder of a module."""

    folder: str
    is_release: bool = True
    """Whether it is just what was released as its version, as opposed to what may have more."""


class Release(NamedTuple):
    """A release of a module, with its definitions by name."""

    module: str
    version: SemVer
    licence: str
    definitions: dict[TypedName, Definition]
    dependencies: tuple[str, ...]
    """The full names of the modules that it depends on, in lower case."""
    titles: tuple[str, ...]
    """What may become titles of resources."""


def made_interfaces(checkouts: Iterable[Checkout]) -> Iterator[tuple[str, bytes]]:
    """The names and contents of the files for some checkouts. Raises InvalidCheckoutError."""
    releases: dict[str, dict[str, Release]] = {}
    shared: dict[Definition, Definition] = {}
    inexact: set[str] = set()
    for each in checkouts:
        found = release_in(each.folder)
        inexact.update(() if each.is_release else (found.module,))
        same = {name: shared.setdefault(one, one) for name, one in found.definitions.items()}
        releases.setdefault(found.module, {})[str(found.version)] = found._replace(definitions=same)
    for module in sorted(releases):
        listed = sorted(releases[module].values(), key=lambda each: each.version)
        dependencies = sorted({name for each in listed for name in each.dependencies})
        versions = tuple(str(each.version) for each in listed)
        header = Header(module, listed[-1].licence, versions, tuple(dependencies), is_exact=module not in inexact)
        titles = sorted({title for each in listed for title in each.titles})
        yield f"{module}{SUFFIX}", interface_bytes(header, [each.definitions for each in listed], titles)


def release_in(folder: str) -> Release:
    """The release of the module in a folder. Raises InvalidCheckoutError."""
    folder = os.path.abspath(folder)
    metadata = read_metadata(folder)
    if metadata is None or metadata.name is None or metadata.version is None or not metadata.short_name:
        raise InvalidCheckoutError(f"{folder}: metadata.json with the name and version of a module expected")
    if not FULL_NAME.fullmatch(metadata.name):
        raise InvalidCheckoutError(f"{folder}: '{metadata.name}' is not a full module name; expected `author-name`")
    try:
        version = SemVer.parse(metadata.version)
    except (ArgumentError, ValueError):  # Python refuses numbers of thousands of digits.
        raise InvalidCheckoutError(f"{folder}: '{metadata.version}' is not a valid version") from None
    module = Module(metadata.short_name, folder, metadata)
    dependencies = tuple(each.name.replace("/", "-").lower() for each in metadata.dependencies)
    return Release(metadata.name.replace("/", "-").lower(), version, _licence(folder), _definitions(module), dependencies, _titles(folder))


def _titles(folder: str) -> tuple[str, ...]:
    disk = Disk()
    code = text_below(disk, folder, ("manifests", "functions", "lib"))
    return titles_in(code, text_below(disk, folder, ("data",)))


def _definitions(module: Module) -> dict[TypedName, Definition]:
    project, disk = Project(module.folder, modules={module.name: module}), Disk()
    found = exports(AutoLoader(project, Summaries().of, disk), module)
    return {name: _bare(each) for name, each in (*found.items(), *_unread(Listings(project, disk), found))}


def _unread(listings: Listings, found: Mapping[TypedName, Definition]) -> Iterator[tuple[TypedName, Definition]]:
    """Definitions of which nothing is known, for the names of files that seem to define something else: code that is not understood."""
    for kinds in ((FUNCTION,), (RESOURCE_TYPE,), (CLASS, DEFINE)):
        for name in listings.names(kinds[0]):
            names = [TypedName(kind, name.lower()) for kind in kinds]
            if found.keys().isdisjoint(names) and not (kinds == (RESOURCE_TYPE,) and "::" in name):
                yield from ((each, Definition(each.kind, each.name, NOWHERE, is_open=True)) for each in names)


def _bare(found: Definition) -> Definition:
    """A definition without place, documentation, code and what follows from it, and the texts of defaults."""
    return found._replace(
        place=NOWHERE,
        doc="",
        deprecated=None if found.deprecated is None else "",
        text=None if found.text is None else _type(found.text),
        parameters=tuple(map(_parameter, found.parameters)),
        signatures=tuple(map(_signature, found.signatures)),
        attributes=tuple(map(_attribute, found.attributes)),
        guards=None,
        code=None,
        returns=None if found.arity is not None else found.returns,
        source="",
    )


def _signature(found: Signature) -> Signature:
    returns = None if found.is_inferred else found.returns
    return found._replace(parameters=tuple(map(_parameter, found.parameters)), returns=returns, is_inferred=False)


def _parameter(found: Parameter) -> Parameter:
    type = None if found.type is None else _type(found.type)
    default = None if found.default is None else ""
    deprecated = None if found.deprecated is None else ""
    return found._replace(type=type, default=default, doc="", deprecated=deprecated, start=0, end=0)


def _attribute(found: Attribute) -> Attribute:
    return found._replace(guards=(), doc="", start=0)


def _type(text: str) -> str:
    """The text of a type without comments on lines of their own, on one line if it has no others."""
    text = COMMENT.sub("", text)
    return text if "#" in text or "'" in text or '"' in text else " ".join(text.split())


def _licence(folder: str) -> str:
    data = loads(read_text(os.path.join(folder, METADATA), LARGEST_DATA))
    found = data.get("license") if isinstance(data, dict) else None
    return found if isinstance(found, str) else "unknown"
