"""The exported resources that the catalogs of some nodes collect from each other.

All are compiled without any, and those that collect again with what the others export, until that no longer changes: as on servers, where
catalogs get what was stored the last time. Each round uses what the one before has found, so that the order of nodes does not matter.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from puppet_check.deadline import Deadline
from puppet_check.garbage import collect_garbage
from puppet_check.reports.catalogs.compilation import Compilation, NotMade, in_time
from puppet_check.reports.parallel import in_processes
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


def with_exports(
    compilation: Compilation, nodes: Sequence[Node], others: Sequence[Node], jobs: int, outside: Sequence[Export] | None = None
) -> list[Node]:
    """Some nodes with what they and the others of the run export.

    `outside` is what all further nodes export. Without it nothing is known of what others export to a single node.
    """
    every = [*nodes, *others]
    if (len(every) == 1 and outside is None) or not stores_exports(every):
        return [*nodes]
    found: dict[int, Exported] = {}
    exports, pending = Exports(tuple(outside or ())), [*range(len(every))]
    for _ in range(ROUNDS + 1):
        results = in_processes(pending, jobs, Exporting(compilation, every, exports))
        found.update(zip(pending, results, strict=True))
        before, exports = exports, _joined([(node.name, found[number]) for number, node in enumerate(every)], outside or ())
        pending = [each for each in range(len(every)) if found[each].collects]
        if exports == before or not pending:
            break
    else:
        exports = replace(exports, is_partial=True)
    return [replace(each, exports=exports) for each in nodes]


def _joined(found: Sequence[tuple[str, Exported]], outside: Sequence[Export]) -> Exports:
    resources = tuple(each for _, one in found for each in one.resources)
    return Exports((*outside, *resources), partial=frozenset(name for name, one in found if one.is_partial))
