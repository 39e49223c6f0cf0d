"""`puppet-eval unused`: what no node of a fleet uses."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from puppet_check.cli.arguments import record, values_of
from puppet_check.cli.json_rows import row
from puppet_check.cli.node_options import NodeOptions, add_node_options
from puppet_check.cli.nodes import environment_of, fleet_of, known_of
from puppet_check.cli.paths import line_at, relative
from puppet_check.cli.progress import with_progress
from puppet_check.cli.untrusted import shown
from puppet_check.deadline import Deadline
from puppet_check.fleet.exports import with_exports
from puppet_check.fleet.trace.compiling import Side, side_of
from puppet_check.fleet.trace.library import TracedLibrary
from puppet_check.fleet.uses.items import Item, items_of
from puppet_check.fleet.uses.node_uses import Uses, uses_of
from puppet_check.fleet.uses.unused import Doubt, Report, Unused
from puppet_check.fleet.uses.unused import unused as search
from puppet_check.garbage import collect_garbage
from puppet_check.reports.catalogs.compilation import Compiled
from puppet_check.reports.parallel import in_processes
from puppet_check.usage import Parser
from puppet_typesys.node_catalogs.node import Node

NOTHING, FOUND, UNKNOWN = 0, 1, 2
"""Exit codes: everything is used; something is not; it is unknown of something, or wrong usage."""

EXAMPLES = 3
"""How many nodes are named for each reason."""


class Command(NamedTuple):
    """What `puppet-eval unused` is asked to do."""

    format: str
    nodes: NodeOptions


class Using(NamedTuple):
    """The search for what nodes use, as the `Work` of processes (`reports/forks.py`). Items are the indices of nodes."""

    side: Side
    nodes: Sequence[Node]

    def started(self) -> Callable[[int], Uses]:
        """The function that compiles the catalog of a node, and says what it uses that no earlier one in its process did."""
        deadline, said = Deadline(guards_process=True), set[Item]()

        def using(number: int) -> Uses:
            found, compiled = uses_of(self.nodes[number], self.side, deadline)
            if isinstance(compiled, Compiled) and compiled.error is not None:
                found = found._replace(unknown=f"{found.unknown}: {compiled.error.reference_text}")
            new = found.items - said
            said.update(new)
            del compiled
            collect_garbage()
            return found._replace(items=new)

        return using

    def ended(self, item: int, reason: str, *, is_slow: bool) -> Uses:
        """Nothing is known of a node with whose catalog the process ended."""
        return Uses(frozenset(), f"the compilation was given up: {reason}" if is_slow else reason)


def parser() -> Parser:
    """The parser of the command line."""
    made = Parser(
        prog="puppet-eval unused",
        description="List what no node uses: classes and defines that none declares, parameters that none sets, data files of none, "
        "and Hiera keys that none looks up.",
        epilog="Exit code: 0 if nothing is unused, 1 if something is, 2 if that is unknown of something, or for wrong usage.",
    )
    made.add_argument("--facts-dir", metavar="FOLDER", dest="facts", help="the facts of the nodes: a folder, or one file")
    made.add_argument("--format", choices=("text", "json"), default="text", help="the form of the report (default: %(default)s)")
    add_node_options(made)
    made.set_defaults(node=None, system=None)
    return made


def unused(arguments: Sequence[str]) -> int:
    """Run the command and return its exit code. Raises ConfigError."""
    values = values_of(parser(), arguments)
    options = record(Command, values | {"nodes": record(NodeOptions, values)})
    options.nodes.check_facts("unused")
    environment = environment_of(options.nodes)
    queries, secrets = environment.queries, environment.secrets()
    side = side_of(TracedLibrary(known_of(environment), environment.hiera, os.urandom(8).hex(), queries, secrets))
    fleet = fleet_of(options.nodes)
    nodes = with_exports(side.compilation, fleet.nodes, (), options.nodes.jobs, fleet.outside)
    results = in_processes(range(len(nodes)), options.nodes.jobs, Using(side, nodes))
    found = [*with_progress(results, len(nodes), "compiled {} of {} catalogs", lambda each: False)]
    report = search(items_of(side.library), [each.name for each in nodes], found)
    sys.stdout.writelines(_json(report) if options.format == "json" else _text(report))
    sys.stdout.flush()
    is_certain = {each.is_certain for each in report.unused}
    return FOUND if True in is_certain else UNKNOWN if is_certain else NOTHING


def _text(report: Report) -> Iterator[str]:
    by_reason: dict[tuple[bool, str], list[str]] = {}
    for doubt in report.doubts:
        by_reason.setdefault((doubt.is_of_data, doubt.reason), []).append(doubt.node)
    for (is_of_data, reason), nodes in by_reason.items():
        more = f" and {len(nodes) - EXAMPLES} more" if len(nodes) > EXAMPLES else ""
        plural, singular = ("look up", "looks up") if is_of_data else ("use", "uses")
        names = f"{', '.join(nodes[:EXAMPLES])}{more}"
        yield shown(f"unknown: what {names} {singular if len(nodes) == 1 else plural}: {reason}") + "\n"
    for row_of in report.unused:
        placed = row_of.placed
        place = f"{relative(placed.path)}:{line_at(placed.path, placed.start)}"
        yield shown(f"{place}: {placed.item.kind} {placed.item.name}{'' if row_of.is_certain else ' (unknown)'}") + "\n"
    certain = sum(each.is_certain for each in report.unused)
    unknown = len(report.unused) - certain
    counts = [f"{certain} unused"] * bool(certain) + [f"{unknown} unknown"] * bool(unknown)
    yield f"{', '.join(counts) or 'Nothing is unused'}, of {report.nodes} node{'s' * (report.nodes != 1)}\n"


def _json(report: Report) -> Iterator[str]:
    unused_rows = [_row(each) for each in report.unused]
    yield f"{row({'nodes': report.nodes, 'unknown': [_doubt(each) for each in report.doubts], 'unused': unused_rows})}\n"


def _doubt(doubt: Doubt) -> dict[str, object]:
    return {"node": doubt.node, "reason": doubt.reason, "of": "data" if doubt.is_of_data else "all"}


def _row(found: Unused) -> dict[str, object]:
    item, path, start = found.placed
    return {"kind": item.kind, "name": item.name, "file": relative(path), "line": line_at(path, start), "certain": found.is_certain}
