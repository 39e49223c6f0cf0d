"""The families of attacks: the modules of this package with a function `attacks`."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules

from bench import attacks as package
from bench.attacks.attack import Attack

PROGRAMS = frozenset(("run", "session", "among", "families"))
"""Modules that are not families."""


def all_attacks() -> Iterator[Attack]:
    """The attacks of all families."""
    for name in sorted(each.name for each in iter_modules(package.__path__)):
        found = None if name in PROGRAMS else getattr(import_module(f"{package.__name__}.{name}"), "attacks", None)
        if found is not None:
            yield from found()
