"""Reads whole messages on a thread of its own, so that each costs one change of threads."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Callable, Iterator
from io import BufferedReader
from typing import BinaryIO

from puppet_check.lsp.ending import end_soon
from puppet_grammar.patterns import lazy_pattern

LONGEST = 1 << 28
"""The largest length of a message in bytes; a header with a larger one is invalid."""
LONGEST_LINE = 1 << 14
"""The largest length of a line of a header."""
LENGTH = lazy_pattern(rb"content-length: *(\d{1,12})\s*\Z", re.IGNORECASE)
INSIDE = lazy_pattern(rb"content-length: *\d+\r\n", re.IGNORECASE)
"""Matches in no JSON, whose strings cannot contain control characters: there, a new message begins."""
OVERLAP = 64
"""How many bytes of a chunk belong to a header that ends in the next one, at most."""


async def read(stream: BinaryIO, look_at: Callable[[bytes], None], receive: Callable[[bytes], None]) -> None:
    """Hand over the messages of a stream until it ends.

    `look_at` gets each at once, on the reading thread; `receive` gets them in turn, on the event loop.
    """
    loop = asyncio.get_running_loop()
    ended = loop.create_future()

    def run() -> None:
        try:
            for body in messages(stream):
                look_at(body)
                loop.call_soon_threadsafe(receive, body)
            # The event loop may be busy for long, or blocked.
            end_soon()
            loop.call_soon_threadsafe(ended.set_result, None)
        except RuntimeError:
            return  # The loop has ended before the stream.

    threading.Thread(target=run, name="read", daemon=True).start()
    await ended


def messages(stream: BinaryIO) -> Iterator[bytes]:
    """The bodies of messages. What is no header is skipped, so that an invalid message does not affect the next one."""
    source = _Source(stream)
    while (length := _length(source)) is not None:
        body = source.body(length)
        if body is None:
            return
        yield body


def _length(source: _Source) -> int | None:
    """The length of the next message; None at the end."""
    length: int | None = None
    while line := source.line():
        found = LENGTH.search(line)
        if found is not None:
            length = int(found[1]) if int(found[1]) <= LONGEST else None
        elif not line.strip() and length is not None:
            return length
    return None


class _Source:
    """A stream, of which bytes can be given back. A stream that breaks has ended."""

    def __init__(self, stream: BinaryIO) -> None:
        self._read = stream.read1 if isinstance(stream, BufferedReader) else stream.read
        self._rest = b""

    def line(self) -> bytes:
        """The next line with its end, or a part of one that is too long; nothing at the end."""
        parts = b""
        while True:
            data = self._take(LONGEST_LINE)
            line, end, rest = data.partition(b"\n")
            if end or not data:
                self._rest = rest
                return parts + line + end
            if len(parts) + len(line) > LONGEST_LINE:
                return parts + line
            parts += line

    def body(self, length: int) -> bytes | None:
        """A body of a length, or what there is of it before the next header; None at the end of the stream."""
        parts: list[bytes] = []
        missing = length
        before = b""
        while missing:
            data = self._take(missing)
            if not data:
                return None
            found = INSIDE.search(before + data) if b":" in data or before else None
            if found is not None:
                text = b"".join(parts) + data
                at = len(text) - len(data) - len(before) + found.start()
                self._rest = text[at:] + self._rest
                return text[:at]
            parts.append(data)
            before = data[-OVERLAP:]
            missing -= len(data)
        return parts[0] if len(parts) == 1 else b"".join(parts)

    def _take(self, most: int) -> bytes:
        if self._rest:
            data, self._rest = self._rest[:most], self._rest[most:]
            return data
        try:
            return self._read(most)
        except (OSError, ValueError):
            return b""
