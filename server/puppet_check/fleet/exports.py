"""The exported resources that the catalogs of some nodes collect from each other.

All are compiled without any, and those that collect again with what the others export, until that no longer changes: as on servers, where
catalogs get what was stored the last time. Each round uses what the one before has found, so that the order of nodes does not matter.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from puppet_check.deadline import Deadline
from puppet_check.fleet.trace.questions import exactly
from puppet_check.garbage import collect_garbage
from puppet_check.reports.catalogs.compilation import Compilation, NotMade, in_time
from puppet_check.reports.parallel import in_processes
from puppet_grammar.dataclass import replace
from puppet_typesys.evaluate.exports import Export, Exports
from puppet_typesys.node_catalogs.exporting import NOT_COMPILED, Exported, exported
from puppet_typesys.node_catalogs.node import Node

ROUNDS = 3
"""The maximum number of rounds after the first one. What still changes then is not certain."""


class Exporting(NamedTuple):
    """The compilation of what nodes export, as the `Work` of processes (`reports/forks.py`). Items are indices of the nodes."""

    compilation: Compilation
    nodes: Sequence[Node]
    exports: Exports

    def started(self) -> Callable[[int], Exported]:
        """The function that compiles what a node exports."""
        deadline = Deadline(guards_process=True)

        def made(number: int) -> Exported:
            found = in_time(partial(self._exported, number), deadline)
            collect_garbage()
            return NOT_COMPILED if isinstance(found, NotMade) else found

        return made

    def _exported(self, number: int) -> Exported:
        # That others may export more does not make uncertain what this one exports; each would be so for the other's sake.
        node = replace(self.nodes[number], exports=replace(self.exports, partial=frozenset()))
        compiled = self.compilation.of(node)
        found = exported(compiled.compiler, node.name)
        return found if compiled.error is None else found._replace(is_partial=True)

    def ended(self, item: int, reason: str, *, is_slow: bool) -> Exported:
        """Nothing is known of a node with whose catalog the process ended."""
        return NOT_COMPILED


def stores_exports(nodes: Sequence[Node]) -> bool:
    """Whether the server stores exported resources."""
    return any(each.settings.get("storeconfigs") is True for each in nodes)


class Settling:
    """The rounds in which nodes collect from each other. Used once."""

    def __init__(self, names: Sequence[str], outside: Sequence[Export] | None) -> None:
        self._names, self._outside = names, outside or ()
        self._found: dict[int, Exported] = {}
        self._rounds = 0
        self.exports = Exports(tuple(self._outside))
        """What nodes export, as far as it is known."""
        self.pending: Sequence[int] = range(len(names))
        """The nodes to be compiled next, by their numbers; none if nothing changes any more."""

    def take(self, found: Mapping[int, Exported]) -> None:
        """Take what the nodes export that were compiled with what is exported so far."""
        self._found.update(found)
        self._rounds += 1
        before, self.exports = self.exports, self._joined()
        self.pending = [each for each in range(len(self._names)) if self._found[each].collects]
        if _state(self.exports) == _state(before):
            self.pending = ()
        elif self.pending and self._rounds > ROUNDS:
            self.exports, self.pending = replace(self.exports, is_partial=True), ()

    def _joined(self) -> Exports:
        found = [self._found[number] for number in range(len(self._names))]
        partial = frozenset(name for name, each in zip(self._names, found, strict=True) if each.is_partial)
        return Exports((*self._outside, *(resource for each in found for resource in each.resources)), partial=partial)


def _state(exports: Exports) -> str:
    """A fingerprint of what nodes export, which is the same for unknown values of the same type."""
    return exactly((exports.resources, exports.is_partial, sorted(exports.partial)))


def collects(nodes: Sequence[Node], outside: Sequence[Export] | None) -> bool:
    """Whether nodes get what others export. Without `outside` nothing is known of what others export to a single node."""
    return (len(nodes) > 1 or outside is not None) and stores_exports(nodes)


def with_exports(
    compilation: Compilation, nodes: Sequence[Node], others: Sequence[Node], jobs: int, outside: Sequence[Export] | None = None
) -> list[Node]:
    """Some nodes with what they and the others of the run export; `outside` is what all further nodes export."""
    every = [*nodes, *others]
    if not collects(every, outside):
        return [*nodes]
    settling = Settling([each.name for each in every], outside)
    while pending := settling.pending:
        results = in_processes(pending, jobs, Exporting(compilation, every, settling.exports))
        settling.take(dict(zip(pending, results, strict=True)))
    return [replace(each, exports=settling.exports) for each in nodes]
