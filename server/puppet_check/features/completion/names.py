"""Names of a project for completion, found by file names; files are read only as long as time allows."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from functools import lru_cache

from puppet_check.reading.files import read
from puppet_check.workspace.known import Known
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.builtins.resource_types import NAMES, table_of
from puppet_typesys.evaluate.families import load
from puppet_typesys.functions.registry import function_names
from puppet_typesys.loader import CLASS, DEFINE, FUNCTION, RESOURCE_TYPE, TYPE, Definition, TypedName

DEFINED = lazy_pattern(rb"^[^\S\n]*+(class|define)\s", re.MULTILINE)
ALIAS = lazy_pattern(rb"^[^\S\n]*+type\s+([\w:]+)\s*=", re.MULTILINE)
FEW = 8
"""Up to this number of modules, all their names are offered before a letter is typed."""
TIME = 0.004
"""Seconds that one request may spend reading files."""
BUILTIN_ONLY = frozenset(("new",))


class Clock:
    """The time limit for reading files; it starts with the first file."""

    def __init__(self, seconds: float | None = None) -> None:
        self._seconds = seconds
        self._end: float | None = None
        self.ran_out = False

    def is_over(self) -> bool:
        """Whether the time limit has passed."""
        now = time.monotonic()
        if self._end is None:
            self._end = now + (TIME if self._seconds is None else self._seconds)
        self.ran_out = self.ran_out or now > self._end
        return self.ran_out

    def stop(self) -> None:
        """Read no more files."""
        self.ran_out = True

    def kind_of(self, path: str) -> str | None:
        """The kind of definition in a manifest; None if there was no time to read it."""
        return self._matched(path, DEFINED)

    def spelling_of(self, path: str) -> str | None:
        """The spelling of a type alias in its file; None if there was no time to read it."""
        return self._matched(path, ALIAS)

    def _matched(self, path: str, pattern: re.Pattern[bytes]) -> str | None:
        known = KINDS.get(path)
        if known is None and not self.is_over():
            known = KINDS[path] = _matched(path, pattern)
        return known


KINDS: dict[str, str] = {}
"""The kinds and spellings found in files, by path. Cached for the lifetime of the process, as they hardly ever change."""


def _matched(path: str, pattern: re.Pattern[bytes]) -> str:
    try:
        found = pattern.search(read(path))
    except OSError:
        return ""
    return "" if found is None else found.group(1).decode("utf-8", "replace")


def manifests(kind: str, prefix: str, known: Known, clock: Clock) -> Iterator[str]:
    """The classes or defines with a prefix. Names whose kind is not known yet are returned for both."""
    modules = known.loader.project.modules
    if not prefix and len(modules) > FEW:
        # The names of many modules are too long a list; they are offered after the first letter.
        clock.stop()
        yield from sorted(each for each in modules if kind == CLASS)
        return
    for name in known.loader.likely_names(CLASS):
        module, *inner = name.split("::")
        if not name.startswith(prefix) or module not in modules:
            continue
        path = os.path.join(modules[module].folder, "manifests", *(inner or ["init"])) + ".pp"
        if (clock.kind_of(path) or kind) == kind:
            yield name
    yield from (name for name in known.loader.interfaces.names(kind) if name.startswith(prefix))


def resource_types(prefix: str, known: Known) -> list[tuple[str, str]]:
    """The resource types written in Ruby, each with its origin."""
    unbundled = known.target.unbundled_types
    found = {name: "built-in resource type" for name in NAMES if name.startswith(prefix) and name not in unbundled}
    for name in known.loader.likely_names(RESOURCE_TYPE) if prefix or len(known.loader.project.modules) <= FEW else ():
        if name.startswith(prefix) and "::" not in name:
            found.setdefault(name, "resource type")
    return sorted(found.items())


def functions(prefix: str, known: Known) -> list[str]:
    """The functions with a prefix."""
    return sorted({each for each in (*_builtin_functions(), *known.loader.likely_names(FUNCTION)) if each.startswith(prefix)})


def known_functions(name: str, known: Known) -> Iterator[Definition]:
    """The definitions of a function in the files that have been read already."""
    module, *inner = name.split("::")
    found = known.project.modules.get(module)
    path = "" if found is None or not inner else os.path.join(found.folder, "functions", *inner) + ".pp"
    yield from (each for each in known.loader.known(path) or () if each.name == name)


@lru_cache(1)
def _builtin_functions() -> tuple[str, ...]:
    load()
    return tuple(each for each in function_names() if each not in BUILTIN_ONLY)


def data_types(prefix: str, known: Known, clock: Clock) -> list[str]:
    """The data types with a prefix. Those of modules need a non-empty one, as their spelling is read from their files."""
    rows = table_of("texts/data_types.json")
    found = list(rows)
    modules = known.loader.project.modules
    small = prefix.lower()
    for name in known.loader.likely_names(TYPE):
        if not name.startswith(small):
            continue
        module, *inner = name.split("::")
        path = os.path.join(modules[module].folder, "types", *inner) + ".pp" if module in modules and inner else ""
        spelling = clock.spelling_of(path) or _spelling_of(name, known)
        found.append(spelling or "::".join(part[:1].upper() + part[1:] for part in name.split("::")))
    return found


def _spelling_of(name: str, known: Known) -> str | None:
    """The spelling of a type of a module that is not installed."""
    return next((each.name for each in known.loader.interfaces.load(TypedName(TYPE, name))), None)


__all__ = ["CLASS", "DEFINE", "Clock", "data_types", "functions", "known_functions", "manifests", "resource_types"]
