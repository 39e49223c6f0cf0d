"""The process that lists and runs specs, started when it is needed: the server itself never imports what runs them."""

from __future__ import annotations

import asyncio
import json
import logging
import subprocess
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from puppet_check.lsp.check_process import SPECS, start

Data = dict[str, object]
"""A line of an answer."""
END = "end"
"""The member of the last line of an answer."""
IDLE = 60.0
"""Seconds after which a process that has nothing to do is ended."""


class SpecProcess:
    """Owns one process, and the request that it works on. Used on the protocol's thread; a second thread reads what the process writes."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._process: subprocess.Popen[bytes] | None = None
        self._turn = asyncio.Lock()
        self._take: Callable[[Data], None] = lambda _: None
        self._ended: asyncio.Future[Data | None] | None = None
        self._idle: asyncio.TimerHandle | None = None

    async def ask(self, request: Data, take: Callable[[Data], None] = lambda _: None) -> Data | None:
        """The last line of the answer to a request; `take` gets those before it. None if the process failed.

        Requests have their turn. One that is cancelled ends the process.
        """
        async with self._turn:
            self._forget_idle()
            self._ended, self._take = self._loop.create_future(), take
            try:
                if self._process is None:
                    self._process = start(SPECS, subprocess.PIPE)
                    threading.Thread(target=self._read, args=(self._process,), name="specs", daemon=True).start()
                # In a thread, since texts may fill the pipe of a process that is still starting.
                await asyncio.to_thread(_write, self._process, json.dumps(request).encode() + b"\n")
                return await self._ended
            except OSError as error:
                logging.getLogger(__name__).warning("specs cannot be run: %s", error)
                self.stop()
                return None
            except asyncio.CancelledError:
                self.stop()
                raise
            finally:
                self._idle = self._loop.call_later(IDLE, self.stop)

    def cancel(self) -> None:
        """Cancel the request that the process works on, which ends the process."""
        if self._ended is not None:
            self._ended.cancel()

    def stop(self) -> None:
        """End the process, which ends with its input."""
        self._forget_idle()
        process, self._process = self._process, None
        if process is not None and process.stdin is not None:
            with suppress(OSError):
                process.stdin.close()
        self._finish(None)

    def _read(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdout is not None
        with suppress(RuntimeError):  # The loop has ended.
            for line in process.stdout:
                if line.endswith(b"\n"):
                    self._loop.call_soon_threadsafe(partial(self._came, process, json.loads(line)))
            process.wait()
            self._loop.call_soon_threadsafe(partial(self._gone, process))

    def _came(self, process: subprocess.Popen[bytes], line: Data) -> None:
        if process is not self._process:
            return
        if END in line:
            self._finish(line)
        else:
            self._take(line)

    def _gone(self, process: subprocess.Popen[bytes]) -> None:
        if process is self._process:
            self.stop()

    def _forget_idle(self) -> None:
        if self._idle is not None:
            self._idle.cancel()
            self._idle = None

    def _finish(self, line: Data | None) -> None:
        if self._ended is not None and not self._ended.done():
            self._ended.set_result(line)


def _write(process: subprocess.Popen[bytes], data: bytes) -> None:
    """Raises OSError if the process has ended, also if that was noticed, and its input closed, while this waited for its thread."""
    assert process.stdin is not None
    try:
        process.stdin.write(data)
        process.stdin.flush()
    except ValueError as error:
        raise BrokenPipeError(str(error)) from error
