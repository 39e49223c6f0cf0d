"""Finds the files to check at or below paths: those of the kinds in `kinds.py`, in the folders where such files belong.

Files that git ignores are left out, and so are hidden folders and those of third-party code. A file that is named explicitly is
always included. Symbolic links to folders are followed last, and no folder is visited twice, so links may form cycles.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator

from puppet_check.workspace.gitignore import NOTHING, Ignored, ignored_above
from puppet_check.workspace.kinds import Kind, is_checked, kind_of

SKIPPED_FOLDERS = frozenset({"node_modules", "__pycache__"})
"""Folders without Puppet code of the project."""
FIXTURES = os.path.join("spec", "fixtures", "modules")
"""The folder into which the tests of a module install its dependencies."""


def nothing(path: str) -> bool:
    """Exclude no path."""
    return False


def find(path: str, *, gitignore: bool = True, is_excluded: Callable[[str], bool] = nothing) -> Iterator[str]:
    """The files at or below a path; a path to a file gives that path.

    `is_excluded` decides whether a file, or a folder with a trailing slash, is left out.
    """
    if not os.path.isdir(path):
        yield path
        return
    seen: set[tuple[int, int]] = set()
    folders = [(path, ignored_above(path) if gitignore else NOTHING)]
    links: list[tuple[str, Ignored]] = []
    while folders or links:
        folder, ignored = (folders or links).pop()
        if _is_known(folder, seen):
            continue
        if gitignore:
            ignored = ignored.inside(folder)
        for entry in _entries(folder):
            shown = os.path.normpath(entry.path)
            if entry.is_dir():
                if not _is_skipped(entry) and not ignored.matches(entry.path + "/") and not is_excluded(shown + "/"):
                    (links if entry.is_symlink() else folders).append((shown, ignored))
            elif is_checked(shown) and not ignored.matches(entry.path) and not is_excluded(shown):
                yield shown


def files_below(folder: str, inner: Iterable[str], kinds: Collection[Kind]) -> Iterator[str]:
    """The files of some kinds below the subfolders `inner` of a folder, sorted."""
    for name in inner:
        for where, folders, files in os.walk(os.path.join(folder, name)):
            folders.sort()
            yield from (path for each in sorted(files) if kind_of(path := os.path.join(where, each)) in kinds)


def _is_known(folder: str, seen: set[tuple[int, int]]) -> bool:
    """Whether a folder has been visited before, perhaps by another path. Marks it as visited."""
    try:
        status = os.stat(folder)
    except OSError:
        return True
    known = (status.st_dev, status.st_ino) in seen
    seen.add((status.st_dev, status.st_ino))
    return known


def _entries(folder: str) -> list[os.DirEntry[str]]:
    """The entries of a folder; none if it cannot be read."""
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except OSError:
        return []


def _is_skipped(entry: os.DirEntry[str]) -> bool:
    if entry.name.startswith(".") or entry.name in SKIPPED_FOLDERS:
        return True
    return entry.name == "modules" and os.path.abspath(entry.path).endswith(os.sep + FIXTURES)
