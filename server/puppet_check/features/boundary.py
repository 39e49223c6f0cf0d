"""Boundary: the folders whose files an edit may change without asking, which are those that the user has open."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from puppet_check.reading.places import is_below, real


class Boundary(NamedTuple):
    """Folders, without links; without any, there is no boundary."""

    folders: tuple[str, ...] = ()

    def contains(self, path: str) -> bool:
        """Whether a file is in one of the folders, and no link leads out of them."""
        if not self.folders:
            return True
        actual = real(path)
        return any(is_below(actual, each) for each in self.folders)


ANYWHERE = Boundary()


def boundary_of(folders: Iterable[str], root: str) -> Boundary:
    """The boundary of open folders; of a file that is open without a folder, it is the root of its project."""
    return Boundary(tuple(dict.fromkeys(map(real, folders))) or (real(root),))
