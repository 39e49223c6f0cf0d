"""Editor features of `hiera.yaml`."""

from __future__ import annotations

import os
from collections.abc import Iterator

from puppet_check.features.completion.items import Completion
from puppet_check.features.document_symbols import DocumentSymbol
from puppet_check.features.hover import Hover
from puppet_check.features.markdown import listing, paragraphs
from puppet_check.features.other.data import interpolated
from puppet_check.features.other.schema import schema, schema_completion, schema_hover
from puppet_check.features.other.spots import Spot, end_of, spot_at, spots
from puppet_check.features.other.view import OtherView
from puppet_check.features.symbols import PATH, Occurrence, Symbol, plain
from puppet_check.workspace.kinds import HIERA_CONFIG
from puppet_typesys.loader import FUNCTION

PATHS = frozenset(("path", "paths", "glob", "globs"))
FUNCTIONS = frozenset(("data_hash", "lookup_key", "data_dig"))


def hover(view: OtherView, offset: int) -> Hover | None:
    """The description of a key, or the files that a path refers to."""
    spot = _path_at(view, offset)
    if spot is None:
        return schema_hover(view, offset, schema(HIERA_CONFIG))
    files = [os.path.relpath(each, os.path.dirname(view.path)) for each in _files(view, spot)]
    text = listing(files) if files else "No file matches, or the folder is unknown."
    return Hover(paragraphs(f"`{spot.node.value}`", text), spot.start, spot.end)


def complete(view: OtherView, offset: int) -> Completion:
    """Completion of the keys of the file and of its levels, and of functions."""
    return schema_completion(view, offset, schema(HIERA_CONFIG))


def occurrences(view: OtherView) -> Iterator[Occurrence]:
    """The occurrences of the files that paths refer to, of the functions of levels, and of names in interpolations."""
    for spot in spots(view):
        if spot.is_key:
            continue
        text = view.text.slice(spot.start, spot.end)
        if "%{" in text:
            yield from interpolated(text, spot.start)
        if _is_path(spot):
            yield from (Occurrence(Symbol(PATH, path), spot.start, spot.end, "read") for path in _files(view, spot))
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


def _files(view: OtherView, spot: Spot) -> Iterator[str]:
    """The existing files that a path of a level may refer to, with any values of its variables."""
    from puppet_check.workspace.hiera.config import read_config
    from puppet_check.workspace.hiera.sources import sources

    path = os.path.abspath(view.path)
    config = read_config(path, is_module=False)
    for level in (*config.levels, *config.default_levels):
        for each in level.locations:
            if each.text == spot.node.value:
                one = type(level)(level.name, level.function, (each,), level.datadir)
                yield from (source.path for source in sources(one, config.folder) if source.path is not None)
                return
