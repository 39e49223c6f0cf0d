"""The SQLite file of the cache: rows with a checksum each, and the program that wrote them. Reading it never executes code.

A file that is not exactly what this program wrote is replaced by a new one: another schema, what is no database, other contents of the
program. Which program it is depends on the contents of its files alone, so that a cache holds for each installation of them.
"""

from __future__ import annotations

import os
from functools import cache
from stat import S_ISREG
from typing import TYPE_CHECKING, Any

from puppet_check.fingerprint import digest
from puppet_check.installed import contents, version
from puppet_check.writing import remove

if TYPE_CHECKING:
    import sqlite3

LARGEST_ROW = 1 << 20
"""The size in bytes of the largest row that is stored."""
DAYS = 60
"""The number of days after which a row that was not used is removed, as those of projects that are gone."""
CACHE = 256
"""The size in kilobytes of SQLite's cache of pages, which a session would fill otherwise with 2 MB: rows are read once."""
PART = 8
"""The part of all rows that is removed at once from a store that is too large: an eighth."""
OPERATIONS = 200_000_000
"""The number of operations of SQLite after which a query is given up."""
NAMES = ("records", "summaries", "states")
"""The tables of rows."""
TABLES = """
CREATE TABLE IF NOT EXISTS program (contents TEXT, installed TEXT);
CREATE TABLE IF NOT EXISTS summaries (key BLOB PRIMARY KEY, content BLOB, seal BLOB, used INTEGER) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS records (key BLOB PRIMARY KEY, content BLOB, seal BLOB, used INTEGER) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS states (key BLOB PRIMARY KEY, content BLOB, seal BLOB, used INTEGER) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS used_summaries ON summaries (used);
CREATE INDEX IF NOT EXISTS used_records ON records (used);
CREATE INDEX IF NOT EXISTS used_states ON states (used);
"""
SCHEMA = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name"
BESIDE = ("-journal", "-wal", "-shm")
"""The suffixes of files that SQLite makes beside a database."""
OF_SURROUNDINGS = ("BUSY", "LOCKED", "READONLY", "IOERR", "FULL", "CANTOPEN", "PERM", "NOMEM")
"""The names of the errors that say nothing about the contents of a database."""


class DamagedStoreError(Exception):
    """Raised when a database is not as this program left it."""


def damage(*others: type[Exception]) -> tuple[type[Exception], ...]:
    """What contents may raise that something else has written, and other exceptions."""
    import sqlite3  # measured: 2 ms, and checks of a few files do without the cache

    ours = (ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError, RecursionError, MemoryError)
    return sqlite3.Error, *ours, *others


def opened(path: str) -> sqlite3.Connection:
    """The database at a path, with rows of this program. Raises OSError, DamagedStoreError or one of `damage`."""
    _remove_special(path)
    try:
        return _of_this_program(_connected(path))
    except damage(DamagedStoreError) as error:
        if not is_odd(error):
            raise
        discard(path)
        return _of_this_program(_connected(path))


def discard(path: str) -> None:
    """Remove a database, with what SQLite made beside it."""
    for each in (path, *(path + suffix for suffix in BESIDE)):
        try:
            remove(each)
        except OSError:
            continue


def is_odd(error: Exception) -> bool:
    """Whether an error says that the contents of a database are not as they should be."""
    import sqlite3  # as in `damage`

    code = getattr(error, "sqlite_errorcode", None)
    return not (isinstance(code, int) and code & 0xFF in {getattr(sqlite3, f"SQLITE_{name}") for name in OF_SURROUNDINGS})


def seal(table: str, key: bytes, content: bytes) -> bytes:
    """The checksum of a row."""
    return bytes.fromhex(digest(table.encode(), key, content))


def evict(connection: sqlite3.Connection, today: int, most: int, days: int = DAYS) -> None:
    """Remove rows that were not used for some days, and those that were not used for the longest time past a size in bytes."""
    for table in NAMES:
        connection.execute(f"DELETE FROM {table} WHERE used < ? OR used > ?", (today - days, today + 1))
    while size(connection) > most and any(count(connection, table) for table in NAMES):
        for table in NAMES:
            part = count(connection, table) // PART + 1
            oldest = f"SELECT key FROM {table} ORDER BY used LIMIT ?"
            connection.execute(f"DELETE FROM {table} WHERE key IN ({oldest})", (part,))


def count(connection: sqlite3.Connection, table: str) -> int:
    """The number of rows of a table."""
    return int(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])


def size(connection: sqlite3.Connection) -> int:
    """The size in bytes of what is in a database."""
    pages, unused, page = (connection.execute(f"PRAGMA {each}").fetchone()[0] for each in ("page_count", "freelist_count", "page_size"))
    return int((pages - unused) * page)


def _connected(path: str) -> sqlite3.Connection:
    import sqlite3  # as in `damage`

    connection = sqlite3.connect(path, timeout=2.0)
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 4 * LARGEST_ROW)
    connection.set_progress_handler(lambda: 1, OPERATIONS)
    for pragma in ("trusted_schema = OFF", "cell_size_check = ON", "synchronous = OFF", f"cache_size = -{CACHE}"):
        connection.execute(f"PRAGMA {pragma}")
    return connection


def _of_this_program(connection: sqlite3.Connection) -> sqlite3.Connection:
    if not connection.execute(SCHEMA).fetchall():
        connection.executescript(TABLES)
    if connection.execute(SCHEMA).fetchall() != _schema():
        raise DamagedStoreError
    found = connection.execute("SELECT contents, installed FROM program").fetchall()
    # The same files, which need not be read again, or the same contents, installed once more.
    if len(found) == 1 and found[0][1] == version():
        return connection
    with connection:
        for table in () if [each[0] for each in found] == [contents()] else NAMES:
            connection.execute(f"DELETE FROM {table}")
        connection.execute("DELETE FROM program")
        connection.execute("INSERT INTO program VALUES (?, ?)", (contents(), version()))
    return connection


@cache
def _schema() -> list[Any]:
    """What the schema of a store looks like."""
    import sqlite3  # as in `damage`

    connection = sqlite3.connect(":memory:")
    connection.executescript(TABLES)
    return connection.execute(SCHEMA).fetchall()


def _remove_special(path: str) -> None:
    """Remove links, FIFOs and devices in the place of the files of a store."""
    for each in (path, *(path + suffix for suffix in BESIDE)):
        try:
            if not S_ISREG(os.lstat(each).st_mode):
                remove(each)
        except FileNotFoundError:
            continue
