"""The built-in facts of Facter."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import NamedTuple

from puppet_typesys.builtins.resource_types import data


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
    rows = data("facts.json")
    assert isinstance(rows, list)
    return {row["name"]: Fact(**row) for row in rows}


def fact_values(path: str) -> tuple[str, ...]:
    """The usual values of a fact by its dotted path, the most frequent ones first; none if they are not known."""
    rows = data("fact_values.json")
    assert isinstance(rows, dict)
    return tuple(rows.get(path, ()))


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], Fact], ...]:
    return tuple((re.compile(each.pattern), each) for each in facts().values() if each.pattern is not None)


@lru_cache(10_000)
def fact(name: str) -> Fact | None:
    """The fact of a name, including facts whose names vary."""
    found = facts().get(name)
    if found is not None:
        return found
    return next((each for pattern, each in _patterns() if pattern.fullmatch(name)), None)
