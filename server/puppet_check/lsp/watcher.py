"""Watches folders for clients that cannot watch files themselves."""

from __future__ import annotations

import asyncio
import json
import logging
import subprocess
import threading
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress

from puppet_check.lsp.check_process import CHANGES, start
from puppet_check.lsp.watch_service import DEBOUNCE, Request

GATHERED = 2 * DEBOUNCE / 1000
"""The seconds in which changes are reported."""


class Watcher:
    """Owns the process that watches folders, if there is one. Used on the protocol's thread; a second thread reads what that writes."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, folders: Sequence[str], changed: Callable[[Collection[str]], None]) -> None:
        """Call a function on this event loop with the paths that change in some folders from now on, and no more with those in others."""
        # What the process until now has not reported yet is looked for again.
        since = time.time() - (0 if self._process is None else GATHERED)
        self.stop()
        if not folders:
            return
        loop, request = asyncio.get_running_loop(), Request(folders, since)
        try:
            self._process = process = start(CHANGES, subprocess.PIPE)
            assert process.stdin is not None
            process.stdin.write(json.dumps(request._asdict()).encode() + b"\n")
            process.stdin.flush()
        except OSError as error:
            _warn(error)
            self.stop()
            return

        def run() -> None:
            assert process.stdout is not None
            with suppress(RuntimeError):  # The loop has ended.
                for line in process.stdout:
                    paths = json.loads(line)
                    if isinstance(paths, str):
                        _warn(paths)
                    else:
                        loop.call_soon_threadsafe(changed, paths)
            if process.wait() and process is self._process:
                _warn("the process that watched them has ended")

        threading.Thread(target=run, name="watch", daemon=True).start()

    def stop(self) -> None:
        """End the process, which ends with its input."""
        process, self._process = self._process, None
        if process is not None and process.stdin is not None:
            with suppress(OSError):
                process.stdin.close()


def _warn(reason: object) -> None:
    logging.getLogger(__name__).warning("cannot watch for changes on the disk: %s", reason)
