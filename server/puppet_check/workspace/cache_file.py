"""One file with what is in the cache, for another machine: compressed rows with a checksum, the same bytes for the same rows.

Nothing in it is executed, and all of it is read before anything is imported: a file that is damaged or of another form changes nothing.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterator
from typing import NamedTuple

from puppet_check.fingerprint import digest
from puppet_check.installed import contents
from puppet_check.workspace.database import LARGEST_ROW, NAMES, seal
from puppet_check.workspace.store import is_row, today

MAGIC = "puppet-check cache 1"
"""How such a file begins; the number is that of the form."""
LARGEST = 1 << 30
"""The size in bytes of the largest file that is imported, and of its rows."""
PART = 1 << 20
"""How many bytes are decompressed at once."""
KEY = 12
"""The length of a key in bytes."""


class UnreadableFileError(Exception):
    """Raised for a file that is not an export of the cache, or is not any more what was exported."""


class Row(NamedTuple):
    """A row of the cache."""

    table: str
    key: bytes
    content: bytes
    used: int
    """The day on which it was used last."""


def exported(connection: sqlite3.Connection) -> bytes:
    """All rows of a cache as a file."""
    packer = zlib.compressobj(9)
    packed = b"".join(packer.compress(each) for each in _lines(connection)) + packer.flush()
    return f"{MAGIC} {contents()} {digest(packed)}\n".encode() + packed


def rows_in(source: bytes) -> list[Row] | None:
    """The rows in a file; None if another version of the program has exported them. Raises UnreadableFileError."""
    header, _, packed = source.partition(b"\n")
    match header.decode("ascii", "replace").rsplit(" ", 2):
        case [magic, program, checksum] if magic == MAGIC:
            if checksum != digest(packed):
                raise UnreadableFileError("it is damaged")
            return [*_rows(packed)] if program == contents() else None
    raise UnreadableFileError("it is not an export of the cache")


def merge(connection: sqlite3.Connection, rows: list[Row]) -> int:
    """Add rows to a cache, and return how many it did not have; of two rows with a key, the one that was used last stays."""
    added = 0
    with connection:
        for table, key, content, used in rows:
            known = connection.execute(f"SELECT used FROM {table} WHERE key = ?", (key,)).fetchone()
            if known is None or known[0] < used:
                connection.execute(f"INSERT OR REPLACE INTO {table} VALUES (?, ?, ?, ?)", (key, content, seal(table, key, content), used))
            added += known is None
    return added


def _lines(connection: sqlite3.Connection) -> Iterator[bytes]:
    for table in NAMES:
        for key, content, sealed, used in connection.execute(f"SELECT key, content, seal, used FROM {table} ORDER BY key"):
            if sealed == seal(table, key, content) and is_row(table, content):
                text = content.decode("utf-8", "surrogatepass")
                yield json.dumps([table, key.hex(), text, used], separators=(",", ":")).encode() + b"\n"


def _rows(packed: bytes) -> Iterator[Row]:
    try:
        for line in _unpacked(packed):
            table, name, text, used = json.loads(line)
            key, content = bytes.fromhex(name), text.encode("utf-8", "surrogatepass")
            is_sound = table in NAMES and len(key) == KEY and len(content) <= LARGEST_ROW and type(used) is int and is_row(table, content)
            if not is_sound:
                raise UnreadableFileError("a row of it is not valid")
            yield Row(table, key, content, max(0, min(used, today())))
    except (zlib.error, ValueError, TypeError, AttributeError, RecursionError):
        raise UnreadableFileError("a row of it is not valid") from None


def _unpacked(packed: bytes) -> Iterator[bytes]:
    """The lines in compressed data, of which only so much is unpacked as is needed."""
    unpacker = zlib.decompressobj()
    left, total = b"", 0
    while packed and not unpacker.eof:
        *lines, left = (left + unpacker.decompress(packed, PART)).split(b"\n")
        packed = unpacker.unconsumed_tail
        total += sum(map(len, lines))
        if total > LARGEST or len(left) > 8 * LARGEST_ROW:
            raise UnreadableFileError("it is too large")
        yield from lines
    if left or not unpacker.eof or packed or unpacker.unused_data:
        raise UnreadableFileError("it ends too early or too late")
