"""The processor time of evaluations: that of their thread, without what it takes to find what they ask for outside of their text.

A large repository is searched for the first name of which a check asks whether anything defines it, which is no fault of the code.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import thread_time


class _Outside(threading.local):
    seconds = 0.0
    """The processor time of the searches that have ended."""
    is_searching = False


_OUTSIDE = _Outside()


def evaluation_time() -> float:
    """The seconds of processor time that count for this thread's evaluations; only differences mean something."""
    return thread_time() - _OUTSIDE.seconds


@contextmanager
def searching() -> Iterator[None]:
    """Do not count what is done in the `with` block, which may contain others."""
    if _OUTSIDE.is_searching:
        yield
        return
    begun = thread_time()
    _OUTSIDE.is_searching = True
    try:
        yield
    finally:
        _OUTSIDE.is_searching = False
        _OUTSIDE.seconds += thread_time() - begun
