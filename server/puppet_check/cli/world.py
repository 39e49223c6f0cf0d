"""NoWorld: a program by itself, without modules, files and data."""

from __future__ import annotations

from puppet_typesys.functions.call import MISSING
from puppet_typesys.values.hash import Hash


class NoWorld:
    """Nothing is there (`puppet_typesys.functions.call.World`)."""

    def read_file(self, name: str) -> bytes | None:
        """Files are not looked at."""
        return None

    def find_file(self, name: str) -> str | None:
        """There are no modules, and files are not looked at."""
        return None if name.startswith("/") else ""

    find_template = find_file

    def read_template(self, name: str) -> str | None:
        """Files are not looked at."""
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
