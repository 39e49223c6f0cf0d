"""Draft: the changes of a rename while they are collected."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import NamedTuple

from puppet_check.features.project_files.project_files import ProjectFiles
from puppet_typesys.diagnostics import Edit

Edits = dict[str, list[Edit]]
"""Edits by absolute path."""


class Refusal(NamedTuple):
    """The reason why a rename is refused."""

    reason: str


class Unsure(NamedTuple):
    """Edits of places that may name the symbol, which the user has to confirm."""

    reason: str
    edits: Edits


class Renamed(NamedTuple):
    """The edits by path, the files to rename, and what has to be confirmed."""

    edits: Edits
    moves: tuple[tuple[str, str], ...] = ()
    unsure: tuple[Unsure, ...] = ()
    notes: tuple[str, ...] = ()
    """The reasons why something that may depend on renamed files stays as it is."""


class RenameError(Exception):
    """Raised inside of this package where a rename would not be safe; the argument is the reason."""


class Draft:
    """Edits without duplicates, none of which is in the fixtures of tests. Owned by one rename."""

    def __init__(self, project_files: ProjectFiles) -> None:
        self._fixtures = [each.folder + os.sep for each in project_files.known.project.modules.values() if each.is_fixture]
        self._certain: dict[str, dict[tuple[int, int], Edit]] = {}
        self._unsure: dict[str, dict[str, dict[tuple[int, int], Edit]]] = {}

    def change(self, path: str, edits: Iterable[Edit]) -> None:
        """Add edits of a file."""
        if not self._is_fixture(path):
            self._certain.setdefault(path, {}).update({each[:2]: each for each in edits})

    def suggest(self, path: str, edits: Iterable[Edit], reason: str) -> None:
        """Add edits that have to be confirmed, as far as they are not certain."""
        if not self._is_fixture(path):
            self._unsure.setdefault(reason, {}).setdefault(path, {}).update({each[:2]: each for each in edits})

    def _is_fixture(self, path: str) -> bool:
        return any(path.startswith(folder) for folder in self._fixtures)

    def done(self, moves: tuple[tuple[str, str], ...] = ()) -> Renamed:
        """The changes that were collected."""
        certain = {path: sorted(edits.values()) for path, edits in self._certain.items() if edits}
        return Renamed(certain, moves, tuple(filter(None, (self._left(reason) for reason in self._unsure))))

    def _left(self, reason: str) -> Unsure | None:
        left: Edits = {}
        for path, edits in self._unsure[reason].items():
            known = self._certain.get(path, {})
            if found := sorted(each for span, each in edits.items() if span not in known):
                left[path] = found
        return Unsure(reason, left) if left else None
