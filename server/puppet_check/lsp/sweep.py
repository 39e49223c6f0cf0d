"""The sweep: checks all files of the client's folders in a process of its own, which takes what earlier runs found from the store."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from puppet_check.reports.service import Request

QUIET = 1.0
"""Seconds without a change before the files are checked again."""
LONGEST = 64 << 20
"""Bytes that the report of one file may have."""


class Place(NamedTuple):
    """Another place that explains a finding, from 0."""

    path: str
    line: int
    column: int
    message: str


class Row(NamedTuple):
    """What is wrong at a place, from 0, columns as agreed with the client."""

    line: int
    column: int
    end_line: int
    end_column: int
    severity: str
    code: str
    message: str
    related: tuple[Place, ...]


class Step(NamedTuple):
    """One file has been checked."""

    path: str
    rows: tuple[Row, ...]
    done: int
    total: int


class Sweep:
    """Runs one process at a time. Used on the protocol's thread."""

    def __init__(self, take: Callable[[Step], None], ended: Callable[[set[str] | None], None]) -> None:
        """`take` gets each file's report; `ended` the files that were checked after the last of them, None when that one never came."""
        self._take = take
        self._ended = ended
        self._process: Process | None = None
        self._task: asyncio.Task[None] | None = None
        self._due: asyncio.TimerHandle | None = None
        self._again: Request | None = None
        self._is_wanted = True
        self.files: int | None = None
        """How many files there are, once that is known."""

    @property
    def is_running(self) -> bool:
        """Whether files are being checked, or about to be."""
        return self._task is not None or self._due is not None

    def soon(self, request: Request) -> None:
        """Check all files once nothing has changed for a moment."""
        if self._due is not None:
            self._due.cancel()
        self._due = asyncio.get_running_loop().call_later(QUIET, self.start, request)

    def start(self, request: Request) -> None:
        """Check all files, after the check that is running."""
        if self._due is not None:
            self._due.cancel()
            self._due = None
        if self._task is not None:
            self._again = request
            return
        self._task = asyncio.get_running_loop().create_task(self._run(request))

    async def done(self) -> None:
        """Wait until no check is running or due."""
        while self.is_running:
            await asyncio.wait([self._task] if self._task is not None else [asyncio.ensure_future(asyncio.sleep(QUIET))])

    def cancel(self) -> None:
        """Check nothing more until something changes."""
        self._again = None
        self._is_wanted = False
        if self._due is not None:
            self._due.cancel()
            self._due = None
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()

    async def _run(self, request: Request) -> None:
        try:
            while True:
                self._is_wanted = True
                seen = await self._one(request)
                if seen is None and self._is_wanted:
                    # Somebody ended the process, or it broke; what it has found until then is in the store.
                    seen = await self._one(request)
                self._ended(seen)
                if self._again is None:
                    return
                request, self._again = self._again, None
        finally:
            self._task = None

    async def _one(self, request: Request) -> set[str] | None:
        """Take the reports of one process; the files that it checked if it came to its end."""
        seen: set[str] = set()
        arguments = (sys.executable, "-m", "puppet_check.reports.service")
        try:
            process = self._process = await asyncio.create_subprocess_exec(*arguments, stdin=PIPE, stdout=PIPE, limit=LONGEST)
        except OSError as error:
            logging.getLogger(__name__).warning("the workspace cannot be checked: %s", error)
            return None
        assert process.stdin is not None and process.stdout is not None
        with suppress(ConnectionError):
            process.stdin.write(json.dumps(request._asdict()).encode() + b"\n")
            await process.stdin.drain()
        first = await process.stdout.readline()
        total = self.files = int(first) if first.strip() else 0
        async for line in process.stdout:
            path, _, rows = json.loads(line)
            seen.add(path)
            self._take(Step(path, tuple(_row(each) for each in rows), len(seen), total))
        self._process = None
        return seen if await process.wait() == 0 else None


def _row(found: list[object]) -> Row:
    *fields, related = found
    assert isinstance(related, list)
    return Row._make((*fields, tuple(Place._make(each) for each in related)))
