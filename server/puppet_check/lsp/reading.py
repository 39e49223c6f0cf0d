"""Reads whole messages on a thread of its own, so that each costs one change of threads."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from typing import BinaryIO

LONGEST = 1 << 30
"""The largest length of a message in bytes; a header with a larger one is invalid."""


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
            loop.call_soon_threadsafe(ended.set_result, None)
        except RuntimeError:
            return  # The loop has ended before the stream.

    threading.Thread(target=run, name="read", daemon=True).start()
    await ended


def messages(stream: BinaryIO) -> Iterator[bytes]:
    """The bodies of messages. Lines that are not headers are skipped, so that an invalid message does not affect the next one."""
    while (length := _length(stream)) is not None:
        body = stream.read(length)
        if len(body) < length:
            return
        yield body


def _length(stream: BinaryIO) -> int | None:
    """The length of the next message; None at the end."""
    length: int | None = None
    while line := stream.readline():
        name, _, value = line.partition(b":")
        if name.strip().lower() == b"content-length" and value.strip().isdigit() and int(value) <= LONGEST:
            length = int(value)
        elif not line.strip() and length is not None:
            return length
    return None
