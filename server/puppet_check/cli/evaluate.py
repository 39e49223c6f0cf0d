"""`puppet-eval`: evaluates Puppet code and prints the result."""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from typing import NamedTuple, NoReturn

from puppet_check import __version__
from puppet_check.cli.arguments import record, values_of
from puppet_check.cli.node_options import NodeOptions, add_node_options
from puppet_check.cli.streams import COMPLETION, discard, flushed, open_closed, unwritten
from puppet_check.cli.untrusted import guard_terminals, shown
from puppet_check.deadline import Deadline, GivenUp, allowed, limit_memory, too_long
from puppet_check.own_modules import find_quickly
from puppet_check.reading.files import read
from puppet_check.stack import run_deep
from puppet_check.usage import Parser
from puppet_typesys.spelling import hint

DONE, REFUSED, WRONG = 0, 1, 2
"""Exit codes: success; an error in the code; invalid usage or an unreadable file."""


COMMANDS = {
    "diff": ("puppet_check.cli.diff.command", "diff"),
    "merge": ("puppet_check.cli.diff.merging", "merge"),
    "verify": ("puppet_check.cli.verify", "verify"),
    "unused": ("puppet_check.cli.fleet_unused", "unused"),
}
"""The commands, each with its module and function."""
MOST_PORT = 65535
STANDARD_IO = -1
"""The value of `--dap` without a port."""


class Evaluation(NamedTuple):
    """What `puppet-eval` is asked to do."""

    files: tuple[str, ...]
    execute: str | None
    type: bool
    json: bool
    facts: str | None
    catalog: bool
    render: str | None
    nodes: NodeOptions
    parameter: tuple[str, ...] | None
    explain_unknown: bool
    ast: str | None
    dap: int | None
    batch: bool


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    open_closed()
    if COMPLETION in os.environ:
        from puppet_check.cli.completing import complete  # only when a shell asks

        complete("puppet-eval")
    find_quickly()
    given = sys.argv[1:] if arguments is None else list(arguments)
    command = COMMANDS.get(given[0]) if given else None
    run = partial(_run, _options(given)) if command is None else partial(_run_command, *command, given[1:])
    guard_terminals()
    gc.disable()  # Trees and values contain few reference cycles; collecting garbage would take a third of the time.
    try:
        return flushed("puppet-eval", run())
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        discard(sys.stdout)
    except OSError as error:
        with suppress(OSError):
            print(f"puppet-eval: {unwritten(error)}", file=sys.stderr)
    return flushed("puppet-eval", WRONG)


def _run_command(module: str, function: str, arguments: Sequence[str]) -> int:
    from puppet_check.config.error import ConfigError

    run = getattr(import_module(module), function)  # only what is asked for is loaded
    try:
        return run_deep(lambda: int(run(arguments)))
    except ConfigError as error:
        _refuse(str(error))


def _options(arguments: Sequence[str]) -> Evaluation:
    made = parser()
    values = values_of(made, arguments)
    options = record(Evaluation, values | {"nodes": record(NodeOptions, values)})
    _check(made, options)
    return options


def parser() -> Parser:
    """The parser of the command line."""
    made = Parser(
        prog="puppet-eval",
        usage="%(prog)s [OPTION]... [FILE]...\n       %(prog)s diff [OPTION]... REVISION [REVISION]\n"
        "       %(prog)s merge [OPTION]... FILE...\n       %(prog)s verify [OPTION]...\n       %(prog)s unused [OPTION]...",
        description="Evaluate Puppet code, and print its log messages and its value.",
        epilog="Without code, on a terminal, it starts an interactive prompt.",
    )
    made.add_argument("--version", action="version", version=f"puppet-eval {__version__}", help="print the version")
    made.add_argument("files", nargs="*", metavar="FILE", help="a manifest, or - for standard input")
    made.add_argument("-e", "--execute", metavar="CODE", help="evaluate this code")
    made.add_argument("--type", action="store_true", help="print the type of the value: detailed, reduced and generalized")
    made.add_argument("--json", action="store_true", help="print the result as JSON")
    made.add_argument("--facts", metavar="FILE", help="facts of the node (JSON or YAML, as printed by facter)")
    made.add_argument("--catalog", action="store_true", help="print the classes, resources and relationships of the catalog")
    made.add_argument("--render", metavar="TEMPLATE", help="print the text of an EPP or ERB template of a module, in the scope of --class")
    _add_catalog_options(made.add_argument_group("options of --catalog and --render"))
    made.add_argument("--ast", choices=["pn"], help="print the syntax tree instead, in the format of `puppet parser dump --format pn`")
    made.add_argument(
        "--dap",
        metavar="PORT",
        type=_port,
        nargs="?",
        const=STANDARD_IO,
        help="debug the compilation of a catalog: serve a client of the Debug Adapter Protocol on standard input and output, or on a port",
    )
    made.add_argument("--batch", action="store_true", help="read requests from standard input, and answer each with a line of JSON")
    return made


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > MOST_PORT:
        raise argparse.ArgumentTypeError(f"'{text}' is not a port; expected a number from 0 to {MOST_PORT}")
    return int(text)


def _add_catalog_options(group: argparse._ArgumentGroup) -> None:
    add_node_options(group)
    group.add_argument("--node", metavar="NAME", help="the name of the node (default: the one in its facts)")
    group.add_argument(
        "--system",
        metavar="NAME",
        help="the operating system of the node, such as 'Debian 12', whose facts it has besides given ones",
    )
    group.add_argument(
        "--parameter", metavar="NAME=CODE", action="append", help="with --render: a parameter of an EPP template, as Puppet code"
    )
    group.add_argument("--explain-unknown", action="store_true", help="print what is unknown and why, with counts")


def _check(made: Parser, options: Evaluation) -> None:
    """Reject options that exclude each other."""
    sources = bool(options.files) + (options.execute is not None) + options.batch
    if sources > 1:
        made.error("files, -e and --batch cannot be combined")
    if options.ast and not options.batch and not options.files:
        made.error("--ast requires a file, - for standard input, or --batch")
    if options.ast and (options.type or options.catalog or options.facts or options.json):
        made.error("--ast does not evaluate code, so it cannot be combined with --type, --catalog, --facts and --json")
    if options.batch and (options.type or options.json):
        made.error("--batch cannot be combined with --type and --json")
    if options.render and (options.catalog or sources or options.dap is not None):
        made.error("--render cannot be combined with --catalog, --dap, files, -e and --batch")
    if options.parameter and not options.render:
        made.error("--parameter requires --render")
    has_node = options.catalog or options.render or options.dap is not None
    needless = next(_catalog_options(options), None)
    if needless is not None and not has_node:
        made.error(f"{needless} requires --catalog")
    if options.dap is not None and options.nodes.eyaml_key is not None:
        made.error("--dap shows all values, so it cannot be combined with --eyaml-key")
    if options.dap is not None and (options.ast or options.batch or options.type or options.json or options.execute is not None):
        made.error("--dap can only be combined with a file, --facts and the options of --catalog")
    if not sources and not has_node and not sys.stdin.isatty():
        made.error("expected a file, - for standard input, or -e CODE")


def _catalog_options(options: Evaluation) -> Iterator[str]:
    """The given options that need `--catalog` or `--render`."""
    given = options.nodes
    named = {
        "--environment": given.environment,
        "--modulepath": given.modulepath,
        "--hiera": given.hiera,
        "--node": given.node,
        "--system": given.system,
        "--class": given.classes,
        "--trusted": given.trusted,
        "--enc": given.enc,
        "--enc-dir": given.enc_dir,
        "--jobs": given.jobs,
        "--puppetdb": given.puppetdb,
        "--nodes": given.pql,
        "--explain-unknown": options.explain_unknown,
    }
    return (name for name, value in named.items() if value)


def _run(options: Evaluation) -> int:
    if options.ast:
        from puppet_check.cli.trees import answer_paths, print_trees  # like everything below: only what an option needs is loaded

        return answer_paths() if options.batch else print_trees(options.files)
    if options.dap is not None:
        from puppet_check.cli.dap.serving import serve, serve_port  # only for debuggers

        return serve(options.nodes, options.files) if options.dap == STANDARD_IO else serve_port(options.nodes, options.files, options.dap)
    return run_deep(lambda: _evaluate(options))


def _evaluate(options: Evaluation) -> int:
    if options.catalog or options.render:
        return _compile(options)
    from puppet_check.cli.given_settings import given_settings
    from puppet_check.cli.snippet import settings_with  # not for catalogs and debuggers
    from puppet_check.config.error import ConfigError
    from puppet_check.config.facts import FactsError, read_facts
    from puppet_typesys.builtins.targets import PUPPET_8, target

    try:
        of_target = target(options.nodes.target or PUPPET_8.name).with_settings(given_settings(options.nodes))
    except ConfigError as error:
        _refuse(str(error))
    try:
        facts = None if options.facts is None else read_facts(options.facts)
    except FactsError as error:
        _refuse(str(error))
    if options.batch:
        from puppet_check.cli.batch import (
            answer_all,  # only for other programs
            protocol_settings,
        )

        answer_all(sys.stdin, protocol_settings(of_target) if facts is None else settings_with(facts, of_target))
        return DONE
    if not options.files and options.execute is None:
        from puppet_check.cli.prompt import ask  # only for terminals

        return ask(settings_with(facts, of_target))
    from puppet_check.cli.outcome import Style, print_outcome  # not for the prompt

    code, style = DONE, Style(options.json, options.type, options.catalog)
    deadline = Deadline(guards_process=True)
    for name, source in _sources(options):
        limit_memory(len(source))
        seconds = allowed(len(source))
        try:
            code = max(code, deadline.run(partial(print_outcome, name, source, settings_with(facts, of_target), style), seconds))
        except GivenUp:
            _refuse(f"{name}: the evaluation was given up: {too_long(seconds)}")
        except MemoryError:
            _refuse(f"{name}: the evaluation was given up: it takes too much memory")
    return code


def _compile(options: Evaluation) -> int:
    from puppet_check.cli.catalogs import Style, answer_jobs, compile_nodes  # expressions need no catalogs of nodes
    from puppet_check.config.error import ConfigError

    try:
        if options.render:
            from puppet_check.cli.render import Rendering, render  # only for `--render`

            return render(Rendering(options.render, options.parameter or (), options.json), options.nodes)
        if options.batch:
            answer_jobs(sys.stdin, options.nodes)
            return DONE
        return compile_nodes(options.nodes, _sources(options), Style(options.json, options.explain_unknown))
    except ConfigError as error:
        _refuse(str(error))


def _sources(options: Evaluation) -> list[tuple[str, bytes]]:
    if options.execute is not None:
        return [("-e", os.fsencode(options.execute))]
    result = []
    for name in options.files:
        if name == "-":
            result.append((name, sys.stdin.buffer.read()))
            continue
        try:
            result.append((name, read(name)))
        except OSError as error:
            _refuse(f"{name}: cannot read the file: {error.strerror}{_command_meant(name, options)}")
    return result


def _command_meant(name: str, options: Evaluation) -> str:
    """The end of a message about a first file that is not there: the command that it may have been; empty if it is none."""
    if name != options.files[0] or os.path.lexists(name):
        return ""
    if name == "help":
        return "; did you mean `puppet-eval --help`?"
    return hint(name, COMMANDS)


def _refuse(message: str) -> NoReturn:
    print(f"puppet-eval: error: {shown(message)}", file=sys.stderr)
    raise SystemExit(WRONG)
