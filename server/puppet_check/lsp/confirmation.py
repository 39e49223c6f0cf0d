"""The confirmation of the results of a first check, while the client is idle."""

from __future__ import annotations

import asyncio
import logging
import subprocess
import threading
from contextlib import suppress

from puppet_check.lsp.check_process import started
from puppet_check.reports.service import Request

PAUSE = 3.0
"""Seconds without a message before it begins. It is given up when one comes, and begins again after twice the time."""


class Confirmation:
    """Checks all files a second time, in a process of its own whose findings are not read. Used on the protocol's thread.

    The first check of many files stores a record of each, and leaves it to the second one to note all that they depended on, from which the
    next session takes the results at once. That takes 3 s of processor time for 4,500 files.
    """

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._request: Request | None = None
        self._pause = PAUSE
        self._due: asyncio.TimerHandle | None = None
        self._process: subprocess.Popen[bytes] | None = None

    def begin(self, request: Request) -> None:
        """Confirm the results of a request once the client is idle."""
        self._request = request
        self._pause = PAUSE
        self._wait()

    def interrupt(self) -> None:
        """Give way to a message of the client."""
        if self._request is None:
            return
        if self._process is not None:
            self._end_process()
            self._pause *= 2
        self._wait()

    def forget(self) -> None:
        """Confirm nothing until it is asked for again."""
        self._request = None
        self._stop_waiting()
        self._end_process()

    def _wait(self) -> None:
        self._stop_waiting()
        self._due = self._loop.call_later(self._pause, self._start)

    def _stop_waiting(self) -> None:
        if self._due is not None:
            self._due.cancel()
            self._due = None

    def _start(self) -> None:
        self._due = None
        assert self._request is not None
        try:
            self._process = process = started(self._request, subprocess.DEVNULL)
        except OSError as error:
            logging.getLogger(__name__).warning("the results cannot be confirmed: %s", error)
            self.forget()
            return
        threading.Thread(target=self._follow, args=(process,), name="confirmation", daemon=True).start()

    def _follow(self, process: subprocess.Popen[bytes]) -> None:
        """Wait for the end of the process, on a thread of its own."""
        process.wait()
        with suppress(RuntimeError):  # The loop has ended.
            self._loop.call_soon_threadsafe(self._ended, process)

    def _ended(self, process: subprocess.Popen[bytes]) -> None:
        if self._process is process:
            self.forget()

    def _end_process(self) -> None:
        """End the process, which ends with its input."""
        process, self._process = self._process, None
        if process is not None and process.stdin is not None:
            with suppress(OSError):
                process.stdin.close()
