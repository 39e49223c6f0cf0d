"""When Python's garbage collector runs: seldom, as trees contain no reference cycles, and evaluations leave some."""

from __future__ import annotations

import gc

YOUNG = 600_000
"""The number of new objects after which the garbage collector runs."""


MUCH = 400_000
"""The number of new objects from which on they are worth a look, some 40 MB."""


def collect_seldom() -> None:
    """Collect garbage seldom in this process and in the forks of it."""
    gc.set_threshold(YOUNG, 50, 1000)


def collect_garbage() -> None:
    """Free the catalogs that are not used any more, which have reference cycles.

    What is left is cached for further catalogs, and need not be looked at again: it took half of the time of a catalog.
    """
    gc.collect()
    gc.freeze()


def collect_much_garbage() -> None:
    """Free what is not used any more if it may be much, as after many catalogs."""
    young, older, _ = gc.get_count()
    if older or young >= MUCH:
        collect_garbage()
