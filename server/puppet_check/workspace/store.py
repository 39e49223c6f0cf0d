"""Store: the cache on disk with the results of earlier runs. It is plain text in SQLite, so reading it never executes code.

Everything in it can be recomputed. A store that is locked is ignored. One that is not exactly what was written is deleted: another schema,
what is no database, and a row that does not have the checksum of its contents. So whatever happens to the file, findings stay the same.
"""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Iterable, Sequence
from functools import cache
from stat import S_ISREG
from typing import Any, NamedTuple

from puppet_check.fingerprint import digest
from puppet_check.installed import cache_folder, version
from puppet_check.workspace.trace import Trace
from puppet_check.writing import make_folder, remove
from puppet_typesys.loader import Attribute, Definition, Forwarded, Parameter, Place, Signature

LARGEST_STORE = 256 << 20
"""The size in bytes past which the rows that were not used for the longest time are removed."""
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
TABLES = """
CREATE TABLE IF NOT EXISTS version (version TEXT);
CREATE TABLE IF NOT EXISTS summaries (path BLOB PRIMARY KEY, content BLOB, seal BLOB, used INTEGER) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS records (path BLOB PRIMARY KEY, content BLOB, seal BLOB, used INTEGER) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS used_summaries ON summaries (used);
CREATE INDEX IF NOT EXISTS used_records ON records (used);
"""
SCHEMA = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name"
BESIDE = ("-journal", "-wal", "-shm")
"""The suffixes of files that SQLite makes beside a database."""
OF_SURROUNDINGS = frozenset(
    (
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_NOMEM,
    )
)
"""Errors that say nothing about the contents of a database."""
DAMAGE = (sqlite3.Error, ValueError, TypeError, KeyError, IndexError, OverflowError, RecursionError, MemoryError)
"""What contents may raise that something else has written."""


class DamagedStoreError(Exception):
    """Raised when a database is not as this program left it."""


class Record(NamedTuple):
    """The result of checking a file; valid while the text, the context and everything in the trace are unchanged."""

    hash: str
    context: str
    """A fingerprint of the settings and of the project's modules."""
    trace: Trace
    findings: str
    """The findings as JSON."""


class Store:
    """An SQLite file of records and summaries."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._connection: sqlite3.Connection | None = None
        self._old: set[bytes] = set()
        """The records that were read and not used today before."""
        self._today = int(time.time()) // 86400
        try:
            make_folder(os.path.dirname(path))
            self._connection = _opened(path)
        except (OSError, DamagedStoreError, *DAMAGE):
            self._connection = None

    def records(self, paths: Sequence[str]) -> dict[str, Record]:
        """The records of files, by path. At most a few hundred paths may be given."""
        keys = {os.fsencode(path): path for path in paths}
        try:
            return {keys[key]: _record(content) for key, content in self._rows("records", keys).items()}
        except DAMAGE:
            self._discard()
            return {}

    def summary(self, path: str, hash: str) -> tuple[Definition, ...] | None:
        """The stored definitions of a file with a content hash; None if there are none."""
        try:
            for content in self._rows("summaries", (os.fsencode(path),)).values():
                found, _, text = content.decode().partition("\n")
                if found == hash:
                    return tuple(map(definition_of, json.loads(text)))
        except DAMAGE:
            self._discard()
        return None

    def keep(self, records: Iterable[tuple[str, Record]], summaries: Iterable[tuple[str, str, str]]) -> None:
        """Store records by path, and summaries as path, hash and text."""
        rows = {
            "records": [(path, "\n".join((each.hash, each.context, json.dumps(each.trace), each.findings))) for path, each in records],
            "summaries": [(path, f"{hash}\n{text}") for path, hash, text in summaries],
        }
        if self._connection is None or not any((*rows.values(), self._old)):
            return
        try:
            with self._connection:
                for table, several in rows.items():
                    self._connection.executemany(f"INSERT OR REPLACE INTO {table} VALUES (?, ?, ?, ?)", self._sealed(table, several))
                self._connection.executemany("UPDATE records SET used = ? WHERE path = ?", [(self._today, key) for key in self._old])
                self._old.clear()
                _evict(self._connection, self._today)
        except DAMAGE as error:
            self._failed(error)

    def _sealed(self, table: str, rows: Iterable[tuple[str, str]]) -> list[tuple[bytes, bytes, bytes, int]]:
        found = []
        for path, text in rows:
            key, content = os.fsencode(path), text.encode("utf-8", "surrogatepass")
            if len(content) <= LARGEST_ROW:
                found.append((key, content, _seal(table, key, content), self._today))
        return found

    def _rows(self, table: str, keys: Iterable[bytes]) -> dict[bytes, bytes]:
        """The contents of rows by key; none if one of them is damaged."""
        asked = [*keys]
        if self._connection is None:
            return {}
        marks = ", ".join("?" * len(asked))
        try:
            rows = self._connection.execute(f"SELECT path, content, seal, used FROM {table} WHERE path IN ({marks})", asked).fetchall()
        except DAMAGE as error:
            self._failed(error)
            return {}
        for key, content, seal, used in rows:
            if not (isinstance(key, bytes) and isinstance(content, bytes) and key in asked and seal == _seal(table, key, content)):
                self._discard()
                return {}
            if used != self._today and table == "records":
                self._old.add(key)
        return {key: content for key, content, _, _ in rows}

    def _failed(self, error: Exception) -> None:
        if _is_odd(error):
            self._discard()
        self._connection = None

    def _discard(self) -> None:
        """Throw the store away; the next run makes a new one."""
        self._connection = None
        _remove(self._path)


def summary_text(definitions: Iterable[Definition]) -> str:
    """Definitions as JSON, as the store contains them: only fields that differ from their defaults."""
    return json.dumps([plain(each) for each in definitions], ensure_ascii=True)


def default_path() -> str:
    """The default path of the store."""
    return os.path.join(cache_folder(), "records.sqlite3")


def _opened(path: str) -> sqlite3.Connection:
    _remove_special(path)
    try:
        return _of_this_version(_connected(path))
    except (DamagedStoreError, *DAMAGE) as error:
        if not _is_odd(error):
            raise
        _remove(path)
        return _of_this_version(_connected(path))


def _connected(path: str) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=2.0)
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 4 * LARGEST_ROW)
    connection.set_progress_handler(lambda: 1, OPERATIONS)
    for pragma in ("trusted_schema = OFF", "cell_size_check = ON", "synchronous = OFF", f"cache_size = -{CACHE}"):
        connection.execute(f"PRAGMA {pragma}")
    return connection


def _of_this_version(connection: sqlite3.Connection) -> sqlite3.Connection:
    if not connection.execute(SCHEMA).fetchall():
        connection.executescript(TABLES)
    if connection.execute(SCHEMA).fetchall() != _schema():
        raise DamagedStoreError
    if connection.execute("SELECT version FROM version").fetchall() != [(version(),)]:
        with connection:
            for table in ("version", "summaries", "records"):
                connection.execute(f"DELETE FROM {table}")
            connection.execute("INSERT INTO version VALUES (?)", (version(),))
    return connection


@cache
def _schema() -> list[Any]:
    """What the schema of a store looks like."""
    connection = sqlite3.connect(":memory:")
    connection.executescript(TABLES)
    return connection.execute(SCHEMA).fetchall()


def _seal(table: str, key: bytes, content: bytes) -> bytes:
    """The checksum of a row."""
    return bytes.fromhex(digest(table.encode(), key, content))


def _evict(connection: sqlite3.Connection, today: int) -> None:
    """Remove rows that were not used for long, and the oldest ones of a store that is too large."""
    for table in ("records", "summaries"):
        connection.execute(f"DELETE FROM {table} WHERE used < ? OR used > ?", (today - DAYS, today + 1))
    while _size(connection) > LARGEST_STORE:
        for table in ("records", "summaries"):
            count = connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0] // PART + 1
            oldest = f"SELECT path FROM {table} ORDER BY used LIMIT ?"
            connection.execute(f"DELETE FROM {table} WHERE path IN ({oldest})", (count,))


def _size(connection: sqlite3.Connection) -> int:
    pages, unused, size = (connection.execute(f"PRAGMA {each}").fetchone()[0] for each in ("page_count", "freelist_count", "page_size"))
    return int((pages - unused) * size)


def _is_odd(error: Exception) -> bool:
    """Whether an error says that the contents of a database are not as they should be."""
    code = getattr(error, "sqlite_errorcode", None)
    return not (isinstance(code, int) and code & 0xFF in OF_SURROUNDINGS)


def _remove_special(path: str) -> None:
    """Remove links, FIFOs and devices in the place of the files of a store."""
    for each in (path, *(path + suffix for suffix in BESIDE)):
        try:
            if not S_ISREG(os.lstat(each).st_mode):
                remove(each)
        except FileNotFoundError:
            continue


def _remove(path: str) -> None:
    for each in (path, *(path + suffix for suffix in BESIDE)):
        try:
            remove(each)
        except OSError:
            continue


DEFAULTS: dict[type, dict[str, object]] = {each: each._field_defaults for each in (Definition, Parameter, Attribute, Signature, Forwarded)}
NESTED: dict[str, type] = {"parameters": Parameter, "attributes": Attribute, "signatures": Signature, "forwarded": Forwarded}


def plain(value: Any) -> dict[str, object]:
    """The fields of a named tuple that differ from their defaults."""
    defaults = DEFAULTS[type(value)]
    found: dict[str, object] = {}
    for name, each in zip(value._fields, value, strict=True):
        if name not in defaults or each != defaults[name]:
            found[name] = [plain(part) for part in each] if name in NESTED else each
    return found


def _made(kind: Any, data: dict[str, Any]) -> Any:
    fields = {}
    for name, value in data.items():
        inner = NESTED.get(name)
        fields[name] = tuple(_made(inner, part) for part in value) if inner is not None else _tuples(value)
    return kind(**fields)


def definition_of(data: dict[str, Any]) -> Definition:
    """The definition with some fields, as `plain` gives them; without a place it is in no file."""
    made: Definition = _made(Definition, {**data, "place": None})
    return made._replace(place=Place(*data.get("place", ("", 0, 0))))


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


def _record(content: bytes) -> Record:
    hash, context, trace, findings = content.decode("utf-8", "surrogatepass").split("\n", 3)
    return Record(hash, context, Trace(*json.loads(trace)), findings)
