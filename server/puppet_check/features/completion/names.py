"""Names of a project that may be completed: found by the names of files; what a file defines is looked up when there is time."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from functools import lru_cache

from puppet_check.workspace.workspace import Known
from puppet_typesys.builtins.resource_types import NAMES
from puppet_typesys.evaluate.families import load
from puppet_typesys.functions.registry import function_names
from puppet_typesys.loader import CLASS, DEFINE, FUNCTION, RESOURCE_TYPE, TYPE

DEFINED = re.compile(rb"^\s*(class|define)\s", re.MULTILINE)
ALIAS = re.compile(rb"^\s*type\s+([\w:]+)\s*=", re.MULTILINE)
FEW = 8
"""How many modules there may be for all their names to be offered before a letter is written."""
TIME = 0.004
"""Seconds that one request may look into files."""
BUILTIN_ONLY = frozenset(("new",))


class Clock:
    """The time that is left to look into files; it begins with the first."""

    def __init__(self, seconds: float | None = None) -> None:
        self._seconds = seconds
        self._end: float | None = None
        self.ran_out = False

    def is_over(self) -> bool:
        """Whether there is no time left."""
        now = time.monotonic()
        if self._end is None:
            self._end = now + (TIME if self._seconds is None else self._seconds)
        self.ran_out = self.ran_out or now > self._end
        return self.ran_out

    def kind_of(self, path: str) -> str | None:
        """What a manifest defines; None if there was no time to look."""
        return self._matched(path, DEFINED)

    def spelling_of(self, path: str) -> str | None:
        """The name of a type alias as its file writes it; None if there was no time to look."""
        return self._matched(path, ALIAS)

    def _matched(self, path: str, pattern: re.Pattern[bytes]) -> str | None:
        known = KINDS.get(path)
        if known is None and not self.is_over():
            known = KINDS[path] = _matched(path, pattern)
        return known


KINDS: dict[str, str] = {}
"""What manifests define, and how aliases are spelt, kept while the program runs: few files change that."""


def _matched(path: str, pattern: re.Pattern[bytes]) -> str:
    try:
        with open(path, "rb") as file:
            found = pattern.search(file.read())
    except OSError:
        return ""
    return "" if found is None else found.group(1).decode("utf-8", "replace")


def manifests(kind: str, prefix: str, known: Known, clock: Clock) -> Iterator[str]:
    """The classes or defines whose names begin so; those of which it is unknown yet count as either."""
    modules = known.loader.project.modules
    if not prefix and len(modules) > FEW:
        # All names of all modules are of no use to anyone; they come with the first letter.
        clock.ran_out = True
        yield from sorted(each for each in modules if kind == CLASS)
        return
    for name in known.loader.likely_names(CLASS):
        if not name.startswith(prefix):
            continue
        module, *inner = name.split("::")
        path = os.path.join(modules[module].folder, "manifests", *(inner or ["init"])) + ".pp"
        if (clock.kind_of(path) or kind) == kind:
            yield name


def resource_types(prefix: str, known: Known) -> list[tuple[str, str]]:
    """The resource types that are not written in Puppet, with where they come from."""
    found = {name: "built-in resource type" for name in NAMES if name.startswith(prefix)}
    for name in known.loader.likely_names(RESOURCE_TYPE) if prefix or len(known.loader.project.modules) <= FEW else ():
        if name.startswith(prefix) and "::" not in name:
            found.setdefault(name, "resource type")
    return sorted(found.items())


def functions(prefix: str, known: Known) -> list[str]:
    """The functions whose names begin so."""
    return sorted({each for each in (*_builtin_functions(), *known.loader.likely_names(FUNCTION)) if each.startswith(prefix)})


@lru_cache(1)
def _builtin_functions() -> tuple[str, ...]:
    load()
    return tuple(each for each in function_names() if each not in BUILTIN_ONLY)


def data_types(prefix: str, known: Known, clock: Clock) -> list[str]:
    """The data types; those of modules only for a prefix that says so, since each is spelt as its file says."""
    from puppet_typesys.builtins.resource_types import data

    rows = data("texts/data_types.json")
    assert isinstance(rows, dict)
    found = list(rows)
    modules = known.loader.project.modules
    small = prefix.lower()
    for name in known.loader.likely_names(TYPE):
        if not name.startswith(small):
            continue
        module, *inner = name.split("::")
        path = os.path.join(modules[module].folder, "types", *inner) + ".pp" if module in modules and inner else ""
        found.append(clock.spelling_of(path) or "::".join(part[:1].upper() + part[1:] for part in name.split("::")))
    return found


__all__ = ["CLASS", "DEFINE", "Clock", "data_types", "functions", "manifests", "resource_types"]
