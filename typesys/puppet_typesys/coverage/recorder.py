"""Recorder: counts the evaluations of the branches and statements of some files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple, TypeVar, cast

from puppet_grammar import ast
from puppet_grammar.text import Text
from puppet_typesys.coverage.points import Points, points
from puppet_typesys.evaluate.evaluator import Evaluator, Handler
from puppet_typesys.evaluate.observer import Observer, Stepper
from puppet_typesys.evaluate.reach import Reach
from puppet_typesys.evaluate.scope import Scope
from puppet_typesys.node_catalogs.causes import Causes
from puppet_typesys.node_catalogs.inclusions import Inclusions
from puppet_typesys.node_catalogs.node import NodeCompiler
from puppet_typesys.node_catalogs.observation import NodeObservation, NodeObserver

H = TypeVar("H")


class Count(NamedTuple):
    """How often something was certainly evaluated, and whether it may have been besides that."""

    times: int
    is_possible: bool = False

    def plus(self, other: Count) -> Count:
        """The sum."""
        return Count(self.times + other.times, self.is_possible or other.is_possible)


NEVER = Count(0)


class Counts(NamedTuple):
    """The counts of a file."""

    path: str
    source: bytes
    """The text that was evaluated."""
    branches: tuple[Count, ...]
    statements: tuple[Count, ...]


@dataclass
class Record:
    """The counts of the points of a text. Used on the thread of the evaluation."""

    path: str
    text: Text
    points: Points
    branches: dict[int, Count] = field(default_factory=dict)
    statements: dict[int, Count] = field(default_factory=dict)
    _table: object = None

    def table(self, handlers: H) -> H:
        """The functions that evaluate the nodes of the text, which count them first."""
        if self._table is None:
            table = cast(dict[type[ast.Node], Handler], handlers)
            self._table = {kind: partial(_evaluate, self, handler) for kind, handler in table.items()}
        return cast(H, self._table)

    def take(self) -> Counts:
        """The counts since the last call."""
        branches = tuple(self.branches.get(number, NEVER) for number in range(len(self.points.branches)))
        statements = tuple(self.statements.get(number, NEVER) for number in range(len(self.points.statements)))
        self.branches.clear()
        self.statements.clear()
        return Counts(self.path, self.text.source, branches, statements)

    def entered(self, node: ast.Node, reach: Reach) -> None:
        """Count a body or statement, before it is evaluated."""
        count = _count(reach)
        body, statement = self.points.of_body.get(id(node)), self.points.of_statement.get(id(node))
        if body is not None:
            _add(self.branches, body, count)
        if statement is not None:
            _add(self.statements, statement, count)

    def chosen(self, node: ast.Node, number: int, count: Count) -> None:
        """Count a branch of a conditional expression."""
        numbers = self.points.of_choice.get(id(node), ())
        branch = numbers[number] if number < len(numbers) else None
        if branch is not None:
            _add(self.branches, branch, count)


def _count(reach: Reach) -> Count:
    return Count(1) if reach.certainty.is_present else Count(0, is_possible=True)


def _add(counts: dict[int, Count], number: int, count: Count) -> None:
    counts[number] = counts.get(number, NEVER).plus(count)


class Recorder:
    """The counts of the files that are wanted, over any number of evaluations on one thread, each of which has to be followed."""

    def __init__(self, wanted: Callable[[str], bool]) -> None:
        """`wanted` tells by its path whether a file counts."""
        self._wanted = wanted
        self._records: dict[int, Record] = {}
        """By identity of the text, which the record keeps alive."""
        self._compiler: NodeCompiler | None = None

    def follow(self, compiler: NodeCompiler) -> None:
        """Count the evaluations of a compiler, which is made with this recorder as its stepper and `observation`."""
        self._compiler = compiler

    def take(self) -> tuple[Counts, ...]:
        """The counts of files since the last call."""
        return tuple(each.take() for each in self._records.values() if each.branches or each.statements)

    def record_of(self, text: Text) -> Record | None:
        """The record of a text; None if it does not count."""
        known = self._records.get(id(text))
        source = None if known is not None or self._compiler is None else self._compiler.source_of(text)
        if source is not None and source.path and self._wanted(source.path):
            known = self._records[id(text)] = Record(source.path, text, points(source.program, text))
        return known

    def observation(self, causes: Causes, inclusions: Inclusions, reach: Reach, stepper: Stepper | None) -> NodeObservation:
        """The observation of an evaluation."""
        return _Observation(self, causes, inclusions, reach, stepper)

    def stepping(self, handlers: H, text: Text) -> H:
        record = self.record_of(text)
        return handlers if record is None else record.table(handlers)

    def open_template(self, text: Text, path: str | None) -> None:
        """Templates do not count."""


def _evaluate(record: Record, handler: Handler, ev: Evaluator, node: ast.Expression, scope: Scope) -> object:
    if id(node) in record.points.of_statement or id(node) in record.points.of_body:
        record.entered(node, ev.compiler.reach)
    return handler(ev, node, scope)


class _Observation(NodeObservation):
    """That of a node, with observers of its own for the texts that count."""

    def __init__(self, recorder: Recorder, causes: Causes, inclusions: Inclusions, reach: Reach, stepper: Stepper | None) -> None:
        super().__init__(causes, inclusions, reach, stepper)
        self._recorder = recorder
        self._parts = causes, inclusions, reach
        self._observers: dict[int, _Observer] = {}

    def observer_of(self, text: Text) -> Observer:
        record = self._recorder.record_of(text)
        if record is None:
            return super().observer_of(text)
        known = self._observers.get(id(text))
        if known is None:
            known = self._observers[id(text)] = _Observer(record, *self._parts)
        return known


class _Observer(NodeObserver):
    """That of a node, which counts the branches of a text."""

    def __init__(self, record: Record, causes: Causes, inclusions: Inclusions, reach: Reach) -> None:
        super().__init__(causes, inclusions, reach)
        self._record = record
        self._around = reach

    def chosen(self, node: ast.Expression, number: int) -> None:
        self._record.chosen(node, number, _count(self._around))

    def may_choose(self, node: ast.Expression, numbers: Sequence[int]) -> None:
        for each in numbers:
            self._record.chosen(node, each, Count(0, is_possible=True))
