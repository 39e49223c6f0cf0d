"""Which files git ignores, by the `.gitignore` files of a folder and of those above it."""

from __future__ import annotations

import os
from collections.abc import Iterator

from puppet_check.reading.files import LARGEST_SEARCHED, read_text
from puppet_check.reading.patterns import Patterns
from puppet_check.reading.places import exists, with_those_above
from puppet_check.workspace.disk import Disk, remembered
from puppet_grammar.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Ignored:
    """The ignore patterns of a folder, and those of the folders above it."""

    base: str
    patterns: Patterns | None
    outer: Ignored | None

    def inside(self, folder: str) -> Ignored:
        """The patterns for a subfolder, its own `.gitignore` included."""
        return _with_patterns(self, folder, ".gitignore")

    def matches(self, path: str) -> bool:
        """Whether git ignores a path; folders end with a slash. The innermost `.gitignore` with a matching pattern decides."""
        level: Ignored | None = self
        absolute = os.path.abspath(path) + ("/" if path.endswith("/") else "")
        while level is not None:
            if level.patterns is not None:
                answer = level.patterns.decision(_relative(absolute, level.base))
                if answer is not None:
                    return answer
            level = level.outer
        return False


NOTHING = Ignored("", None, None)


def ignored_above(path: str) -> Ignored:
    """The patterns for a folder from those above it, up to the root of the repository."""
    folders = list(_up_to_top(os.path.dirname(os.path.abspath(path))))
    ignored = _with_patterns(NOTHING, folders[-1], os.path.join(".git", "info", "exclude")) if folders else NOTHING
    for folder in reversed(folders):
        ignored = ignored.inside(folder)
    return ignored


def is_kept_out(disk: Disk, path: str, folder: str) -> bool:
    """Whether git ignores a file of a module that is not there, or a folder around it: those who have it do not publish it."""
    ignored, where = _ignored_in(disk, folder), folder
    for each in path[len(folder) + 1 :].split(os.sep)[:-1]:
        where = os.path.join(where, each)
        if ignored.matches(f"{where}/"):
            return True
        ignored = ignored.inside(where)
    return ignored.matches(path)


@remembered(1000)
def _ignored_in(disk: Disk, folder: str) -> Ignored:
    return ignored_above(os.path.join(folder, "")).inside(folder)


def _up_to_top(folder: str) -> Iterator[str]:
    """The folder and those above it up to the root of the repository; without a repository, up to the current folder."""
    above = [*with_those_above(folder)]
    tops = [place for place in above if exists(os.path.join(place, ".git"))]
    top = tops[0] if tops else os.getcwd()
    for place in above:
        if place == top or place.startswith(top + os.sep):
            yield place


def _with_patterns(outer: Ignored, folder: str, name: str) -> Ignored:
    try:
        lines = read_text(os.path.join(folder, name), LARGEST_SEARCHED).splitlines()
    except OSError:
        return outer
    patterns = Patterns(lines)
    return Ignored(os.path.abspath(folder), patterns, outer) if patterns else outer


def _relative(absolute: str, base: str) -> str:
    return absolute[len(base) :].lstrip(os.sep).replace(os.sep, "/")
