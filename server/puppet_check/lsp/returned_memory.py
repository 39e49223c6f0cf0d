"""Returns memory to the system that was freed: the C library keeps pages between blocks that are in use."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache


def return_memory() -> None:
    """Return the free pages of the C library to the system, where it can do that: half a millisecond to five."""
    trim = _trim()
    if trim is not None:
        trim(0)


def returns_memory() -> bool:
    """Whether the C library can do that."""
    return _trim() is not None


@cache
def _trim() -> Callable[[int], int] | None:
    """The function `malloc_trim` of glibc; None with other libraries."""
    try:
        import ctypes  # takes 5 ms, and is only needed once a session is idle
    except ImportError:
        return None
    try:
        found: Callable[[int], int] = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):
        return None
    return found
