"""Why values of a catalog are unknown: where an unknown value first comes from, not what it makes unknown in turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal, NamedTuple

from puppet_grammar import ast
from puppet_grammar.text import Text
from puppet_typesys.evaluate.definitions import Evaluates
from puppet_typesys.evaluate.evaluator import Evaluator
from puppet_typesys.evaluate.observer import Observation, Observer
from puppet_typesys.types.block import Block
from puppet_typesys.values.unknown import Unknown, contains_unknown

Kind = Literal["function", "data", "variable", "module"]


class Cause(NamedTuple):
    """A reason for which something is unknown: a function that is not evaluated, a key of Hiera data, a variable, an absent module."""

    kind: Kind
    name: str
    reason: str = ""


LOOKUPS = frozenset(("lookup", "hiera", "hiera_array", "hiera_hash", "hiera_include"))
"""Functions whose keys are counted instead."""


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


class CauseObservation(Observation):
    """Counts the causes, and otherwise behaves like the reference."""

    def __init__(self, causes: Causes) -> None:
        self._observer = CauseObserver(causes)

    def observer_of(self, text: Text) -> Observer:
        return self._observer


class CauseObserver(Observer):
    """Counts calls that make an unknown value from known ones, and reads of unknown variables of the top scope."""

    def __init__(self, causes: Causes) -> None:
        self.causes = causes
        self._calls: list[tuple[str, int]] = []
        """The functions being called, and the number of causes before; those of calls that have failed are dropped later."""

    def before_call(self, name: str, node: ast.Node) -> None:
        self._calls.append((name, self.causes.total))

    def after_call(self, ev: Evaluates, name: str, arguments: Sequence[object], block: Block | None, result: object) -> object:
        assert isinstance(ev, Evaluator)
        before = self._before(name)
        is_new = before == self.causes.total and contains_unknown(result) and block is None and not any(map(contains_unknown, arguments))
        if is_new and name not in LOOKUPS and ev.compiler.function_named(name) is None:
            self.causes.add("function", name)
        return result

    def _before(self, name: str) -> int:
        """The number of causes before a call."""
        while self._calls:
            called, total = self._calls.pop()
            if called == name:
                return total
        return self.causes.total

    def variable_read(self, node: ast.Node, name: str, value: object) -> object:
        if isinstance(value, Unknown) and name.removeprefix("::") in ("facts", "server_facts"):
            self.causes.add("variable", name.removeprefix("::"))
        return value
