"""Worlds for code by itself: without modules and data, with or without the files of this machine."""

from __future__ import annotations

from puppet_typesys.functions.call import MISSING
from puppet_typesys.values.hash import Hash


class NoWorld:
    """Nothing is there (`puppet_typesys.functions.call.World`), and files are not looked at."""

    def read_file(self, name: str) -> bytes | None:
        """The content of a file; nobody knows it."""
        return None

    def find_file(self, name: str) -> str | None:
        """The path of a file: none in a module, and nobody knows about others."""
        return None if name.startswith("/") else ""

    def find_template(self, name: str) -> str | None:
        """The path of a template, likewise."""
        return self.find_file(name)

    def read_template(self, name: str) -> str | None:
        """The text of a template; nobody knows it."""
        return None

    def module_directory(self, name: str) -> str | None:
        """There are no modules."""
        return ""

    def lookup(self, key: str, options: Hash) -> object:
        """There is no data."""
        return MISSING

    def now(self) -> int | None:
        """Nanoseconds since the epoch."""
        import time  # only the functions about time need it

        return time.time_ns()


class LocalWorld(NoWorld):
    """The files of this machine, by their absolute paths."""

    def read_file(self, name: str) -> bytes | None:
        try:
            with open(name, "rb") as file:
                return file.read()
        except OSError:
            return None

    def find_file(self, name: str) -> str | None:
        import os.path  # loaded already, in fact

        return name if os.path.isabs(name) and os.path.exists(name) else ""

    def read_template(self, name: str) -> str | None:
        content = self.read_file(name)
        return None if content is None else content.decode("utf-8", "surrogateescape")
