"""Finds the Puppet files below paths.

What git ignores is left out, and so are hidden folders and folders of other people's code. A file that is named itself is
always taken. Symbolic links to folders are not followed: they lead to what is found elsewhere, or around in circles.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from puppet_check.workspace.gitignore import NOTHING, ignored_above

SUFFIXES = (".pp", ".epp")
FOREIGN = frozenset({"node_modules", "__pycache__"})
"""Folders that hold no Puppet code of the project."""
FIXTURES = os.path.join("spec", "fixtures", "modules")
"""Where module tests put the modules they depend on."""


def find(path: str, *, gitignore: bool = True) -> Iterator[str]:
    """The Puppet files at or below a path, in order of their names; a path to a file gives that path."""
    if not os.path.isdir(path):
        yield path
        return
    folders = [(path, ignored_above(path) if gitignore else NOTHING)]
    while folders:
        folder, ignored = folders.pop()
        if gitignore:
            ignored = ignored.inside(folder)
        inner = []
        for entry in _entries(folder):
            shown = os.path.normpath(entry.path)
            if entry.is_dir(follow_symlinks=False):
                if not _is_foreign(entry) and not ignored.matches(entry.path + "/"):
                    inner.append((shown, ignored))
            elif entry.name.endswith(SUFFIXES) and entry.is_file() and not ignored.matches(entry.path):
                yield shown
        folders.extend(reversed(inner))


def _entries(folder: str) -> list[os.DirEntry[str]]:
    """The entries of a folder by name; none when it may not be read."""
    try:
        with os.scandir(folder) as entries:
            return sorted(entries, key=_name)
    except OSError:
        return []


def _name(entry: os.DirEntry[str]) -> str:
    return entry.name


def _is_foreign(entry: os.DirEntry[str]) -> bool:
    if entry.name.startswith(".") or entry.name in FOREIGN:
        return True
    return entry.name == "modules" and os.path.abspath(entry.path).endswith(os.sep + FIXTURES)
