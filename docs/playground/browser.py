"""What Python lacks in a browser, before the checker is imported there.

There are no threads, so that the time of a thread is that of the process, and no SQLite, which only the cache of results uses.
"""

from __future__ import annotations

import sys
import time
from types import ModuleType


class NoDatabase(ModuleType):
    """Stands for `sqlite3`, whose names are only needed by code that is not called."""

    class Error(Exception):
        """Never raised."""

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):
            raise AttributeError(name)
        return 0 if name.isupper() else object


def prepare() -> None:
    """Let the checker be imported."""
    if not hasattr(time, "thread_time"):
        time.thread_time = time.process_time
    sys.modules.setdefault("sqlite3", NoDatabase("sqlite3"))
