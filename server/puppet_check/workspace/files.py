"""Finds the files to check at or below paths: those of the kinds in `kinds.py`, in the folders where such files belong.

Files that git ignores are left out, and so are hidden folders and those of third-party code. A file that is named explicitly is
always included. Symbolic links to folders are followed last and only inside of the repository; no folder is visited twice, so that links
may form cycles.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator

from puppet_check.reading.files import read
from puppet_check.reading.folders import walk, walk_linked
from puppet_check.reading.places import is_folder
from puppet_check.workspace.gitignore import NOTHING, ignored_above
from puppet_check.workspace.kinds import Kind, is_checked, kind_of

SKIPPED_FOLDERS = frozenset({"node_modules", "__pycache__"})
"""Folders without Puppet code of the project."""
POLICY = b"\x8f\xff\x7c\xf9"
"""How a compiled policy of SELinux begins, whose suffix is `.pp` as well; modules deploy them from `files/`."""
SERVED = f"{os.sep}files{os.sep}"
FIXTURES = os.path.join("spec", "fixtures", "modules")
"""The folder into which the tests of a module install its dependencies."""


def nothing(path: str) -> bool:
    """Exclude no path."""
    return False


def find(
    path: str, *, gitignore: bool = True, is_excluded: Callable[[str], bool] = nothing, is_included: Callable[[str], bool] = is_checked
) -> Iterator[str]:
    """The files at or below a path, and the folders that cannot be read; a path to a file gives that path.

    `is_included` decides by the name whether a file is wanted, and `is_excluded` whether a file, or a folder with a trailing slash, is
    left out.
    """
    if not is_folder(path):
        yield path
        return
    known = {os.path.normpath(path): ignored_above(path) if gitignore else NOTHING}

    def is_wanted(folder: str, name: str) -> bool:
        shown = os.path.normpath(folder)
        outer = known[os.path.dirname(shown) or os.curdir]
        if _is_skipped(folder, name) or outer.matches(folder + "/") or is_excluded(shown + "/"):
            return False
        known[shown] = outer
        return True

    for folder, names, is_read in walk_linked(path, is_wanted):
        shown = os.path.normpath(folder)
        if not is_read:
            yield shown
        ignored = known[shown] = known[shown].inside(folder) if gitignore else NOTHING
        for each in names:
            file = os.path.normpath(os.path.join(folder, each))
            if is_included(file) and not ignored.matches(file) and not is_excluded(file) and not _is_policy(file):
                yield file


def _is_policy(path: str) -> bool:
    if SERVED not in os.sep + path or not path.endswith(".pp"):
        return False
    try:
        return read(path).startswith(POLICY)
    except OSError:
        return False


def files_below(folder: str, inner: Iterable[str], kinds: Collection[Kind]) -> Iterator[str]:
    """The files of some kinds below the subfolders `inner` of a folder, sorted."""
    for name in inner:
        for where, folders, files in walk(folder, name):
            folders.sort()
            yield from (path for each in sorted(files) if kind_of(path := os.path.join(where, each)) in kinds)


def _is_skipped(path: str, name: str) -> bool:
    if name.startswith(".") or name in SKIPPED_FOLDERS:
        return True
    return name == "modules" and os.path.abspath(path).endswith(os.sep + FIXTURES)
