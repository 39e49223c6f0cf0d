"""Store: the cache on disk with the results of earlier runs, by what they depend on: contents, settings and paths within a repository.

Everything in it can be recomputed. A store that is locked is ignored, and one with a row that does not have the checksum of its contents is
deleted. So whatever happens to the file, findings stay the same.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from puppet_check.fingerprint import digest
from puppet_check.installed import cache_folder
from puppet_check.workspace.database import LARGEST_ROW, NAMES, DamagedStoreError, damage, discard, evict, is_odd, opened, seal
from puppet_check.workspace.definition_text import definitions_of
from puppet_check.workspace.trace import Trace
from puppet_check.writing import make_folder
from puppet_grammar.named import NamedTuple
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.loader import Definition

if TYPE_CHECKING:
    import sqlite3

MEGABYTE = 1 << 20
LARGEST_STORE = 256 * MEGABYTE
"""The size in bytes past which the rows that were not used for the longest time are removed, unless a setting says otherwise."""
RECORDS, SUMMARIES, STATES = NAMES
STATE = lazy_pattern(r"[0-9a-f]{24} (?:[0-9a-f]{24})? [0-9a-f]{24}")
"""The state of a project, that of its names if it is known, and the checksum of the record that holds in it."""


class State(NamedTuple):
    """The state of a project in which a record is known to hold."""

    whole: str = ""
    """That of all files (`workspace/project_state.py`); empty if there is none."""
    names: str = ""
    """That of all that is asked about names (`reports/states.py`), if it is known."""


NO_STATE = State()


class Record(NamedTuple):
    """The result of checking a file; valid while all that its key is made of and everything in the trace are unchanged."""

    path: str
    """The path of the file within the repository, for who reads the cache: the key is made of it."""
    bound: str
    """Where the record holds, as a hash; empty if it holds wherever the repository is."""
    trace: Trace
    findings: str
    """The findings as JSON."""
    names: str = ""
    """What a manifest shows of names, as a hash (`workspace/manifest_names.py`); empty for other files."""
    state: State = NO_STATE


def key_of_record(path: str, hash: str, context: str) -> str:
    """The key of the record of a file with a portable path and a hash of its contents; `context` stands for the settings and modules."""
    return digest(path.encode(errors="surrogateescape"), hash.encode(), context.encode())


def key_of_summary(path: str, hash: str) -> str:
    """The key of what a file defines whose definitions depend on its path in its module."""
    return digest(path.encode(errors="surrogateescape"), hash.encode())


class Store:
    """An SQLite file of records and summaries."""

    def __init__(self, path: str, most: int = LARGEST_STORE) -> None:
        """`most` is the size in bytes past which rows are removed."""
        self._path = path
        self._most = most
        self._connection: sqlite3.Connection | None = None
        self._old: dict[str, set[bytes]] = {each: set() for each in NAMES}
        """The rows of each table that were read and not used today before."""
        self._today = today()
        self._seals: dict[str, str] = {}
        """The checksums of the records that were read and stored, by key."""
        try:
            make_folder(os.path.dirname(path))
            self._connection = opened(path)
        except damage(OSError, DamagedStoreError):
            self._connection = None

    def records(self, keys: Sequence[str]) -> dict[str, Record]:
        """The records with some keys, by key. At most a few hundred keys may be given."""
        try:
            states = {key: content.decode().split(" ") for key, content in self._rows(STATES, keys).items()}
            found = {}
            for key, content in self._rows(RECORDS, keys).items():
                name, (*state, of) = key.hex(), states.get(key, (*NO_STATE, ""))
                self._seals[name] = seal(RECORDS, key, content).hex()
                found[name] = _record(content, State(*state) if of == self._seals[name] else NO_STATE)
            return found
        except damage():
            self._discard()
            return {}

    def summary(self, key: str, path: str) -> tuple[Definition, ...] | None:
        """The stored definitions with a key, as those of a file at a path; None if there are none."""
        try:
            for content in self._rows(SUMMARIES, (key,)).values():
                return definitions_of(content.decode(), path)
        except damage():
            self._discard()
        return None

    def keep(self, records: Iterable[tuple[str, Record]], summaries: Iterable[tuple[str, str]]) -> None:
        """Store records and the texts of summaries by key."""
        self._keep({RECORDS: [(key, _text(each)) for key, each in records], SUMMARIES: [*summaries]})

    def keep_states(self, states: Iterable[tuple[str, State]]) -> None:
        """Store for records that were read or stored, by key, in which state of the project their traces hold."""
        self._keep({STATES: [(key, f"{state.whole} {state.names} {self._seals[key]}") for key, state in states if key in self._seals]})

    def _keep(self, rows: Mapping[str, Sequence[tuple[str, str]]]) -> None:
        if self._connection is None or not any((*rows.values(), *self._old.values())):
            return
        try:
            with self._connection:
                for table, several in rows.items():
                    self._connection.executemany(f"INSERT OR REPLACE INTO {table} VALUES (?, ?, ?, ?)", self._sealed(table, several))
                for table, keys in self._old.items():
                    self._connection.executemany(f"UPDATE {table} SET used = ? WHERE key = ?", [(self._today, key) for key in keys])
                    keys.clear()
                evict(self._connection, self._today, self._most)
        except damage() as error:
            self._failed(error)

    def _sealed(self, table: str, rows: Iterable[tuple[str, str]]) -> list[tuple[bytes, bytes, bytes, int]]:
        found = []
        for name, text in rows:
            key, content = bytes.fromhex(name), text.encode("utf-8", "surrogatepass")
            if len(content) <= LARGEST_ROW:
                sealed = seal(table, key, content)
                if table == RECORDS:
                    self._seals[name] = sealed.hex()
                found.append((key, content, sealed, self._today))
        return found

    def _rows(self, table: str, keys: Iterable[str]) -> dict[bytes, bytes]:
        """The contents of rows by key; none if one of them is damaged."""
        asked = [*map(bytes.fromhex, keys)]
        if self._connection is None:
            return {}
        marks = ", ".join("?" * len(asked))
        try:
            rows = self._connection.execute(f"SELECT key, content, seal, used FROM {table} WHERE key IN ({marks})", asked).fetchall()
        except damage() as error:
            self._failed(error)
            return {}
        for key, content, sealed, used in rows:
            if not (isinstance(key, bytes) and isinstance(content, bytes) and key in asked and sealed == seal(table, key, content)):
                self._discard()
                return {}
            if used != self._today:
                self._old[table].add(key)
        return {key: content for key, content, _, _ in rows}

    def _failed(self, error: Exception) -> None:
        if is_odd(error):
            self._discard()
        self._connection = None

    def _discard(self) -> None:
        """Throw the store away; the next run makes a new one."""
        self._connection = None
        discard(self._path)


def default_path() -> str:
    """The default path of the store."""
    return os.path.join(cache_folder(), "records.sqlite3")


def today() -> int:
    """The day, as the rows have it on which they were used last."""
    return int(time.time()) // 86400


def is_row(table: str, content: bytes) -> bool:
    """Whether the content of a row is of the form that its table has."""
    try:
        if table == RECORDS:
            _record(content, NO_STATE)
        elif table == SUMMARIES:
            definitions_of(content.decode("utf-8", "surrogatepass"), "")
        else:
            return STATE.fullmatch(content.decode()) is not None
    except damage():
        return False
    return True


def _text(record: Record) -> str:
    return "\n".join((json.dumps(record.path), record.bound, record.names, json.dumps(record.trace), record.findings))


def _record(content: bytes, state: State) -> Record:
    path, bound, names, trace, findings = content.decode("utf-8", "surrogatepass").split("\n", 4)
    return Record(json.loads(path), bound, _trace(json.loads(trace)), findings, names, state)


def _trace(found: object) -> Trace:
    """A trace of the form that it was stored with. Raises ValueError for any other."""
    match found:
        case [dict() as names, dict() as paths, None | str() as data] if all(
            isinstance(each, str) for each in (*names.values(), *paths.values())
        ):
            return Trace(names, paths, data)
    raise ValueError("not a trace")
