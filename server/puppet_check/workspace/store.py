"""Store: the cache on disk with the results of earlier runs. It is plain text in SQLite, so reading it never executes code.

Everything in it can be recomputed: a store that is locked is ignored, one that is corrupt or of another version is replaced.
"""

from __future__ import annotations

import json
import os
import sqlite3
import sys
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple

from puppet_check.workspace.trace import Trace, digest
from puppet_typesys.loader import Attribute, Definition, Forwarded, Parameter, Place, Signature

TABLES = """
CREATE TABLE IF NOT EXISTS version (version TEXT);
CREATE TABLE IF NOT EXISTS summaries (path TEXT PRIMARY KEY, hash TEXT, definitions TEXT) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS records (path TEXT PRIMARY KEY, hash TEXT, context TEXT, trace TEXT, findings TEXT) WITHOUT ROWID;
"""


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
        self._connection: sqlite3.Connection | None = None
        try:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            self._connection = _opened(path)
        except (OSError, sqlite3.Error):
            self._connection = None

    def records(self, paths: Sequence[str]) -> dict[str, Record]:
        """The records of files, by path. At most a few hundred paths may be given."""
        marks = ", ".join("?" * len(paths))
        rows = self._query(f"SELECT path, hash, context, trace, findings FROM records WHERE path IN ({marks})", *paths)
        return {path: Record(hash, context, _trace(trace), findings) for path, hash, context, trace, findings in rows}

    def summary(self, path: str, hash: str) -> tuple[Definition, ...] | None:
        """The stored definitions of a file with a content hash; None if there are none."""
        for found, text in self._query("SELECT hash, definitions FROM summaries WHERE path = ?", path):
            if found == hash:
                return tuple(map(definition_of, json.loads(text)))
        return None

    def keep(self, records: Iterable[tuple[str, Record]], summaries: Iterable[tuple[str, str, str]]) -> None:
        """Store records by path, and summaries as path, hash and text."""
        if self._connection is None:
            return
        rows = [(path, each.hash, each.context, json.dumps(each.trace), each.findings) for path, each in records]
        try:
            with self._connection:
                self._connection.executemany("INSERT OR REPLACE INTO records VALUES (?, ?, ?, ?, ?)", rows)
                self._connection.executemany("INSERT OR REPLACE INTO summaries VALUES (?, ?, ?)", list(summaries))
        except sqlite3.Error:
            self._connection = None

    def _query(self, query: str, *values: str) -> list[Any]:
        if self._connection is None:
            return []
        try:
            return self._connection.execute(query, values).fetchall()
        except sqlite3.Error:
            self._connection = None
            return []


def summary_text(definitions: Iterable[Definition]) -> str:
    """Definitions as JSON, as the store contains them: only fields that differ from their defaults."""
    return json.dumps([plain(each) for each in definitions], ensure_ascii=True)


def default_path() -> str:
    """The default path of the store."""
    from platformdirs import user_cache_dir  # only needed when many files are checked

    return os.path.join(user_cache_dir("puppet-check", appauthor=False), "records.sqlite3")


def _opened(path: str) -> sqlite3.Connection:
    try:
        return _of_this_version(sqlite3.connect(path, timeout=2.0))
    except sqlite3.DatabaseError as error:
        if isinstance(error, sqlite3.OperationalError):
            raise
        os.remove(path)
        return _of_this_version(sqlite3.connect(path, timeout=2.0))


def _of_this_version(connection: sqlite3.Connection) -> sqlite3.Connection:
    connection.execute("PRAGMA synchronous = OFF")
    connection.executescript(TABLES)
    found = connection.execute("SELECT version FROM version").fetchall()
    if found != [(version(),)]:
        with connection:
            for table in ("version", "summaries", "records"):
                connection.execute(f"DELETE FROM {table}")
            connection.execute("INSERT INTO version VALUES (?)", (version(),))
    return connection


@cache
def version() -> str:
    """A fingerprint of the installed program, as any change of it may change findings."""
    import puppet_check
    import puppet_grammar
    import puppet_typesys

    parts = [sys.version]
    for package in (puppet_check, puppet_typesys, puppet_grammar):
        for top in package.__path__:
            for folder, folders, files in os.walk(top):
                folders[:] = sorted(each for each in folders if each != "__pycache__")
                for name in sorted(files):
                    stat = os.stat(os.path.join(folder, name))
                    parts.append(f"{folder}/{name} {stat.st_size} {stat.st_mtime_ns}")
    return digest("\n".join(parts).encode())


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


def _trace(text: str) -> Trace:
    return Trace(*json.loads(text))
