"""The command `puppet-eval diff`: its options, and its run."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from puppet_check.cli.arguments import record, values_of
from puppet_check.cli.diff.cluster import in_cluster
from puppet_check.cli.diff.comparing import NodeChanges, Result, first_neighbours, grouped
from puppet_check.cli.diff.explained import ALL_COMPILED, IN_PARTS, explained
from puppet_check.cli.diff.printing import add_format, printed
from puppet_check.cli.diff.running import Environments, in_full, in_full_again, reduced
from puppet_check.cli.node_options import NodeOptions, add_node_options
from puppet_check.cli.nodes import Environment, environment_of, fleet_of, opened, others_of
from puppet_check.cli.progress import with_progress
from puppet_check.cli.revisions import environments
from puppet_check.fleet.exports import stores_exports, with_exports
from puppet_check.fleet.trace.kept import Earlier, load, nothing, path_for, store
from puppet_check.reading.files import read
from puppet_check.usage import Parser
from puppet_check.workspace.roots import PUPPETFILE
from puppet_typesys.evaluate.exports import ANY_EXPORTS, Export
from puppet_typesys.node_catalogs.node import Node

SCHEMES = ("tcp://", "tls://")
WORKING = "the working folder"
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0
"""The number of seconds after which records are kept, which doubles."""
Outside = tuple[Export, ...] | None
"""What nodes export that are not in the run."""


class Command(NamedTuple):
    """What `puppet-eval diff` is asked to do."""

    before: str
    after: str | None
    format: str
    link: str | None
    color: str
    shard: tuple[int, int] | None
    full: bool
    no_cache: bool
    explain: bool
    scheduler: str | None
    nodes: NodeOptions


def parser() -> Parser:
    """The parser of the command line."""
    made = Parser(
        prog="puppet-eval diff",
        description="Compare the catalogs of nodes between two revisions of a control repository, or two folders.",
        epilog="Exit code: 0 if no catalog changes, 1 if some do, 2 if one of them cannot be compiled, or for wrong usage.",
    )
    made.add_argument("before", metavar="REVISION", help="a revision, or a folder such as ./old")
    made.add_argument("after", metavar="REVISION", nargs="?", help="the one to compare with (default: the working folder)")
    made.add_argument("--facts-dir", metavar="FOLDER", dest="facts", help="the facts of the nodes: a folder, or one file")
    add_format(made)
    made.add_argument("--node", metavar="NAME", help="compare the catalogs of this node only")
    made.add_argument(
        "--shard", metavar="N/M", type=_shard, help="compare part N of M of the nodes only; `puppet-eval merge` joins the reports in JSON"
    )
    made.add_argument("--full", action="store_true", help="compile the catalogs of all nodes, also those that cannot differ")
    made.add_argument("--no-cache", action="store_true", help="use nothing of earlier runs, and keep nothing for later ones")
    made.add_argument("--explain", action="store_true", help="print why the catalogs of nodes were compiled or not, on the standard error")
    made.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        type=_address,
        help="compile on the workers of a cluster of dask.distributed, such as tcp://scheduler:8786",
    )
    add_node_options(made)
    made.set_defaults(system=None)
    return made


def diff(arguments: Sequence[str]) -> int:
    """Run the command and return its exit code. Raises ConfigError."""
    values = values_of(parser(), arguments)
    options = record(Command, values | {"nodes": record(NodeOptions, values)})
    options.nodes.check_facts("diff")
    every, outside = fleet_of(options.nodes)
    part, parts = options.shard or (1, 1)
    nodes = every[part - 1 :: parts]
    with environments((options.before, options.after), environment_of(options.nodes)) as (before, after):
        _warn_of_puppetfiles(before, after)
        others = [*_rest(every, nodes), *others_of(options.nodes)]
        if options.full:
            found = _in_full((before, after), nodes, others, options, outside)
            explanation = [ALL_COMPILED]
        elif options.scheduler is not None and not stores_exports([*nodes, *others]):
            found = _sorted(in_cluster(options.scheduler, (before, after), nodes, is_full=False), nodes)
            explanation = [IN_PARTS]
        else:
            found, explanation = _reduced((before, after), nodes, others, options, outside)
        if options.explain:
            sys.stderr.writelines(f"{each}\n" for each in explanation)
        names = [each.name for each in nodes]
        result = Result(
            options.before, options.after or WORKING, tuple(names), *grouped(names, found), first_neighbours(found), options.link or ""
        )
    return printed(result, options.format, options.color)


def _in_full(environments: Environments, nodes: list[Node], others: list[Node], options: Command, outside: Outside) -> list[NodeChanges]:
    """What differs of each node, all of which are compiled."""
    pair = _exporting(environments, nodes, others, options.nodes.jobs, outside)
    if options.scheduler is not None:
        before, after = (each[0].exports if each else ANY_EXPORTS for each in pair)
        return _sorted(in_cluster(options.scheduler, environments, nodes, exports=(before, after), is_full=True), nodes)
    compare = in_full if options.no_cache else in_full_again
    return _sorted(compare(environments, pair, options.nodes.jobs), nodes)


def _exporting(
    environments: Environments, nodes: list[Node], others: list[Node], jobs: int, outside: Outside
) -> tuple[list[Node], list[Node]]:
    """The nodes with what they export, before the change and after it."""
    if not stores_exports([*nodes, *others]):
        return nodes, nodes
    before, after = (with_exports(opened(each), nodes, others, jobs, outside) for each in environments)
    return before, after


def _reduced(
    environments: Environments, nodes: list[Node], others: list[Node], options: Command, outside: Outside
) -> tuple[list[NodeChanges], list[str]]:
    """What differs of each node, of which only those are compiled that have to be, and why; what they export is found on this machine."""
    kept = None if options.no_cache or options.nodes.eyaml_key else path_for(environment_of(options.nodes).folder)
    run = reduced(environments, nodes, nothing() if kept is None else load(kept))
    keep = _keeping(run.known, kept)
    run.collect(others, outside, options.nodes.jobs, keep)
    if options.scheduler is None:
        found = _sorted(_noticed(run.results(options.nodes.jobs), keep), nodes)
        explanation = [*explained(run.reasons, [each.name for each in nodes])]
    else:
        found = _sorted(in_cluster(options.scheduler, environments, nodes, exports=run.exports, is_full=False), nodes)
        explanation = [IN_PARTS]
    if kept is not None:
        store(kept, run.known, run.used)
    return found, explanation


def _keeping(known: Earlier, kept: str | None) -> Callable[[], None]:
    """A function that keeps now and then what is known, so that a run that is interrupted goes on where it was when it is started again."""
    pause = FIRST_PAUSE
    due = time.monotonic() + pause

    def keep() -> None:
        nonlocal pause, due
        if kept is not None and time.monotonic() >= due:
            # Records of earlier runs count as well: it is not known yet whether they are used.
            store(kept, known, range(len(known.tree.records)))
            pause = min(2 * pause, LONGEST_PAUSE)
            due = time.monotonic() + pause

    return keep


def _noticed(results: Iterator[NodeChanges], ended: Callable[[], None]) -> Iterator[NodeChanges]:
    for each in results:
        yield each
        ended()


def _sorted(results: Iterator[NodeChanges], nodes: list[Node]) -> list[NodeChanges]:
    return sorted(_with_progress(results, nodes), key=lambda each: each.node)


def _with_progress(results: Iterator[NodeChanges], nodes: list[Node]) -> Iterator[NodeChanges]:
    return with_progress(results, len(nodes), "compared {} of {} nodes", lambda each: False)


def _address(text: str) -> str:
    if not text.startswith(SCHEMES):
        raise argparse.ArgumentTypeError(f"'{text}' is not an address; expected one such as tcp://scheduler:8786")
    return text


def _shard(text: str) -> tuple[int, int]:
    number, slash, count = text.partition("/")
    if not slash or not number.isdecimal() or not count.isdecimal() or not 1 <= int(number) <= int(count):
        raise argparse.ArgumentTypeError(f"'{text}' is not a part; expected one such as 2/4")
    return int(number), int(count)


def _rest(every: Sequence[Node], nodes: Sequence[Node]) -> list[Node]:
    """The nodes that are not compared, from which the others collect exported resources."""
    own = {id(each) for each in nodes}
    return [each for each in every if id(each) not in own]


def _warn_of_puppetfiles(before: Environment, after: Environment) -> None:
    """Print a note if the revisions want different modules of others, of which only one set is installed."""
    texts = [_contents(os.path.join(each.folder, PUPPETFILE)) for each in (before, after)]
    is_shared = any(each.modulepath is not None for each in (before, after))
    if is_shared and texts[0] != texts[1]:
        print(
            "puppet-eval: the Puppetfiles differ; the modules that are installed in the working folder are used for both", file=sys.stderr
        )


def _contents(path: str) -> bytes | None:
    try:
        return read(path)
    except OSError:
        return None
