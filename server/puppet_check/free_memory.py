"""Keeps little free memory: the C library keeps what was freed between blocks that are in use, and in an arena for each thread."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

TRIM_THRESHOLD, MMAP_THRESHOLD, ARENA_MAX = -1, -3, -8
"""Options of `mallopt` in glibc."""
LARGE = 1 << 16
"""The size in bytes from which a block is returned to the system when it is freed, and the end of the heap as well. Without a limit of
its own, the C library raises it to the size of the largest block that was ever freed, up to 32 MB."""


def keep_little() -> None:
    """Return large blocks at once, and use one arena for all threads, which wait for Python's lock anyway. Call it before they start."""
    set_option = _function("mallopt")
    if set_option is not None:
        for option, value in ((ARENA_MAX, 1), (MMAP_THRESHOLD, LARGE), (TRIM_THRESHOLD, LARGE)):
            set_option(option, value)


def return_memory() -> None:
    """Return the free pages of the C library to the system, where it can do that: half a millisecond to five."""
    trim = _function("malloc_trim")
    if trim is not None:
        trim(0)


def returns_memory() -> bool:
    """Whether the C library can do that."""
    return _function("malloc_trim") is not None


@cache
def _function(name: str) -> Callable[..., int] | None:
    """A function of glibc; None with other libraries."""
    try:
        import ctypes  # takes 2 ms, and is not there on all systems
    except ImportError:
        return None
    try:
        found: Callable[..., int] = getattr(ctypes.CDLL(None), name)
    except (AttributeError, OSError, TypeError):
        return None
    return found
