"""Runs over many nodes that go on where they were when they were interrupted (`fleet/unfinished.py`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from puppet_check.cli.nodes import Environment, project_of
from puppet_check.fleet.trace.questions import exactly
from puppet_check.fleet.unfinished import Row, Unfinished, state_of
from puppet_check.reading.places import is_below, real, territory
from puppet_typesys.evaluate.exports import ANY_EXPORTS
from puppet_typesys.node_catalogs.node import Node
from puppet_typesys.node_catalogs.node_query_functions import PARAMETERS
from puppet_typesys.node_catalogs.queries import PUPPETDB_QUERY

FEW = 10
"""With fewer nodes nothing is kept."""
ASKING = tuple(each.encode() for each in (PUPPETDB_QUERY, *PARAMETERS))
"""What code contains that asks a PuppetDB, whose answers may have changed when a run goes on."""
Result = TypeVar("Result")


def going_on(
    environments: Sequence[Environment],
    nodes: Sequence[Sequence[Node]],
    about: object,
    made: Callable[[Sequence[int]], Iterator[Result]],
    write: Callable[[Result], Row],
    read: Callable[[Row], Result],
    more: Callable[[Node], str] = lambda node: "",
) -> Iterator[Result]:
    """The results of nodes, in their order, which `made` makes for some numbers of them; the same nodes as each environment has them.

    `about` is what else all results depend on, `more` what that of a node does; `write` makes a row of a result, and `read` a result of it.
    """
    first = nodes[0]
    if len(first) < FEW or any(each.key is not None or not _is_inside(each) for each in environments):
        return made(range(len(first)))
    folders = [*dict.fromkeys(folder for each in environments for folder in _folders(each))]
    unless = ASKING if any(each.puppetdb is not None for each in environments) else ()
    shared = (about, [each[0].exports for each in nodes])
    kept = Unfinished[Result](lambda: state_of(folders, shared, unless=unless), write, read)
    keys = [f"{number} {exactly(replace(each, exports=ANY_EXPORTS))} {more(each)}" for number, each in enumerate(first)]
    return kept.results(keys, made)


def _folders(environment: Environment) -> Iterator[str]:
    """The folders with all code and data of an environment."""
    yield territory(environment.folder)
    yield from (real(each) for each in environment.modulepath or ())
    yield from (real(each.folder) for each in project_of(environment).modules.values())


def _is_inside(environment: Environment) -> bool:
    """Whether data is nowhere else: that of a hierarchy that is given may be."""
    return environment.hiera is None or is_below(real(environment.hiera), territory(environment.folder))
