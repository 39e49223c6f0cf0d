"""What rules about the order of resources look at: a catalog, and its relationship graph."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.ordering.attributes import is_present, path_of, text
from puppet_typesys.ordering.graph import Graph
from puppet_typesys.ordering.names import is_everywhere, package_name

PATHS = {"file": "path", "concat_file": "path", "file_line": "path", "ini_setting": "path", "ini_subsetting": "path"}
"""The attribute of resources of a type that is the path of a file."""
CONTENTS = ("content", "source", "target")


class Need(NamedTuple):
    """A resource needs another one to be applied before it."""

    rule: str
    first: Resource
    second: Resource
    why: str
    """Why the second one needs the first, as a clause."""


Rule = Callable[["View"], Iterable[Need]]


class View:
    """The resources of a catalog that are certainly in it and present, by type. Used by one thread."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self._by_type: dict[str, list[Resource]] = {}
        self._all: dict[str, list[Resource]] = {}
        for each in graph.resources:
            kind = each.type.lower()
            self._all.setdefault(kind, []).append(each)
            if each.is_certain and is_present(each):
                self._by_type.setdefault(kind, []).append(each)

    def of(self, type: str) -> list[Resource]:
        """The resources of a type that are certainly declared, and present."""
        return self._by_type.get(type, [])

    def any_of(self, type: str) -> list[Resource]:
        """All resources of a type: those that may be declared and those that are to be removed as well."""
        return self._all.get(type, [])

    @cached_property
    def files(self) -> dict[str, Resource]:
        """The files that may be managed, by their paths."""
        return {path: each for each in self.any_of("file") if (path := path_of(each)) is not None}

    @cached_property
    def packages(self) -> dict[str, Resource]:
        """The packages of the system's package manager by their names, without those that each system has."""
        named = ((package_name(each), each) for each in self.of("package"))
        return {name: each for name, each in named if name is not None and not is_everywhere(name)}

    @cached_property
    def users(self) -> dict[str, Resource]:
        """The users that are managed, by name."""
        return {name: each for each in self.of("user") if (name := text(each, "name")) is not None}

    def configured(self) -> Iterator[tuple[str, Resource]]:
        """The files that resources write to, with those resources."""
        for type, name in PATHS.items():
            for each in self.of(type):
                path = path_of(each, name)
                if path is not None:
                    yield path, each
        for each in self.of("augeas"):
            path = _augeas_path(each)
            if path is not None:
                yield path, each


def _augeas_path(resource: Resource) -> str | None:
    incl = path_of(resource, "incl")
    context = text(resource, "context")
    return incl or (context.removeprefix("/files").rstrip("/") if context is not None and context.startswith("/files/") else None)


def has_content(file: Resource) -> bool:
    """Whether a file gets a certain content."""
    return any(file.get(each) is not None for each in CONTENTS)


def is_folder(file: Resource) -> bool:
    """Whether a file is a folder."""
    return file.get("ensure") == "directory"
