"""What nodes export before a change and after it, as `fleet/exports.py` finds it, where only what may differ is compiled.

The catalogs that are compiled for it are recorded as those that are compared, so that what does not change is not compiled again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from puppet_check.cli.diff.comparing import failure_of
from puppet_check.deadline import Deadline
from puppet_check.fleet.exports import Settling
from puppet_check.fleet.trace.compiling import Compiling, Side
from puppet_check.fleet.trace.export_answers import ExportAnswers
from puppet_check.fleet.trace.holding import Holding
from puppet_check.fleet.trace.kept import Earlier
from puppet_check.fleet.trace.node_values import NodeValues
from puppet_check.fleet.trace.pending import Key, Pending
from puppet_check.fleet.trace.questions import Record
from puppet_check.garbage import collect_garbage
from puppet_check.reports.catalogs.compilation import Compiled
from puppet_check.reports.on_demand import on_demand
from puppet_grammar.dataclass import replace
from puppet_typesys.evaluate.exports import Export
from puppet_typesys.node_catalogs.exporting import NOT_COMPILED, Exported, exported
from puppet_typesys.node_catalogs.node import Node


class Made(NamedTuple):
    """What a process has found of a node."""

    node: int
    exported: Exported
    record: Record | None = None
    """What the catalog depends on; None without one."""


class TracedExporting(NamedTuple):
    """The compilation of what nodes export, as the `Work` of processes (`reports/forks.py`). Items are indices of the nodes."""

    side: Side
    nodes: Sequence[Node]

    def started(self) -> Callable[[int], Made]:
        """The function that compiles what a node exports."""
        compiling = Compiling(self.side, Deadline(guards_process=True))

        def made(number: int) -> Made:
            found = self._made(number, compiling)
            collect_garbage()
            return found

        return made

    def _made(self, number: int, compiling: Compiling) -> Made:
        traced = compiling.compile(self.nodes[number])
        compiled = traced.compiled
        if not isinstance(compiled, Compiled):
            return Made(number, NOT_COMPILED)
        found = exported(compiled.compiler, self.nodes[number].name)
        if compiled.error is not None:
            found = found._replace(is_partial=True)
        return Made(number, found, compiling.record(traced, failure_of(compiled, self.side.compilation)))

    def ended(self, item: int, reason: str, *, is_slow: bool) -> Made:
        """Nothing is known of a node with whose catalog the process ended."""
        return Made(item, NOT_COMPILED)


class Exporting:
    """What nodes export in environments whose catalogs have records in one tree. Used once for each environment."""

    def __init__(self, nodes: Sequence[Node], outside: Sequence[Export] | None, known: Earlier) -> None:
        """`nodes` are all nodes of the run; `outside` is what all others export, None if that is unknown. What is found goes to `known`."""
        self._nodes, self._outside, self._tree = nodes, outside, known.tree
        self._of_record = known.exports
        self.compiled: set[int] = set()
        """The nodes that were compiled."""
        self.used: set[int] = set()
        """The records of which use was made."""

    def side(self, side: Side, holding: Holding, jobs: int, ended: Callable[[], None]) -> Side:
        """An environment with what nodes export there; `ended` is called after each compilation."""
        settling = Settling([each.name for each in self._nodes], self._outside)
        while settling.pending:
            now = side._replace(exports=ExportAnswers(replace(settling.exports, partial=frozenset())))
            settling.take(self._round(now, settling.pending, holding, jobs, ended))
        return side._replace(exports=ExportAnswers(settling.exports))

    def _round(self, side: Side, numbers: Sequence[int], holding: Holding, jobs: int, ended: Callable[[], None]) -> dict[int, Exported]:
        """What some nodes export, given what was exported in the round before."""
        found: dict[int, Exported] = {}
        pending = Pending(numbers)

        def key_of(number: int) -> Key | None:
            node = self._nodes[number]
            record = self._tree.find(NodeValues(node, side), lambda each: each in self._of_record and holding(each))
            if isinstance(record, int):
                found[number] = _of(self._of_record[record], node.name)
                self.used.add(record)
                return None
            return (record.branch, record.answer)

        for made in on_demand(lambda: pending.next(key_of), jobs, TracedExporting(side, self._nodes)):
            found[made.node] = made.exported
            self.compiled.add(made.node)
            if made.record is not None:
                record = self._tree.add(NodeValues(self._nodes[made.node], side).static, made.record)
                holding.note_made(record)
                self._of_record[record] = _of(made.exported, "")
                self.used.add(record)
            pending.done(made.node)
            ended()
        return found


def _of(exported: Exported, node: str) -> Exported:
    """What a node exports whose catalog is that of another one."""
    return exported._replace(resources=tuple(each._replace(certname=node) for each in exported.resources))
