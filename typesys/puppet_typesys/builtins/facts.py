"""The built-in facts of Facter."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache

from puppet_grammar.named import NamedTuple
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.builtins.resource_types import rows_of, table_of


class Fact(NamedTuple):
    """A top-level fact; `pattern` is a regular expression for facts whose names vary."""

    name: str
    type: str
    pattern: str | None = None
    legacy: bool = False
    replacement: str | None = None
    """The path of the structured fact with the same content, for legacy facts."""


@cache
def facts() -> dict[str, Fact]:
    """The facts by name."""
    rows = rows_of("facts.json")
    return {row["name"]: Fact(**row) for row in rows}


def fact_values(path: str) -> tuple[str, ...]:
    """The usual values of a fact by its dotted path, the most frequent ones first; none if they are not known."""
    rows = table_of("fact_values.json")
    return tuple(rows.get(path, ()))


@cache
def _recorded(what: str) -> frozenset[str]:
    rows = table_of("legacy_facts.json")
    return frozenset(rows[what])


def has_equal_replacement(legacy: Fact) -> bool:
    """Whether the structured fact has the same value as a legacy one on all recorded systems that have the latter."""
    return legacy.name in _recorded("equal")


def is_on_all_nodes(keys: Iterable[str]) -> bool:
    """Whether all recorded systems have the structured fact of a path, with parts; no keys mean `facts` itself."""
    path = ".".join(keys)
    return not path or path in _recorded("always")


def is_always_present(path: str) -> bool:
    """Whether all recorded systems have a structured fact, or a part of one, by its dotted path."""
    return path in _recorded("present")


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str], Fact], ...]:
    """The facts whose names vary, each with the letters that its names begin with, as few of the patterns are ever needed."""
    found = ((each.pattern, each) for each in facts().values() if each.pattern is not None)
    return tuple((re.split(r"\W", text.removeprefix("^"), maxsplit=1)[0], lazy_pattern(text), each) for text, each in found)


@lru_cache(10_000)
def fact(name: str) -> Fact | None:
    """The fact of a name, including facts whose names vary."""
    found = facts().get(name)
    if found is not None:
        return found
    return next((each for start, pattern, each in _patterns() if name.startswith(start) and pattern.fullmatch(name)), None)
