"""The background check: checks all files of some folders in another process, which reuses the results of earlier runs."""

from __future__ import annotations

import asyncio
import json
import logging
import subprocess
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import Literal, NamedTuple, TypeVar

from puppet_check.lsp.check_process import started
from puppet_check.lsp.confirmation import Confirmation
from puppet_check.reports.service import Request
from puppet_typesys.diagnostics import Tag

QUIET = 1.0
"""Seconds without a change before the files are checked again."""
TIMEOUT = 10.0
"""The longest time in seconds that the reading thread waits for the protocol's thread."""
TOGETHER = 16
"""How many reports may wait for the protocol's thread."""

T = TypeVar("T")
Rows = tuple["Row", ...]


class RelatedPlace(NamedTuple):
    """A related place of a finding, from 0."""

    path: str
    line: int
    column: int
    message: str


class FixRow(NamedTuple):
    """A fix of a finding, which changes the file of the finding alone."""

    title: str
    safety: Literal["safe", "unsafe"]
    replacements: tuple[tuple[int, int, int, int, str], ...]
    """The line and column where each begins and ends, and the new text."""


class Row(NamedTuple):
    """A finding; lines and columns count from 0, columns in the unit agreed with the client."""

    line: int
    column: int
    end_line: int
    end_column: int
    severity: str
    code: str
    message: str
    tags: tuple[Tag, ...]
    related: tuple[RelatedPlace, ...]
    fixes: tuple[FixRow, ...] = ()
    """Only of findings about catalogs."""


class CheckedFile(NamedTuple):
    """The result for one file."""

    path: str
    rows: tuple[Row, ...] | None
    """None if the file has changed since."""
    done: int
    total: int


class Ended(NamedTuple):
    """The end of a check."""

    files: set[str]
    """All files that were checked."""
    is_certain: bool
    """Whether the next session can begin with the results."""


class BackgroundCheck:
    """Owns the process of the check that is running, one at a time. Used on the protocol's thread.

    A second thread reads what the process writes, and hands each result over to the event loop.
    """

    def __init__(
        self,
        take: Callable[[CheckedFile], None],
        take_catalogs: Callable[[dict[str, Rows]], None],
        ended: Callable[[set[str] | None], None],
    ) -> None:
        """`take` gets the result of each file, and `take_catalogs` what stops catalogs, by file.

        `ended` gets all checked files at the end, or None if the process failed.
        """
        self._take = take
        self._take_catalogs = take_catalogs
        self._ended = ended
        self._confirmation = Confirmation()
        self._loop = asyncio.get_running_loop()
        self._running: _Run | None = None
        self._due: asyncio.TimerHandle | None = None
        self._again: Request | None = None
        self._waiting: list[asyncio.Future[None]] = []
        self._changed: set[str] = set()
        """Files that have changed since the process began, whose results may be outdated."""
        self.files: int | None = None
        """How many files there are, once that is known."""

    @property
    def is_running(self) -> bool:
        """Whether a check is running or scheduled."""
        return self._running is not None or self._due is not None

    def start_soon(self, request: Request) -> None:
        """Check all files once nothing has changed for a moment."""
        self._confirmation.forget()
        self._forget_due()
        self._due = self._loop.call_later(QUIET, self.start, request)

    def note(self, paths: Iterable[str]) -> None:
        """Ignore the results of a running process for these files, which have changed."""
        self._changed.update(paths)

    def start(self, request: Request) -> None:
        """Check all files, after the check that is running."""
        self._confirmation.forget()
        self._forget_due()
        if self._running is not None:
            self._again = request
            return
        self._changed.clear()
        self._running = _Run(request, self._loop, self._step, self._catalogs, partial(self._end, request))

    async def done(self) -> None:
        """Wait until no check is running or due."""
        while self.is_running:
            self._waiting.append(self._loop.create_future())
            await self._waiting[-1]

    def interrupt(self) -> None:
        """Give way to a message of the client, where nobody waits for a result."""
        self._confirmation.interrupt()

    def cancel(self) -> None:
        """Stop the check until another is started."""
        self._confirmation.forget()
        self._again = None
        self._forget_due()
        if self._running is not None:
            self._running.cancel()
        else:
            self._wake()

    def _step(self, step: CheckedFile) -> None:
        self.files = step.total
        self._take(step._replace(rows=None) if step.path in self._changed else step)

    def _catalogs(self, found: dict[str, Rows]) -> None:
        self._take_catalogs({path: rows for path, rows in found.items() if path not in self._changed})

    def _end(self, request: Request, ended: Ended | None) -> None:
        self._running = None
        self._ended(None if ended is None else ended.files | self._changed)
        if self._again is not None:
            request, self._again = self._again, None
            self.start(request)
        elif ended is not None and not ended.is_certain and self._due is None:
            self._confirmation.begin(request)
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
    """One check of all files. `cancel` is called on the protocol's thread, all else on a thread of its own."""

    def __init__(
        self,
        request: Request,
        loop: asyncio.AbstractEventLoop,
        step: Callable[[CheckedFile], None],
        catalogs: Callable[[dict[str, Rows]], None],
        end: Callable[[Ended | None], None],
    ) -> None:
        """`step`, `catalogs` and `end` are called on the event loop."""
        self._request = request
        self._loop = loop
        self._handed_over = 0
        self._step = step
        self._catalogs = catalogs
        self._end = end
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._is_wanted = True
        threading.Thread(target=self._run, name="background-check", daemon=True).start()

    def cancel(self) -> None:
        """End the process, which ends with its input."""
        with self._lock:
            self._is_wanted = False
            if self._process is not None and self._process.stdin is not None:
                self._process.stdin.close()

    def _run(self) -> None:
        ended = self._one()
        if ended is None and self._is_wanted:
            # The process was killed or failed; its results until then are in the cache.
            ended = self._one()
        self._hand_over(self._end, ended)

    def _one(self) -> Ended | None:
        """Hand over the results of one process; None if it failed."""
        process = self._started()
        if process is None:
            return None
        assert process.stdout is not None
        seen: set[str] = set()
        is_certain = True
        total = int(process.stdout.readline().strip() or 0)
        for line in process.stdout:
            if not line.endswith(b"\n"):
                break
            answer = json.loads(line)
            if isinstance(answer, dict):
                self._hand_over(self._catalogs, {path: tuple(map(_row_with_fixes, rows)) for path, rows in answer["catalogs"].items()})
                is_certain = answer["is_certain"]
                continue
            path, _, rows = answer
            seen.add(path)
            self._hand_over(self._step, CheckedFile(path, tuple(map(_row, rows)), len(seen), total))
        return Ended(seen, is_certain) if process.wait() == 0 else None

    def _hand_over(self, method: Callable[[T], None], value: T) -> None:
        """Call a method on the event loop, and sometimes wait until it returns, so that requests are answered between the results."""
        done = threading.Event()
        self._handed_over += 1

        def run() -> None:
            try:
                method(value)
            finally:
                done.set()

        with suppress(RuntimeError):  # The loop has ended.
            self._loop.call_soon_threadsafe(run)
            if self._handed_over % TOGETHER == 0:
                done.wait(TIMEOUT)

    def _started(self) -> subprocess.Popen[bytes] | None:
        with self._lock:
            if not self._is_wanted:
                return None
            try:
                self._process = started(self._request, subprocess.PIPE)
            except OSError as error:
                logging.getLogger(__name__).warning("the workspace cannot be checked: %s", error)
                return None
            return self._process


def _row(found: list[object]) -> Row:
    *fields, tags, related = found
    assert isinstance(tags, list) and isinstance(related, list)
    return Row._make((*fields, tuple(tags), tuple(RelatedPlace._make(each) for each in related), ()))


def _row_with_fixes(found: list[object]) -> Row:
    *fields, fixes = found
    assert isinstance(fixes, list)
    return _row(fields)._replace(fixes=tuple(FixRow(title, safety, tuple(map(tuple, places))) for title, safety, places in fixes))
