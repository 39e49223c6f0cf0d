"""Walks through folders: each real folder once, links to folders only within a territory, up to a number of entries."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

from puppet_check.reading.dependencies import note_listing
from puppet_check.reading.places import exists, is_missing_or_of_system, is_of_system, is_outside, real, territory, with_those_above
from puppet_grammar.named import NamedTuple

MOST_ENTRIES = 1_000_000
"""The number of entries after which a walk ends."""
OF_MODULES = ("metadata.json", "manifests")
"""What is in the folders of most modules."""
MOST_NAMES = 200_000
"""The number of entries of one folder that are listed."""
MOST_LINKS = 1000
"""The number of links to files that are noted."""
LINKS: set[str] = set()
"""The files that were symbolic links when their folders were listed, up to that number."""


class VisitedFolder(NamedTuple):
    """A folder, as `walk` comes to it, with the names of its subfolders and of its files."""

    folder: str
    folders: list[str]
    """May be shortened and sorted by who walks; links to folders are included if they are followed."""
    files: list[str]


class Listed(NamedTuple):
    """The entries of a folder."""

    folders: list[str]
    files: list[str]
    links: list[str]
    """Links to folders."""
    is_read: bool = True
    """Whether the folder could be read."""


class Visited(NamedTuple):
    """A folder that `walk_linked` comes to, with the names of its files."""

    folder: str
    files: list[str]
    is_read: bool
    """Whether the folder could be read; its path may be too long for the system."""


def names_in(folder: str) -> list[str]:
    """The names in a folder, sorted; none if it cannot be read."""
    note_listing(folder)
    try:
        with os.scandir(folder) as entries:
            return sorted(each.name for _, each in zip(range(MOST_NAMES), entries, strict=False))
    except (OSError, ValueError):
        return []


def listed(folder: str) -> Listed:
    """The entries of a folder, in its order; none if it cannot be read. What is neither folder nor file counts as a file."""
    note_listing(folder)
    found = Listed([], [], [])
    try:
        with os.scandir(folder) as entries:
            for _, each in zip(range(MOST_NAMES), entries, strict=False):
                _sort(each, found)
    except (OSError, ValueError):
        return found._replace(is_read=False)
    return found


def subfolders(folder: str) -> list[tuple[str, str]]:
    """The paths and names of the folders in a folder, sorted, with the links that may be followed; none if it cannot be read."""
    if is_missing_or_of_system(folder):
        return []
    found = listed(folder)
    tops = {territory(folder)} if found.links else set[str]()
    links = (each for each in found.links if _may_follow(real(os.path.join(folder, each)), tops))
    return [(os.path.join(folder, each), each) for each in sorted((*found.folders, *links))]


def _sort(entry: os.DirEntry[str], found: Listed) -> None:
    try:
        if not entry.is_dir():
            found.files.append(entry.name)
            if entry.is_symlink() and len(LINKS) < MOST_LINKS:
                LINKS.add(entry.path)
        elif entry.is_symlink():
            found.links.append(entry.name)
        else:
            found.folders.append(entry.name)
    except OSError:
        # A link to itself, or to what may not be read.
        found.files.append(entry.name)


def walk(folder: str, *inner: str) -> Iterator[VisitedFolder]:
    """A folder and those below it, from above, without following links; `inner` is the part of it below a trusted folder."""
    for where, found in walk_listed(folder, *inner):
        yield VisitedFolder(where, found.folders, found.files)


def walk_listed(folder: str, *inner: str) -> Iterator[tuple[str, Listed]]:
    """The same folders with all that is in them, links to folders included; `folders` may be shortened and sorted."""
    top = os.path.join(folder, *inner)
    if is_missing_or_of_system(top) or (inner and is_outside(os.path.join(top, ""), folder)):
        return
    left = MOST_ENTRIES
    waiting = [top]
    while waiting and left > 0:
        folder = waiting.pop()
        found = listed(folder)
        left -= len(found.folders) + len(found.files) + len(found.links)
        yield folder, found
        waiting += (os.path.join(folder, each) for each in reversed(found.folders))


def walk_linked(top: str, is_wanted: Callable[[str, str], bool]) -> Iterator[Visited]:
    """Folders with their files, links to folders included, which are followed last, inside the territory of the top or to modules.

    No folder is visited twice. `is_wanted` decides about a subfolder by its path and name.
    """
    if is_of_system(top):
        return
    tops = {territory(top)}
    seen: set[str] = set()
    # Folders with their paths without links, for which the file system is asked only if they are links themselves.
    folders, links = [(top, real(top))], list[str]()
    left = MOST_ENTRIES
    while (folders or links) and left > 0:
        is_linked = not folders
        if is_linked:
            folder = links.pop()
            actual = real(folder)
        else:
            folder, actual = folders.pop()
        if actual in seen or (is_linked and not _may_follow(actual, tops)):
            continue
        seen.add(actual)
        found = listed(folder)
        left -= len(found.folders) + len(found.files) + len(found.links)
        yield Visited(folder, found.files, found.is_read)
        folders += ((path, os.path.join(actual, each)) for each in found.folders if is_wanted(path := os.path.join(folder, each), each))
        links += (path for each in found.links if is_wanted(path := os.path.join(folder, each), each))


def _may_follow(actual: str, tops: set[str]) -> bool:
    """Whether a link to a folder is followed; a module is often linked from elsewhere."""
    if is_of_system(actual):
        return False
    if any(each in tops for each in with_those_above(actual)):
        return True
    if not looks_like_module(actual):
        return False
    tops.add(actual)
    return True


def looks_like_module(folder: str) -> bool:
    """Whether a folder has what most modules have."""
    return any(exists(os.path.join(folder, each)) for each in OF_MODULES)
