"""Why values of a catalog are unknown: where an unknown value first comes from, not what it makes unknown in turn."""

from __future__ import annotations

from collections import Counter
from typing import Literal, NamedTuple

Kind = Literal["function", "data", "variable", "module", "folder", "type"]


class Cause(NamedTuple):
    """A reason for which something is unknown: a function that is not evaluated, data, a variable, an absent module, folder or type."""

    kind: Kind
    name: str
    reason: str = ""


class Causes:
    """The causes of an evaluation, each with the number of values that are unknown because of it."""

    def __init__(self) -> None:
        self.counts: Counter[Cause] = Counter()
        self.total = 0
        self._reasons: dict[str, str] = {}

    def add(self, kind: Kind, name: str) -> None:
        """Count an unknown value."""
        reason = self._reasons.get(name, "") if kind == "function" else ""
        self.total += 1
        self.counts[Cause(kind, name, reason)] += 1

    def explain(self, function: str, reason: str) -> None:
        """Note why the result of a function is unknown."""
        self._reasons[function] = reason
