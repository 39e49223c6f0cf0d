"""The same comparison as `comparing.py` makes, of which only what can differ is compiled, and of nodes with the same catalog one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple

from puppet_check.cli.diff.comparing import Failure, NodeChanges, failure_of, failures_of, lost_orders
from puppet_check.cli.diff.exporting import Exporting
from puppet_check.deadline import Deadline
from puppet_check.features.catalog.changes import Catalogs, changes
from puppet_check.features.catalog.neighbours import neighbours_of
from puppet_check.fleet.exports import collects
from puppet_check.fleet.trace.compiling import Compiling, Side
from puppet_check.fleet.trace.holding import Holding
from puppet_check.fleet.trace.kept import Earlier, Outcome
from puppet_check.fleet.trace.node_values import NodeValues
from puppet_check.fleet.trace.pending import Key, Pending
from puppet_check.fleet.trace.questions import Question, Record
from puppet_check.fleet.trace.remembered import Made, Remembered
from puppet_check.fleet.trace.tree import Stop
from puppet_check.garbage import collect_garbage
from puppet_check.reports.catalogs.compilation import Compiled
from puppet_check.reports.on_demand import on_demand
from puppet_typesys.evaluate.exports import Export, Exports
from puppet_typesys.node_catalogs.node import Node

MOST_REASONS = 4
"""How many reasons are given for the compilation of a node."""


class Compared(NamedTuple):
    """What a process has found of a node."""

    changes: NodeChanges
    before: Record | None = None
    after: Record | None = None
    """None without a catalog, and if it is that before the change."""
    holds: tuple[bool, bool] = (False, False)
    """Whether the first record holds after the change as well, and the second one before it, as far as code and data are concerned."""
    changed: tuple[Question, ...] = ()
    """What is answered in another way after the change."""


class TracedComparing(NamedTuple):
    """The comparison of catalogs, as the `Work` of processes (`reports/forks.py`). Items are the indices of nodes."""

    sides: tuple[Side, Side]
    nodes: Sequence[Node]

    def started(self) -> Callable[[int], Compared]:
        """The function that compares the catalogs of a node."""
        deadline = Deadline(guards_process=True)
        first, second = (Compiling(each, deadline) for each in self.sides)
        earlier = Remembered()

        def compared(number: int) -> Compared:
            made = self._compared(number, first, second, earlier)
            collect_garbage()
            return made

        return compared

    def _compared(self, number: int, first: Compiling, second: Compiling, earlier: Remembered) -> Compared:
        node = self.nodes[number]
        values = NodeValues(node, first.side)
        before = earlier.find(values)
        if before is None:
            before = _made(first, node)
            earlier.add(values, before)
        record = before.record
        changed = [] if record is None else second.side.changed(record, node)
        if record is not None and not changed:
            return Compared(NodeChanges(number, failures=failures_of(before.failure, before.failure)), record, holds=(True, True))
        after = _made(second, node)
        made = NodeChanges(number, failures=failures_of(before.failure, after.failure))
        if not made.failures:
            made = self._changes(number, before, after)
        holds = record is not None and second.side.holds(record), after.record is not None and first.side.holds(after.record)
        return Compared(made, record, after.record, holds, tuple(changed[:MOST_REASONS]))

    def _changes(self, number: int, before: Made, after: Made) -> NodeChanges:
        assert before.document is not None and after.document is not None
        reads = [each.library.world().read_file for each in self.sides]
        found = changes(Catalogs(before.document, after.document, reads[0], reads[1]))
        every = (*found, *lost_orders(before.needs, after.needs, before.resources))
        return NodeChanges(number, every, neighbours=neighbours_of(every, before.document, after.document))

    def ended(self, item: int, reason: str, *, is_slow: bool) -> Compared:
        """The failure of a node with whose catalogs the process ended."""
        return Compared(NodeChanges(item, failures=(Failure("both", f"the compilation was given up: {reason}" if is_slow else reason),)))


def _made(compiling: Compiling, node: Node) -> Made:
    """The catalog of a node, compiled."""
    traced = compiling.compile(node)
    failure = failure_of(traced.compiled, compiling.side.compilation)
    made = Made(compiling.record(traced, failure), failure, traced.document, traced.needs, traced.resources)
    if isinstance(traced.compiled, Compiled):
        traced.compiled.compiler.release()
    return made


class Reason(NamedTuple):
    """Why the catalogs of a node were compiled, or not."""

    kind: str
    """`first`, `changed`, `like`, `unchanged`, or `exporting` if it was compiled for what it exports."""
    questions: tuple[Question, ...] = ()
    like: int = 0
    """The node with the same catalogs."""


UNCHANGED, EXPORTING = Reason("unchanged"), Reason("exporting")


class Reduced:
    """A comparison of nodes. Used once."""

    def __init__(self, sides: tuple[Side, Side], nodes: Sequence[Node], known: Earlier) -> None:
        """`known` is what is known of earlier runs, to which this one adds."""
        self._sides, self._nodes = sides, nodes
        self.known = known
        self.reasons: dict[int, Reason] = {}
        self.used: set[int] = set()
        """The records of which use was made."""
        first, second = (Holding(known.tree, each.library.tracing.answers) for each in sides)
        self._holding = first, second
        self._pending = Pending(range(len(nodes)))
        self._exporting: Collection[int] = ()
        """The nodes that were compiled for what they export."""
        self._done: list[NodeChanges] = []
        self._firsts: dict[Key, int] = {}

    def collect(self, others: Sequence[Node], outside: Sequence[Export] | None, jobs: int, ended: Callable[[], None]) -> None:
        """Let nodes get what they and others of the run export, and all further nodes (`outside`), before and after the change.

        `ended` is called after each compilation.
        """
        every = [*self._nodes, *others]
        if not collects(every, outside):
            return
        exporting = Exporting(every, outside, self.known)
        before, after = (exporting.side(side, holding, jobs, ended) for side, holding in zip(self._sides, self._holding, strict=True))
        self._sides = before, after
        self.used |= exporting.used
        self._exporting = exporting.compiled

    @property
    def exports(self) -> tuple[Exports, Exports]:
        """What nodes export before the change and after it, as far as it is known."""
        before, after = (each.exports.exports for each in self._sides)
        return before, after

    def results(self, jobs: int) -> Iterator[NodeChanges]:
        """What differs of each node, in any order."""
        for each in on_demand(self._next, jobs, TracedComparing(self._sides, self._nodes)):
            self._take(each)
            yield from self._ready()
        yield from self._ready()

    def _ready(self) -> Iterator[NodeChanges]:
        ready, self._done = self._done, []
        yield from ready

    def _next(self) -> int | None:
        return self._pending.next(self._key)

    def _key(self, number: int) -> Key | None:
        found = self._found(number)
        if not isinstance(found, NodeChanges):
            return found
        self._done.append(found)
        return None

    def _found(self, number: int) -> NodeChanges | Key:
        """What is known of a node already, or what it has in common with others while it is not."""
        values = NodeValues(self._nodes[number], self._sides[0])
        before = self.known.tree.find(values, self._holding[0])
        if isinstance(before, Stop):
            self.reasons[number] = Reason("first", () if before.question is None else (before.question,))
            return (0, before.branch, before.answer)
        values.move(self._sides[1])
        after = self.known.tree.find(values, self._holding[1])
        if isinstance(after, Stop):
            return (1, before, after.branch, after.answer)
        self.used |= {before, after}
        if before == after:
            self.reasons[number] = EXPORTING if number in self._exporting else UNCHANGED
            failure = self.known.tree.records[before].failure
            return NodeChanges(number, failures=failures_of(failure, failure))
        known = self.known.pairs.get((before, after))
        if known is None:
            return (2, before, after)
        self.reasons[number] = Reason("like", like=self._firsts.get((before, after), -1))
        return NodeChanges(number, known.changes, tuple(Failure(*each) for each in known.failures), known.neighbours)

    def _take(self, found: Compared) -> None:
        """Note what a process has found, and let the nodes go on that waited for it."""
        number = found.changes.node
        self._done.append(found.changes)
        self._pending.done(number)
        static = NodeValues(self._nodes[number], self._sides[0]).static
        if found.changed:
            self.reasons[number] = Reason("changed", found.changed)
        if found.before is None:
            return
        before = self.known.tree.add(static, found.before)
        self._holding[0].note_made(before)
        self._holding[1].note(before, found.holds[0])
        self.used.add(before)
        if found.after is not None:
            after = self.known.tree.add(static, found.after)
            self._holding[0].note(after, found.holds[1])
            self._holding[1].note_made(after)
            self.used.add(after)
            self.known.pairs[before, after] = Outcome(
                found.changes.changes, tuple((each.side, each.message) for each in found.changes.failures), found.changes.neighbours
            )
            self._firsts[before, after] = number
