"""Completion of command lines: what the code of `puppet-check completions` in a shell asks of the programs.

The questions come in variables of the environment, as argcomplete defines them; the answers follow from the parsers.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Final

import argcomplete
from argcomplete.completers import DirectoriesCompleter, FilesCompleter
from argcomplete.lexers import split_line

from puppet_check.cli.commands import COMMANDS
from puppet_check.config.codes import pages
from puppet_check.config.kinds import LEVELS
from puppet_check.usage import Parser
from puppet_typesys.builtins.targets import TARGETS

OF_PROGRAMS: Final = {
    "puppet-check": ("puppet_check.cli.options", {each: f"puppet_check.cli.{each}" for each in COMMANDS}),
    "puppet-eval": (
        "puppet_check.cli.evaluate",
        {
            "diff": "puppet_check.cli.diff.command",
            "merge": "puppet_check.cli.diff.merging",
            "verify": "puppet_check.cli.verify",
            "unused": "puppet_check.cli.fleet_unused",
        },
    ),
    "puppet-format": ("puppet_check.cli.format", {}),
}
"""The modules with the parsers of each program, and of its commands."""
Completer = Callable[..., object]


def complete(program: str) -> None:
    """Print the completions for the command line in the environment, and end the process."""
    argcomplete.autocomplete(parser_of(program, os.environ.get("COMP_LINE", ""), int(os.environ.get("COMP_POINT", "0"))))


def parser_of(program: str, line: str, point: int) -> Parser:
    """The parser of a command line with a cursor, after which completers know what their options expect."""
    module, commands = OF_PROGRAMS[program]
    words = split_line(line, point)[3]
    name = words[1] if len(words) > 1 else ""
    if name not in commands:
        made = _parser(module)
        _complete_commands(made, [*commands])
        return made
    inner = _parser(commands[name])
    made = Parser(prog=program, add_help=False)
    made.add_subparsers().add_parser(name, parents=[inner], add_help=False)
    return made


def _parser(module: str) -> Parser:
    made: Parser = import_module(module).parser()
    for action in made._actions:
        completer = COMPLETERS.get(str(action.metavar))
        if completer is not None and action.choices is None:
            action.completer = completer  # type: ignore[attr-defined]  # argcomplete's way to say it
    return made


def _complete_commands(made: Parser, commands: list[str]) -> None:
    """Let the first argument be a command as well."""
    files = FilesCompleter()

    def paths(prefix: str, parsed_args: object, **others: object) -> Iterator[str]:
        if not getattr(parsed_args, positional.dest):
            yield from (each for each in commands if each.startswith(prefix))
        yield from files(prefix, **others)

    positional = next(each for each in made._actions if not each.option_strings)
    positional.completer = paths  # type: ignore[attr-defined]  # as above


def _codes(prefix: str, **others: object) -> Iterator[str]:
    """The codes after the last comma, and the groups that they begin."""
    before = prefix[: prefix.rfind(",") + 1]
    codes = [*pages()]
    groups = sorted({f"{each.split('-')[0]}-*" for each in codes if "-" in each})
    yield from (f"{before}{each}" for each in (*codes, *groups))


def _severities(prefix: str, **others: object) -> Iterator[str]:
    code, mark, _ = prefix.partition("=")
    yield from (f"{code}={each}" for each in LEVELS) if mark else (f"{each}=" for each in pages())


def _versions(prefix: str, **others: object) -> Iterator[str]:
    yield from TARGETS


COMPLETERS: Final[dict[str, Completer]] = {
    "CODES": _codes,
    "CODE": _codes,
    "CODE=LEVEL": _severities,
    "FOLDER": DirectoriesCompleter(),
    "VERSION": _versions,
}
"""What is offered for the value of an option, by what stands for it in the help; files for all others."""
