"""Worlds for code outside of a project: without modules and data, with or without local files."""

from __future__ import annotations

from puppet_typesys.functions.call import MISSING
from puppet_typesys.values.hash import Hash


class NoWorld:
    """A `puppet_typesys.functions.call.World` without modules and data, in which the existence of files is unknown."""

    def read_file(self, name: str) -> bytes | None:
        """None: the contents of files are unknown."""
        return None

    def find_file(self, name: str) -> str | None:
        """The path of a file: empty for one in a module, as there are none; None (unknown) for others."""
        return None if name.startswith("/") else ""

    def find_template(self, name: str) -> str | None:
        """The path of a template, as for files."""
        return self.find_file(name)

    def read_template(self, name: str) -> str | None:
        """None: the texts of templates are unknown."""
        return None

    def module_directory(self, name: str) -> str | None:
        """The folder of a module: empty, as there are no modules."""
        return ""

    def lookup(self, key: str, options: Hash) -> object:
        """The value of a Hiera key: missing, as there is no data."""
        return MISSING

    def now(self) -> int | None:
        """Nanoseconds since the epoch."""
        import time  # only the functions about time need it

        return time.time_ns()


class LocalWorld(NoWorld):
    """A world with the files of this machine, by their absolute paths."""

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
