"""Editor features of `hiera.yaml`."""

from __future__ import annotations

import os
from collections.abc import Iterator

from puppet_check.features.completion.items import Completion
from puppet_check.features.describe.markdown import listing, paragraphs
from puppet_check.features.inspection.hover import Hover
from puppet_check.features.other.data import OPEN, in_braces, interpolated
from puppet_check.features.other.schema import schema, schema_completion, schema_hover
from puppet_check.features.other.spots import Spot, end_of, spot_at, spots
from puppet_check.features.other.view import OtherView
from puppet_check.features.project_files.nearby import ending_at
from puppet_check.features.structure.document_symbols import DocumentSymbol
from puppet_check.features.symbols import PATH, Occurrence, Symbol, plain
from puppet_check.workspace.cached_property import cached_property
from puppet_check.workspace.hiera.config import Config, Level, read_config
from puppet_check.workspace.hiera.sources import sources
from puppet_check.workspace.kinds import HIERA_CONFIG
from puppet_typesys.loader import FUNCTION

PATHS = frozenset(("path", "paths", "glob", "globs"))
FUNCTIONS = frozenset(("data_hash", "lookup_key", "data_dig"))


def hover(view: OtherView, offset: int) -> Hover | None:
    """The description of a key, or the files that a path refers to."""
    spot = _path_at(view, offset)
    if spot is None:
        return schema_hover(view, offset, schema(HIERA_CONFIG))
    found = _Paths(view).files(spot)
    files = [os.path.relpath(each, os.path.dirname(view.path)) for each in found]
    text = listing(files) if files else "No file matches, or the folder is unknown."
    return Hover(paragraphs(f"`{spot.node.value}`", text), spot.start, spot.end)


def complete(view: OtherView, offset: int) -> Completion:
    """Completion of the keys of the file and of its levels, of functions, and of variables in interpolations."""
    opened = ending_at(OPEN, view.text.source, offset)
    if opened is not None:
        return in_braces(view, offset, opened[1])
    return schema_completion(view, offset, schema(HIERA_CONFIG))


def occurrences(view: OtherView) -> Iterator[Occurrence]:
    """The occurrences of the files that paths refer to, of the functions of levels, and of names in interpolations."""
    paths = _Paths(view)
    for spot in spots(view):
        if spot.is_key:
            continue
        text = view.text.slice(spot.start, spot.end)
        if "%{" in text:
            yield from interpolated(text, spot.start)
        if _is_path(spot):
            yield from (Occurrence(Symbol(PATH, path), spot.start, spot.end, "read") for path in paths.files(spot))
        elif spot.keys[-1] in FUNCTIONS:
            yield Occurrence(Symbol(FUNCTION, plain(str(spot.node.value))), spot.start, spot.end, "read")


def symbols(view: OtherView) -> list[DocumentSymbol]:
    """The levels as document symbols."""
    found = []
    for hierarchy in view.entries:
        for level in hierarchy.node.items:
            name = level.entry("name")
            if name is not None:
                found.append(
                    DocumentSymbol(
                        "level", str(name.node.value), level.start, max(end_of(view, level), name.node.end), name.node.start, name.node.end
                    )
                )
    return found


def _path_at(view: OtherView, offset: int) -> Spot | None:
    spot = spot_at(view, offset)
    return spot if spot is not None and not spot.is_key and _is_path(spot) else None


def _is_path(spot: Spot) -> bool:
    return not PATHS.isdisjoint(spot.keys)


class _Paths:
    """The paths of a hierarchy, which is read when one of them is first asked for."""

    def __init__(self, view: OtherView) -> None:
        self._path = os.path.abspath(view.path)
        self._files: dict[str, tuple[str, ...]] = {}

    def files(self, spot: Spot) -> tuple[str, ...]:
        """The existing files that a path of a level may refer to, with any values of its variables."""
        text = spot.node.value
        if not isinstance(text, str) or (found := self._levels.get(text)) is None:
            return ()
        if text not in self._files:
            self._files[text] = tuple(each.path for each in sources(found, self._config.folder) if each.path is not None)
        return self._files[text]

    @cached_property
    def _config(self) -> Config:
        return read_config(self._path, is_module=False)

    @cached_property
    def _levels(self) -> dict[str, Level]:
        """For each path, a level that has nothing else: the first one with it."""
        found: dict[str, Level] = {}
        for level in (*self._config.levels, *self._config.default_levels):
            for each in level.locations:
                found.setdefault(each.text, type(level)(level.name, level.function, (each,), level.datadir))
        return found
