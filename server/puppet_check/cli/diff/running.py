"""The two ways to compare the catalogs of nodes in two environments, on this machine."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence

from puppet_check.cli.diff.comparing import Comparing, Failure, NodeChanges
from puppet_check.cli.diff.reduced import Reduced
from puppet_check.cli.going_on import going_on
from puppet_check.cli.nodes import Environment, known_of, opened
from puppet_check.fleet.trace.compiling import Side, side_of
from puppet_check.fleet.trace.export_answers import ExportAnswers
from puppet_check.fleet.trace.kept import Earlier, change_of, neighbours_in, nothing
from puppet_check.fleet.trace.library import TracedLibrary
from puppet_check.fleet.unfinished import Row
from puppet_check.reports.parallel import in_processes
from puppet_typesys.evaluate.exports import Exports
from puppet_typesys.node_catalogs.node import Node

Environments = tuple[Environment, Environment]


def in_full(environments: Environments, nodes: tuple[Sequence[Node], Sequence[Node]], jobs: int) -> Iterator[NodeChanges]:
    """What differs of each node, all of which are compiled; they are given as they are before the change and after it."""
    return _in_full(environments, nodes, jobs)(range(len(nodes[0])))


def in_full_again(environments: Environments, nodes: tuple[Sequence[Node], Sequence[Node]], jobs: int) -> Iterator[NodeChanges]:
    """The same, without those that a run has compared that was interrupted."""
    return going_on(environments, nodes, "diff", _in_full(environments, nodes, jobs), lambda each: each, _changes_of)


def _in_full(
    environments: Environments, nodes: tuple[Sequence[Node], Sequence[Node]], jobs: int
) -> Callable[[Sequence[int]], Iterator[NodeChanges]]:
    sides = opened(environments[0]), opened(environments[1])
    return lambda numbers: in_processes(numbers, jobs, Comparing(sides, nodes))


def _changes_of(row: Row) -> NodeChanges:
    number, changes, failures, neighbours = row
    whys = tuple(Failure(str(side), str(text)) for side, text in failures)
    return NodeChanges(int(number), tuple(map(change_of, changes)), whys, tuple(map(neighbours_in, neighbours)))


def reduced(environments: Environments, nodes: Sequence[Node], known: Earlier) -> Reduced:
    """The comparison of nodes of which only those are compiled that have to be; `known` as in `Reduced`."""
    return Reduced(_sides(*environments), nodes, known)


def reduced_with(environments: Environments, nodes: Sequence[Node], exports: tuple[Exports, Exports]) -> Reduced:
    """The same, with what nodes export before the change and after it."""
    sides = _sides(*environments)
    before, after = (side._replace(exports=ExportAnswers(each)) for side, each in zip(sides, exports, strict=True))
    return Reduced((before, after), nodes, nothing())


def _sides(before: Environment, after: Environment) -> tuple[Side, Side]:
    """The environments, whose compilations are traced."""
    run = os.urandom(8).hex()
    named = (before, f"{run} before"), (after, f"{run} after")
    first, second = (side_of(TracedLibrary(known_of(each), each.hiera, name, each.queries, each.secrets())) for each, name in named)
    return first, second
