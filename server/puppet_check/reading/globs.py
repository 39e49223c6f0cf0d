"""Finds files by patterns such as `data/**/*.yaml`, in time that is linear in the folders that they name.

Each folder counts once for each part of a pattern, and the entries of all folders are limited.
"""

from __future__ import annotations

import os
from collections.abc import Iterable

from puppet_check.reading.folders import Listed, listed
from puppet_check.reading.patterns import segment
from puppet_check.reading.places import exists, is_folder, is_of_system
from puppet_grammar.patterns import lazy_pattern

MOST_LISTED = 100_000
"""The number of entries that are looked at."""
SPECIAL = lazy_pattern(r"([*?\\[\\\\])")


class GlobLimit(Exception):  # noqa: N818 - named after the limit
    """Raised for a pattern that leads to too many entries."""


def escape(text: str) -> str:
    """A pattern that matches a text only."""
    return SPECIAL.sub(r"\\\1", text)


def fixed_part(pattern: str) -> str:
    """The folder below which everything is that a pattern matches."""
    wildcard = SPECIAL.search(pattern)
    return pattern if wildcard is None else os.path.dirname(pattern[: wildcard.start()] + "x")


def glob(pattern: str) -> list[str]:
    """The existing paths that match a pattern, sorted; names that begin with a dot only where the pattern says so. Raises GlobLimit."""
    top, *parts = pattern.split(os.sep)
    search = _Search()
    found = {top or os.sep} if parts else {os.curdir}
    for number, part in enumerate(parts or [top]):
        found = search.next(found, part, is_last=number == len(parts) - 1)
    return sorted(found)


class _Search:
    """The folders listed so far, and how many entries may still be looked at."""

    def __init__(self) -> None:
        self._left = MOST_LISTED
        self._known: dict[str, Listed] = {}

    def next(self, folders: Iterable[str], part: str, *, is_last: bool) -> set[str]:
        """What a part of a pattern matches in some folders."""
        if part == "**":
            below = {path for each in folders for path in self._below(each)}
            return below | {os.path.join(each, name) for each in below for name in self._entries(each).files} if is_last else below
        name = segment(part)
        if name is None:
            return set()
        test = exists if is_last else is_folder
        if isinstance(name, str):
            return {path for each in folders if test(path := os.path.join(each, name))}
        return {
            os.path.join(folder, each)
            for folder in folders
            for each in self._names(folder, is_last=is_last)
            if (each[0] != "." or part[0] == ".") and name.matches(each)
        }

    def _below(self, folder: str) -> list[str]:
        found = [folder]
        for each in found:
            self._spend(1)
            found += (os.path.join(each, name) for name in self._entries(each).folders if name[0] != ".")
        return found

    def _names(self, folder: str, *, is_last: bool) -> list[str]:
        found = self._entries(folder)
        names = [*found.folders, *found.links, *(found.files if is_last else ())]
        self._spend(len(names))
        return names

    def _entries(self, folder: str) -> Listed:
        known = self._known.get(folder)
        if known is None:
            known = self._known[folder] = Listed([], [], []) if is_of_system(folder) else listed(folder)
            self._spend(len(known.folders) + len(known.files) + len(known.links))
        return known

    def _spend(self, count: int) -> None:
        self._left -= count
        if self._left < 0:
            raise GlobLimit
