"""What rules about the order of resources look at: a catalog, and its relationship graph."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import accumulate, pairwise
from typing import NamedTuple

from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.ordering.attributes import is_present, path_of, text
from puppet_typesys.ordering.graph import Graph
from puppet_typesys.ordering.names import SHORTEST_PART, family, is_everywhere, package_name

PATHS = {"file": "path", "concat_file": "path", "file_line": "path", "ini_setting": "path", "ini_subsetting": "path"}
"""The attribute of resources of a type that is the path of a file."""
SYSTEM_USERS = frozenset(
    "root daemon bin sys sync games man lp mail news uucp proxy www-data backup list irc nobody adm shutdown halt operator".split()
)
"""Users that systems have before an agent first runs there."""
SOURCE = lazy_pattern(r"puppet:///modules/(\w+)/(.+)\Z")
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

    def __init__(self, graph: Graph, read: Callable[[str], bytes | None] = lambda name: None) -> None:
        """`read` gives the contents of a file of a module, named as for the function `file`."""
        self.graph = graph
        self._read = read
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

    def content(self, file: Resource) -> str | None:
        """The content of a file, if it is known: what it is given, or that of its source in a module."""
        source = text(file, "source")
        name = None if source is None else SOURCE.match(source)
        if name is None:
            return text(file, "content")
        found = self._read("/".join(name.groups()))
        return None if found is None else found.decode("utf-8", "replace")

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
        """The users that are managed, by name, without those that each system has."""
        named = ((text(each, "name"), each) for each in self.of("user"))
        return {name: each for name, each in named if name is not None and name not in SYSTEM_USERS}

    def related(self, families: Iterable[str]) -> list[Resource]:
        """The packages that may bring or need one of some families: its own is one of them, or one is a part of its name."""
        return [*dict.fromkeys(self.any_of("package")[index] for each in families for index in self._related(each))]

    def _related(self, family: str) -> Iterator[int]:
        yield from self._families.get(family, ())
        names, starts = self._names
        place = names.find(family) if len(family) >= SHORTEST_PART else -1
        while place >= 0:
            index = bisect_right(starts, place) - 1
            yield index
            place = names.find(family, starts[index + 1])

    @cached_property
    def _names(self) -> tuple[str, list[int]]:
        """The names of all packages in one text, where a search is fast, and where each of them starts."""
        lines = [f"{(text(each, 'name') or each.title).lower()}\n" for each in self.any_of("package")]
        return "".join(lines), [*accumulate(map(len, lines), initial=0)]

    @cached_property
    def _families(self) -> dict[str, list[int]]:
        """The places of packages by the first words of their names."""
        found: dict[str, list[int]] = {}
        names, starts = self._names
        for index, (start, end) in enumerate(pairwise(starts)):
            found.setdefault(family(names[start : end - 1]), []).append(index)
        return found

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
