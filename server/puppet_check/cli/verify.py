"""`puppet-eval verify`: whether this code has the catalogs that a server has stored in PuppetDB."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from puppet_check.cli.arguments import record, values_of
from puppet_check.cli.diff.comparing import failure_of
from puppet_check.cli.diff.values import KINDS
from puppet_check.cli.going_on import FEW, going_on
from puppet_check.cli.node_options import NodeOptions, add_node_options
from puppet_check.cli.nodes import connection_of, environment_of, fleet_of, opened
from puppet_check.cli.progress import with_progress
from puppet_check.cli.terminal import printable
from puppet_check.config.error import ConfigError
from puppet_check.deadline import Deadline
from puppet_check.features.catalog.changes import Change
from puppet_check.fleet.exports import with_exports
from puppet_check.fleet.puppetdb import Connection, PuppetDB
from puppet_check.fleet.stored_catalogs import differences
from puppet_check.fleet.trace.kept import change_of
from puppet_check.fleet.unfinished import Row
from puppet_check.garbage import collect_garbage
from puppet_check.reports.catalogs.compilation import Compilation, NotMade, in_time
from puppet_check.reports.parallel import in_processes
from puppet_check.usage import Parser
from puppet_check.workspace.library import NodeWorld
from puppet_typesys.node_catalogs.node import Node

SAME, DIFFERENT, FAILED = 0, 1, 2
"""Exit codes: all catalogs are identical; some differ; a node has no stored catalog, or wrong usage."""
EXAMPLES = 3
"""How many nodes are named for each cause."""


class Command(NamedTuple):
    """What `puppet-eval verify` is asked to do."""

    format: str
    nodes: NodeOptions


class Verified(NamedTuple):
    """What was found of a node."""

    changes: tuple[Change, ...] = ()
    failure: str = ""
    """Why it has no catalog here."""
    is_stored: bool = True
    """Whether PuppetDB has a catalog of it."""

    def causes(self) -> Iterator[str]:
        """Why the catalogs are not identical, each once, without what only this node has."""
        if not self.is_stored:
            yield "PuppetDB has no catalog of it"
        if self.failure:
            yield f"cannot be compiled here: {self.failure.splitlines()[-1]}"
        yield from dict.fromkeys(cause for each in self.changes for cause in _causes(each))


class Verifying(NamedTuple):
    """The comparison with stored catalogs, as the `Work` of processes (`reports/forks.py`). Items are indices of the nodes."""

    compilation: Compilation
    nodes: Sequence[Node]
    connection: Connection

    def started(self) -> Callable[[int], Verified]:
        """The function that compares the catalogs of a node."""
        deadline, database = Deadline(guards_process=True), PuppetDB(self.connection)
        read = NodeWorld(self.compilation.library.known).read_file

        def verified(number: int) -> Verified:
            node = self.nodes[number]
            try:
                stored = database.catalog(node.name)
            except ConfigError as error:
                return Verified(failure=str(error), is_stored=False)
            compiled = in_time(partial(self.compilation.of, node), deadline)
            failure = failure_of(compiled, self.compilation)
            if stored is None or failure is not None or isinstance(compiled, NotMade):
                return Verified(failure=failure or "", is_stored=stored is not None)
            found = Verified(tuple(differences(stored, compiled, read)))
            del compiled
            collect_garbage()
            return found

        return verified

    def ended(self, item: int, reason: str, *, is_slow: bool) -> Verified:
        """The failure of a node with whose catalog the process ended."""
        return Verified(failure=f"the compilation was given up: {reason}" if is_slow else reason)


def parser() -> Parser:
    """The parser of the command line."""
    made = Parser(
        prog="puppet-eval verify",
        description="Compare the catalogs that this code has with those that a server has stored in PuppetDB.",
        epilog="Exit code: 0 if all catalogs are identical, 1 if some differ, 2 if PuppetDB has none of a node, or for wrong usage.",
    )
    made.add_argument("--format", choices=("text", "json"), default="text", help="the form of the report (default: %(default)s)")
    made.add_argument("--node", metavar="NAME", help="compare the catalogs of this node only")
    add_node_options(made)
    made.set_defaults(facts=None, system=None)
    return made


def verify(arguments: Sequence[str]) -> int:
    """Run the command and return its exit code. Raises ConfigError."""
    values = values_of(parser(), arguments)
    options = record(Command, values | {"nodes": record(NodeOptions, values)})
    connection = connection_of(options.nodes)
    if connection is None:
        raise ConfigError("verify compares with what PuppetDB has; expected --puppetdb URL")
    nodes, outside = fleet_of(options.nodes)
    environment = environment_of(options.nodes)
    compilation = opened(environment)
    with_others = with_exports(compilation, nodes, (), options.nodes.jobs, outside)
    work = Verifying(compilation, with_others, connection)
    hashes = PuppetDB(connection).catalog_hashes([each.name for each in nodes]) if len(nodes) >= FEW else {}
    results = going_on(
        (environment,),
        (with_others,),
        ("verify", connection.url),
        lambda numbers: in_processes(numbers, options.nodes.jobs, work),
        lambda each: each,
        _verified_of,
        lambda node: hashes.get(node.name, ""),
    )
    found = [*with_progress(results, len(nodes), "verified {} of {} nodes", lambda each: False)]
    lines = _json(nodes, found) if options.format == "json" else _text(nodes, found)
    sys.stdout.writelines(lines)
    sys.stdout.flush()
    return FAILED if any(not each.is_stored for each in found) else DIFFERENT if any(map(_differs, found)) else SAME


def _verified_of(row: Row) -> Verified:
    changes, failure, is_stored = row
    return Verified(tuple(map(change_of, changes)), str(failure), bool(is_stored))


def _differs(found: Verified) -> bool:
    return any(True for _ in found.causes())


def _causes(change: Change) -> Iterator[str]:
    type = change.subject.partition("[")[0]
    if change.is_edge:
        yield f"{change.kind}: a containment"
    elif change.kind in ("added", "removed") or not change.differences:
        yield f"{'only here' if change.kind == 'added' else 'only stored' if change.kind == 'removed' else change.kind}: {type}"
    else:
        for each in change.differences:
            yield f"{'unknown' if each.is_unknown or change.kind == 'unknown' else 'another value'}: {type}#{each.name}"


def _text(nodes: Sequence[Node], found: Sequence[Verified]) -> Iterator[str]:
    by_cause: dict[str, list[str]] = {}
    for node, each in zip(nodes, found, strict=True):
        for cause in each.causes():
            by_cause.setdefault(cause, []).append(node.name)
    for cause, names in sorted(by_cause.items(), key=lambda each: -len(each[1])):
        more = f" and {len(names) - EXAMPLES} more" if len(names) > EXAMPLES else ""
        yield printable(f"{len(names)} node{'s' * (len(names) != 1)}: {cause} ({', '.join(names[:EXAMPLES])}{more})") + "\n"
    same = sum(not _differs(each) for each in found)
    share = f"{100 * same / len(found):.1f} %" if found else "none"
    yield f"{share} of {len(found)} node{'s' * (len(found) != 1)} identical\n"


def _json(nodes: Sequence[Node], found: Sequence[Verified]) -> Iterator[str]:
    causes = Counter(cause for each in found for cause in each.causes())
    rows = [
        {
            "node": node.name,
            "identical": not _differs(each),
            "failure": each.failure or None,
            "stored": each.is_stored,
            "changes": [f"{KINDS[change.kind]} {change.subject}" for change in each.changes],
        }
        for node, each in zip(nodes, found, strict=True)
    ]
    yield json.dumps({"nodes": rows, "causes": dict(causes.most_common())}, indent=1) + "\n"
