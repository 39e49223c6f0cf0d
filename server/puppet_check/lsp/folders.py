"""The folders that the client has open."""

from __future__ import annotations

import os
from collections.abc import Iterable


class Folders:
    """Owns the paths of the workspace folders.

    Written on the protocol's thread; the checking thread may ask `contains`, since the tuple is only ever replaced as a whole.
    """

    def __init__(self) -> None:
        self.paths: tuple[str, ...] = ()

    def set(self, paths: Iterable[str]) -> None:
        """Replace all folders."""
        self.paths = tuple(dict.fromkeys(paths))

    def change(self, added: Iterable[str], removed: Iterable[str]) -> None:
        """Add and remove folders."""
        gone = {*removed}
        self.set([*(each for each in self.paths if each not in gone), *added])

    def contains(self, path: str) -> bool:
        """Whether a file is in one of the folders."""
        return any(path.startswith(folder.rstrip(os.sep) + os.sep) for folder in self.paths)

    @property
    def first(self) -> str:
        """The first folder, or the current one if there are none."""
        return self.paths[0] if self.paths else os.getcwd()
