"""The sweep: checks all files of the client's folders in a process of its own, which takes what earlier runs found from the store."""

from __future__ import annotations

import asyncio
import json
import logging
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import NamedTuple, TypeVar

from puppet_check.reports.service import Request
from puppet_typesys.diagnostics import Tag

QUIET = 1.0
"""Seconds without a change before the files are checked again."""
PATIENCE = 10.0
"""Seconds for which a report waits for the protocol's thread, at most."""
TOGETHER = 16
"""How many reports the protocol's thread may have before it."""
COMMAND = (sys.executable, "-P", "-m", "puppet_check.reports.service")
"""`-P`: the current folder is that of a workspace, from which nothing may be imported."""

T = TypeVar("T")


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
    tags: tuple[Tag, ...]
    related: tuple[Place, ...]


class Step(NamedTuple):
    """One file has been checked."""

    path: str
    rows: tuple[Row, ...] | None
    """None when the file has changed since."""
    done: int
    total: int


class Sweep:
    """Runs one process at a time. Used on the protocol's thread; a thread of its own reads what the process says."""

    def __init__(self, take: Callable[[Step], None], ended: Callable[[set[str] | None], None]) -> None:
        """`take` gets each file's report; `ended` the files that were checked after the last of them, None when that one never came."""
        self._take = take
        self._ended = ended
        self._loop = asyncio.get_running_loop()
        self._running: _Run | None = None
        self._due: asyncio.TimerHandle | None = None
        self._again: Request | None = None
        self._waiting: list[asyncio.Future[None]] = []
        self._told = 0
        self._changed: set[str] = set()
        """Files that have changed since the process began, of which it may tell what was."""
        self.files: int | None = None
        """How many files there are, once that is known."""

    @property
    def is_running(self) -> bool:
        """Whether files are being checked, or about to be."""
        return self._running is not None or self._due is not None

    def soon(self, request: Request) -> None:
        """Check all files once nothing has changed for a moment."""
        self._forget_due()
        self._due = self._loop.call_later(QUIET, self.start, request)

    def note(self, paths: Iterable[str]) -> None:
        """These files have changed: what is told of them by a process that runs already may be about what they were."""
        self._changed.update(paths)

    def start(self, request: Request) -> None:
        """Check all files, after the check that is running."""
        self._forget_due()
        if self._running is not None:
            self._again = request
            return
        self._changed.clear()
        self._running = _Run(request, partial(self._tell, self._step), partial(self._tell, self._end))

    async def done(self) -> None:
        """Wait until no check is running or due."""
        while self.is_running:
            self._waiting.append(self._loop.create_future())
            await self._waiting[-1]

    def cancel(self) -> None:
        """Check nothing more until something changes."""
        self._again = None
        self._forget_due()
        if self._running is not None:
            self._running.cancel()
        else:
            self._wake()

    def _tell(self, method: Callable[[T], None], value: T) -> None:
        """Let the protocol's thread know something, and wait now and then until it does: requests come between the reports."""
        known = threading.Event()
        self._told += 1

        def run() -> None:
            try:
                method(value)
            finally:
                known.set()

        with suppress(RuntimeError):  # The loop has ended.
            self._loop.call_soon_threadsafe(run)
            if self._told % TOGETHER == 0:
                known.wait(PATIENCE)

    def _step(self, step: Step) -> None:
        self.files = step.total
        self._take(step._replace(rows=None) if step.path in self._changed else step)

    def _end(self, seen: set[str] | None) -> None:
        self._running = None
        self._ended(None if seen is None else seen | self._changed)
        if self._again is not None:
            request, self._again = self._again, None
            self.start(request)
        self._wake()

    def _wake(self) -> None:
        waiting, self._waiting = self._waiting, []
        for each in waiting:
            if not each.done():
                each.set_result(None)

    def _forget_due(self) -> None:
        if self._due is not None:
            self._due.cancel()
            self._due = None


class _Run:
    """One check of all files."""

    def __init__(self, request: Request, step: Callable[[Step], None], end: Callable[[set[str] | None], None]) -> None:
        self._request = request
        self._step = step
        self._end = end
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._is_wanted = True
        threading.Thread(target=self._run, name="sweep", daemon=True).start()

    def cancel(self) -> None:
        """End the process, which ends with its input."""
        with self._lock:
            self._is_wanted = False
            if self._process is not None and self._process.stdin is not None:
                self._process.stdin.close()

    def _run(self) -> None:
        seen = self._one()
        if seen is None and self._is_wanted:
            # Somebody ended the process, or it broke; what it has found until then is in the store.
            seen = self._one()
        self._end(seen)

    def _one(self) -> set[str] | None:
        """Take the reports of one process; the files that it checked if it came to its end."""
        process = self._started()
        if process is None:
            return None
        assert process.stdout is not None
        seen: set[str] = set()
        total = int(process.stdout.readline().strip() or 0)
        for line in process.stdout:
            if not line.endswith(b"\n"):
                break
            path, _, rows = json.loads(line)
            seen.add(path)
            self._step(Step(path, tuple(map(_row, rows)), len(seen), total))
        return seen if process.wait() == 0 else None

    def _started(self) -> subprocess.Popen[bytes] | None:
        with self._lock:
            if not self._is_wanted:
                return None
            try:
                self._process = process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
                assert process.stdin is not None
                process.stdin.write(json.dumps(self._request._asdict()).encode() + b"\n")
                process.stdin.flush()
            except OSError as error:
                logging.getLogger(__name__).warning("the workspace cannot be checked: %s", error)
                return None
            return process


def _row(found: list[object]) -> Row:
    *fields, tags, related = found
    assert isinstance(tags, list) and isinstance(related, list)
    return Row._make((*fields, tuple(tags), tuple(Place._make(each) for each in related)))
