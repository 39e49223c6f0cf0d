"""Compares the catalogs of nodes in two environments, in processes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import partial
from typing import NamedTuple

from puppet_check.cli.outcome import error_text
from puppet_check.deadline import Deadline
from puppet_check.features.catalog.changes import Catalogs, Change, Read, changes
from puppet_check.features.catalog.document import catalog_document
from puppet_check.features.catalog.neighbours import Neighbours, neighbours_of
from puppet_check.garbage import collect_garbage
from puppet_check.reports.catalogs.compilation import Compilation, Compiled, NotMade, in_time
from puppet_check.reports.catalogs.order_findings import unmet_needs
from puppet_typesys.node_catalogs.node import Node

Needs = Mapping[tuple[str, str], str]
"""The orders that resources need and do not have, with the reasons."""


class Failure(NamedTuple):
    """Why a node has no catalog."""

    side: str
    """Where that is: `before` the change, `after` it, or in `both`."""
    message: str


class NodeChanges(NamedTuple):
    """What differs between the catalogs of a node. If one of them cannot be compiled, there are only failures."""

    node: int
    """The index of the node."""
    changes: tuple[Change, ...] = ()
    failures: tuple[Failure, ...] = ()
    neighbours: tuple[Neighbours, ...] = ()
    """Those of each change."""


class Group(NamedTuple):
    """The nodes that have some changes in common; each change is in one group."""

    nodes: tuple[str, ...]
    changes: tuple[Change, ...]


class FailureGroup(NamedTuple):
    """The nodes that cannot be compiled for the same reason."""

    nodes: tuple[str, ...]
    failure: Failure


class Result(NamedTuple):
    """The outcome of a comparison, with the changes of most nodes first."""

    before: str
    after: str
    """What is compared, in the words of the user."""
    nodes: tuple[str, ...]
    """All nodes."""
    groups: tuple[Group, ...]
    failures: tuple[FailureGroup, ...]
    neighbours: Mapping[Change, Neighbours]
    """Those of changes in the catalogs of the first node that has them; not of all changes."""
    link: str = ""
    """Where the whole report is, for formats with a limit."""

    def label(self, side: str) -> str:
        """What is compared on a side."""
        return {"before": self.before, "after": self.after}.get(side, f"{self.before} and {self.after}")


SAME, DIFFERENT, FAILED = 0, 1, 2
"""Exit codes: no catalog changes; some do; one of them cannot be compiled."""


def exit_code(result: Result) -> int:
    """The exit code of a command that prints an outcome."""
    is_same = all(change.kind == "unknown" for group in result.groups for change in group.changes)
    return FAILED if result.failures else SAME if is_same else DIFFERENT


class Comparing(NamedTuple):
    """The comparison of catalogs, as the `Work` of processes (`reports/forks.py`). Items are the indices of nodes."""

    sides: tuple[Compilation, Compilation]
    nodes: tuple[Sequence[Node], Sequence[Node]]
    """The same nodes on each side, with what others export there."""

    def started(self) -> Callable[[int], NodeChanges]:
        """The function that compares the catalogs of a node."""
        deadline = Deadline(guards_process=True)
        reads = [_reading(each) for each in self.sides]

        def compared(number: int) -> NodeChanges:
            compiled = [in_time(partial(side.of, nodes[number]), deadline) for side, nodes in zip(self.sides, self.nodes, strict=True)]
            made = NodeChanges(number, failures=failures_of(*map(failure_of, compiled, self.sides)))
            if not made.failures:
                both = [each for each in compiled if isinstance(each, Compiled)]
                before, after = (catalog_document(each.compiler, each.node) for each in both)
                found = changes(Catalogs(before, after, reads[0], reads[1]))
                first, second = (unmet_needs(each.compiler) for each in both)
                every = (*found, *lost_orders(first, second, set(map(str, both[0].compiler.catalog.resources))))
                made = NodeChanges(number, every, neighbours=neighbours_of(every, before, after))
                del both
            del compiled
            collect_garbage()
            return made

        return compared

    def ended(self, item: int, reason: str, *, is_slow: bool) -> NodeChanges:
        """The failure of a node with whose catalogs the process ended."""
        return NodeChanges(item, failures=(Failure("both", f"the compilation was given up: {reason}" if is_slow else reason),))


def lost_orders(before: Needs, after: Needs, resources: Set[str]) -> Iterator[Change]:
    """The orders that resources of both catalogs need, and only had before; `resources` are those of the catalog before the change."""
    for (first, second), why in after.items():
        if (first, second) not in before and {first, second} <= resources:
            yield Change("unordered", f"{first} -> {second}: {why}", is_edge=True)


def _reading(compilation: Compilation) -> Read:
    return compilation.library.world().read_file


def failures_of(before: str | None, after: str | None) -> tuple[Failure, ...]:
    """What is said of a node that has no catalog, by why that is before the change and after it."""
    if before == after:
        return () if before is None else (Failure("both", before),)
    return tuple(Failure(side, each) for side, each in (("before", before), ("after", after)) if each is not None)


def failure_of(compiled: Compiled | NotMade, compilation: Compilation) -> str | None:
    """Why there is no catalog, with paths as they are in a repository; None if there is one."""
    if isinstance(compiled, NotMade):
        return compiled.text
    if compiled.error is None:
        return None
    place = compiled.place
    return error_text(os.path.relpath(place, compilation.library.known.project.root) if os.path.isabs(place) else place, compiled.error)


def grouped(names: Sequence[str], found: Iterable[NodeChanges]) -> tuple[tuple[Group, ...], tuple[FailureGroup, ...]]:
    """The changes and failures with the nodes that have them, those of most nodes first."""
    by_change: dict[Change, list[int]] = {}
    by_failure: dict[Failure, list[int]] = {}
    for each in found:
        for change in each.changes:
            by_change.setdefault(change, []).append(each.node)
        for failure in each.failures:
            by_failure.setdefault(failure, []).append(each.node)
    by_nodes: dict[tuple[int, ...], list[Change]] = {}
    for change, nodes in by_change.items():
        by_nodes.setdefault(tuple(nodes), []).append(change)
    groups = [Group(tuple(names[each] for each in nodes), tuple(sorted(of, key=_order))) for nodes, of in by_nodes.items()]
    failures = [FailureGroup(tuple(names[each] for each in nodes), failure) for failure, nodes in by_failure.items()]
    return tuple(sorted(groups, key=_size)), tuple(sorted(failures, key=lambda each: (each.failure.side, _size(each))))


def first_neighbours(found: Iterable[NodeChanges]) -> dict[Change, Neighbours]:
    """The neighbours of each change in the catalogs of the first node that has it."""
    first: dict[Change, Neighbours] = {}
    for each in found:
        for change, neighbours in zip(each.changes, each.neighbours, strict=False):
            if neighbours:
                first.setdefault(change, neighbours)
    return first


def _size(group: Group | FailureGroup) -> int:
    return -len(group.nodes)


def _order(change: Change) -> tuple[bool, str]:
    return change.is_edge, change.subject
