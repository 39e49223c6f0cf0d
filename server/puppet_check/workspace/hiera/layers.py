"""A layer of Hiera data: the files of one hierarchy by precedence, with an index of their keys."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from puppet_check.workspace.hiera.sources import OPAQUE, Files, Source
from puppet_typesys.values.hash import Hash

LOOKUP_OPTIONS = "lookup_options"


@dataclass(frozen=True)
class Layer:
    """The files of a hierarchy."""

    sources: tuple[Source, ...]
    by_key: dict[str, list[int]]
    """Indexes into `sources` of the files that have a key."""
    always: tuple[int, ...]
    """Indexes into `sources` of the files that may have any key."""
    options: dict[str, list[tuple[Hash, bool]]]
    """The lookup options of keys, and whether these are certain."""
    patterns: tuple[tuple[str, Hash, bool], ...]
    """Patterns of keys with their lookup options, and whether these are certain."""

    @cached_property
    def paths(self) -> tuple[str, ...]:
        """The paths of the files that are known."""
        return tuple(each.path for each in self.sources if each.path is not None)

    def holders(self, root: str) -> list[Source]:
        """The files that have or may have a key, by precedence."""
        return [self.sources[index] for index in sorted((*self.by_key.get(root, ()), *self.always))]


UNSEEN = Layer((OPAQUE,), {}, (0,), {}, ())
"""A layer of data that cannot be read."""


def layer_of(sources: Iterable[Source], files: Files) -> Layer:
    """The layer of some files."""
    listed = tuple(sources)
    by_key: dict[str, list[int]] = {}
    always: list[int] = []
    options: dict[str, list[tuple[Hash, bool]]] = {}
    patterns: list[tuple[str, Hash, bool]] = []
    for index, source in enumerate(listed):
        document = None if source is OPAQUE else files.document(source)
        if document is None or document.is_broken:
            always.append(index)
        elif document.root is not None and isinstance(document.root.value, Hash):
            data = document.root.value
            for key in data.keys():
                if isinstance(key, str):
                    by_key.setdefault(key, []).append(index)
            given = data.get(LOOKUP_OPTIONS)
            for name, each in given.items() if isinstance(given, Hash) else ():
                if isinstance(name, str) and isinstance(each, Hash):
                    options.setdefault(name, []).append((each, source.is_certain))
                    if name.startswith("^"):
                        patterns.append((name, each, source.is_certain))
    return Layer(listed, by_key, tuple(always), options, tuple(patterns))
