"""`puppet-check interfaces`: lists the interfaces of modules, and makes them from checkouts."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from puppet_check.cli.arguments import parsed
from puppet_check.cli.untrusted import shown
from puppet_check.config import ConfigError
from puppet_check.reading.places import is_folder
from puppet_check.usage import Parser
from puppet_check.workspace.interfaces.file import DATA, InterfaceFile, interfaces_in
from puppet_check.writing import make_folder, write_below

if TYPE_CHECKING:
    from puppet_check.cli.interface_making import Checkout

EVERY = ("release", "minor", "major")
"""Which releases are taken from tags: all, or the last ones of each minor or major version."""


class Command(NamedTuple):
    """What `puppet-check interfaces` is asked to do."""

    folders: tuple[str, ...]
    action: str | None
    checkouts: tuple[str, ...]
    every: str | None
    output: str


def interfaces(arguments: Sequence[str]) -> Iterator[str]:
    """Run the command with the arguments after its name, and return lines about what it lists or writes. Raises a ConfigError."""
    options = parsed(Command, parser(), arguments)
    if options.action == "make":
        yield from _make(_releases(options.checkouts, options.every), options.output)
    else:
        for folder in options.folders:
            if not is_folder(folder):
                raise ConfigError(f"--interfaces {folder}: no such folder")
        yield from map(_line, interfaces_in((*options.folders, DATA)))


def parser() -> Parser:
    """The parser of the command line."""
    made = Parser(
        prog="puppet-check interfaces",
        description="List the interfaces against which modules that are not installed are checked: module, licence and releases.",
    )
    made.set_defaults(checkouts=(), every=None, output="")
    made.add_argument("--interfaces", action="append", default=[], dest="folders", metavar="FOLDER", help="also list those of a folder")
    make = made.add_subparsers(dest="action", metavar="make").add_parser(
        "make",
        help="make interfaces from checkouts",
        description="Make an interface of each module. Several releases of a module, each in a checkout of its own, are one interface.",
    )
    make.add_argument(
        "checkouts", nargs="+", metavar="CHECKOUT", help="the folder of a module, with its metadata.json; with --every, its git repository"
    )
    make.add_argument(
        "--every",
        choices=EVERY,
        help="read the releases from the tags of git repositories, and take all, or the last ones of each minor or major version",
    )
    make.add_argument("--output", required=True, metavar="FOLDER", help="write the files to this folder, for the setting `interfaces`")
    return made


def _releases(checkouts: Sequence[str], every: str | None) -> Iterator[Checkout]:
    """The releases in checkouts or repositories; the folder of each may exist only until the next one is asked for."""
    from puppet_check.cli.interface_making import Checkout  # reads Ruby
    from puppet_check.cli.tagged_releases import releases_of

    for each in checkouts:
        yield from (Checkout(each),) if every is None else releases_of(each, every)


def _make(checkouts: Iterable[Checkout], output: str) -> Iterator[str]:
    from puppet_check.cli.interface_making import InvalidCheckoutError, made_interfaces  # reads Ruby

    try:
        make_folder(output)
        for name, data in made_interfaces(checkouts):
            path = os.path.join(output, name)
            write_below(path, data, output)
            yield f"{shown(path)}\n"
    except InvalidCheckoutError as error:
        raise ConfigError(str(error)) from None
    except OSError as error:
        raise ConfigError(f"{error.filename or output}: {error.strerror}") from None


def _line(found: InterfaceFile) -> str:
    header = found.header
    return shown(f"{header.author}/{header.name} ({header.licence}): {', '.join(header.releases)}") + "\n"
