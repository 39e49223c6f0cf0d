"""What readers of Ruby know of values: constants, patterns, and names with constant values."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import tree_sitter


class Unknown:
    """A value that is only known at run time."""


UNKNOWN = Unknown()
LONGEST = 100_000
"""The largest size of a computed string or list: a few lines of code can grow one exponentially."""


class Pattern(NamedTuple):
    """A regular expression, with its options written inline."""

    source: str


class Constant(NamedTuple):
    """A constant that is not defined in this file."""

    name: str


Value: TypeAlias = "str | int | float | bool | Pattern | Constant | Unknown | list[Value] | dict[str, Value] | None"


def is_known(value: Value) -> bool:
    """Whether a value and all its elements are those of the core."""
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return not isinstance(value, Unknown | Pattern | Constant) and all(map(is_known, parts))


@dataclass(slots=True)
class Budget:
    """The number of loop iterations that may still be evaluated in a file, as nested loops multiply."""

    left: int = 10_000

    def spend(self, rounds: int) -> bool:
        """Spend iterations; tells whether enough were left."""
        self.left -= rounds
        return self.left >= 0


class Scope(NamedTuple):
    """The values of names at a place, and the bodies of here-documents by the offset of their tag."""

    names: dict[str, Value]
    heredocs: dict[int, tree_sitter.Node]
    budget: Budget

    def inner(self, names: Iterable[tuple[str, Value]]) -> Scope:
        """The scope of a block with the given parameters."""
        return Scope({**self.names, **dict(names)}, self.heredocs, self.budget)
