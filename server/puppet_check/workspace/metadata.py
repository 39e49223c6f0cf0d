"""Metadata: the contents of a module's `metadata.json` that determine a project."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from functools import lru_cache

from puppet_check.reading.files import LARGEST_DATA, read_text
from puppet_check.reading.json_data import loads
from puppet_grammar.named import NamedTuple

INNER = frozenset(("-", "tree", "blob", "src", "browse"))
"""What follows the name of a repository in the address of a folder of it."""
LEAST = 3
"""The number of parts that an address of a repository has: a host, an owner, who may have several, and a name."""
USUAL = 1 << 14
"""The largest number of characters of a text whose metadata are cached."""


class Dependency(NamedTuple):
    """A declared dependency of a module."""

    name: str
    requirement: str | None
    line: int

    @property
    def short_name(self) -> str:
        """The name without its author."""
        return self.name.replace("/", "-").rpartition("-")[2]


class Metadata(NamedTuple):
    """The name, version, dependencies, systems and requirements of a module."""

    name: str | None
    version: str | None
    dependencies: tuple[Dependency, ...]
    systems: tuple[tuple[str, str], ...] = ()
    """The names of the systems that it supports with their releases, empty for all."""
    requirements: tuple[tuple[str, str], ...] = ()
    """The products that it was tested with, and the ranges of their versions."""
    source: str = ""
    """The address of its repository, in lower case; that of the folder in it is left out."""

    @property
    def short_name(self) -> str:
        """The module's name without its author."""
        return "" if self.name is None else self.name.replace("/", "-").rpartition("-")[2]


def read_metadata(folder: str) -> Metadata | None:
    """The metadata of the module in a folder; None if it is missing or cannot be read."""
    try:
        return metadata_of(read_text(os.path.join(folder, "metadata.json"), LARGEST_DATA))
    except OSError:
        return None


def metadata_of(text: str) -> Metadata | None:
    """The metadata in a text; None if it cannot be read. Projects that use the same module have the same object."""
    return _metadata_of(text) if len(text) <= USUAL else _metadata_of.__wrapped__(text)


@lru_cache(256)
def _metadata_of(text: str) -> Metadata | None:
    try:
        data = loads(text)
    except ValueError:
        return None
    if not isinstance(data, dict):
        return None
    name, version = data.get("name"), data.get("version")
    return Metadata(
        name if isinstance(name, str) else None,
        version if isinstance(version, str) else None,
        tuple(_dependencies(data.get("dependencies"), text)),
        tuple(_systems(data.get("operatingsystem_support"))),
        tuple(_requirements(data.get("requirements"))),
        _repository(data.get("source")),
    )


def _repository(source: object) -> str:
    address = source.lower() if isinstance(source, str) else ""
    host, *parts = address.rpartition("://")[2].replace(":", "/").rstrip("/").split("/")
    end = next((at for at, each in enumerate(parts, 1) if at >= LEAST and each in INNER), len(parts) + 1) - 1
    end = next((at for at, each in enumerate(parts, 1) if each.endswith(".git")), end)
    return "/".join((host.rpartition("@")[2], *parts[:end])).removesuffix(".git") if end + 1 >= LEAST else ""


def _systems(data: object) -> Iterator[tuple[str, str]]:
    for each in data if isinstance(data, list) else ():
        name = each.get("operatingsystem") if isinstance(each, dict) else None
        if isinstance(name, str):
            releases = each.get("operatingsystemrelease")
            yield from ((name, str(release)) for release in (releases if isinstance(releases, list) and releases else ("",)))


def _requirements(data: object) -> Iterator[tuple[str, str]]:
    for each in data if isinstance(data, list) else ():
        name, range = (each.get("name"), each.get("version_requirement")) if isinstance(each, dict) else (None, None)
        if isinstance(name, str) and isinstance(range, str):
            yield name, range


def _dependencies(data: object, text: str) -> list[Dependency]:
    found = []
    for each in data if isinstance(data, list) else ():
        name = each.get("name") if isinstance(each, dict) else None
        if isinstance(name, str):
            requirement = each.get("version_requirement")
            line = text[: max(text.find(json.dumps(name)), 0)].count("\n") + 1
            found.append(Dependency(name, requirement if isinstance(requirement, str) else None, line))
    return found


def compatible_range(version: str) -> str:
    """The range from a version to the next major one."""
    first = version.split(".")[0]
    return f">= {version} < {int(first) + 1}.0.0" if first.isdecimal() else f">= {version}"
