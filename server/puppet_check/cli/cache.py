"""`puppet-check cache`: says what is in the cache, and prunes, exports and imports it."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from puppet_check.cli.arguments import parsed
from puppet_check.cli.untrusted import shown
from puppet_check.config import ConfigError, Configuration
from puppet_check.reading.files import read
from puppet_check.usage import Parser
from puppet_check.workspace.cache_file import LARGEST, UnreadableFileError, exported, merge, rows_in
from puppet_check.workspace.database import NAMES, DamagedStoreError, count, damage, discard, evict, is_odd, opened, size
from puppet_check.workspace.store import MEGABYTE, default_path, today
from puppet_check.writing import make_folder, write_named

DAYS = 7
"""The number of days after which `--prune` removes what was not used."""


class Command(NamedTuple):
    """What `puppet-check cache` is asked to do."""

    source: str | None
    """The file whose results are added."""
    prune: bool
    target: str | None
    """The file to which all results are written."""


def cache(arguments: Sequence[str]) -> Iterator[str]:
    """Run the command with the arguments after its name, and return lines about what it did. Raises a ConfigError."""
    options = parsed(Command, parser(), arguments)
    path, most = default_path(), Configuration().of(os.curdir).cache_size
    connection = _opened(path)
    try:
        if options.source is not None:
            yield f"{shown(options.source)}: {_import(connection, options.source)}\n"
        if options.prune:
            yield f"removed {_prune(connection, most * MEGABYTE)} results\n"
        if options.target is not None:
            _export(connection, options.target)
            yield f"{shown(options.target)}: {_count(connection)} results\n"
        yield f"{shown(path)}: {_count(connection)} results, {size(connection) / MEGABYTE:.1f} MB of at most {most} MB\n"
    except damage() as error:
        if is_odd(error):
            discard(path)  # The next check makes a new one.
        raise ConfigError(f"{path}: cannot be read or written: {error}") from None
    finally:
        connection.close()


def parser() -> Parser:
    """The parser of the command line."""
    made = Parser(
        prog="puppet-check cache",
        description="Say where the results of earlier runs are kept, how many there are, and how large they are. They hold for each clone "
        "of a repository, at any place, as far as its files are the same. Several options are applied in the order that is listed.",
    )
    made.add_argument("--import", dest="source", metavar="FILE", help="add the results in a file that `--export` made")
    made.add_argument(
        "--prune", action="store_true", help=f"remove results that were not used for {DAYS} days, or past the setting cache-size"
    )
    made.add_argument("--export", dest="target", metavar="FILE", help="write all results to one file, for another machine")
    return made


def _opened(path: str) -> sqlite3.Connection:
    try:
        make_folder(os.path.dirname(path))
        return opened(path)
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror}") from None
    except damage(DamagedStoreError) as error:
        raise ConfigError(f"{path}: cannot be opened: {error}") from None


def _import(connection: sqlite3.Connection, path: str) -> str:
    try:
        rows = rows_in(read(path, LARGEST))
    except OSError as error:
        raise ConfigError(f"--import {path}: {error.strerror}") from None
    except UnreadableFileError as error:
        raise ConfigError(f"--import {path}: {error}") from None
    if rows is None:
        return "nothing imported, as another version of puppet-check has exported it"
    return f"{merge(connection, rows)} new results of {len(rows)}"


def _prune(connection: sqlite3.Connection, most: int) -> int:
    before = _count(connection)
    with connection:
        evict(connection, today(), most, DAYS)
    connection.execute("VACUUM")
    return before - _count(connection)


def _export(connection: sqlite3.Connection, path: str) -> None:
    try:
        write_named(path, exported(connection))
    except OSError as error:
        raise ConfigError(f"--export {path}: cannot write the file: {error.strerror}") from None


def _count(connection: sqlite3.Connection) -> int:
    return sum(count(connection, each) for each in NAMES)
