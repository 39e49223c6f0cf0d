"""The server's folder for data while a catalog is compiled in which numbers are drawn: it is a new one, with what programs write there."""

from __future__ import annotations

from collections.abc import Callable


class Scratch:
    """The files of such a folder, in memory alone. Used by one compilation."""

    def __init__(self) -> None:
        self.folder = ""
        """Its path; empty as long as nothing has asked for it."""
        self.files: dict[str, str | None] = {}
        """The texts of files by their paths; None for folders."""

    def begin(self, draw: Callable[[int], int | None]) -> bool:
        """Whether there is such a folder: one with a name that is drawn at random."""
        number = None if self.folder else draw(1 << 40)
        if number is not None:
            self.folder = f"/tmp/d20260101-{number}"
            self.files[self.folder] = None
        return bool(self.folder)

    def has(self, path: str) -> bool:
        """Whether a path is that of the folder or below it."""
        below = path == self.folder or path.startswith(f"{self.folder}/")
        return bool(self.folder) and below and ".." not in path.split("/") and "//" not in path

    def write(self, path: str, text: str | None) -> None:
        """Write a file, or make a folder with those around it."""
        self.files[path] = text
        while text is None and path not in ("", self.folder):
            path = path.rpartition("/")[0]
            self.files.setdefault(path, None)
