"""Ends the server when its client has gone, whatever it is doing at that moment.

A process that checks folders for this one ends with its input, which closes with this process.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from typing import BinaryIO

GRACE = 2.0
"""The seconds for which the server may still work after its client has said that it may end."""
INTERVAL = 2.0
"""The seconds between two looks at the client's process."""
SYNCHRONIZE, TIMED_OUT = 0x00100000, 0x102
"""Constants of Windows."""


def end(code: int) -> None:
    """End the process at once: threads may be busy, or blocked in writing to a client that does not read."""
    os._exit(code)


def end_soon() -> None:
    """End the process after a moment, unless it ends by itself. To be called when the input has ended."""

    def run() -> None:
        time.sleep(GRACE)
        end(1)

    threading.Thread(target=run, name="ending", daemon=True).start()


def end_with(process: int) -> None:
    """End this process when another one has ended. One that cannot be seen from here is not watched: it may be on another machine."""
    if not _is_alive(process):
        return

    def run() -> None:
        while _is_alive(process):
            time.sleep(INTERVAL)
        end(1)

    threading.Thread(target=run, name="client", daemon=True).start()


def _is_alive(process: int) -> bool:
    if process <= 0:
        return False
    if sys.platform == "win32":
        return _is_alive_on_windows(process)
    try:
        os.kill(process, 0)
    except PermissionError:
        return True
    except (OSError, OverflowError):
        return False
    return not _is_zombie(process)


def _is_zombie(process: int) -> bool:
    """Whether a process has ended and nobody has asked for its exit code yet; only Linux tells."""
    try:
        with open(f"/proc/{process}/stat", "rb") as file:
            return file.read(4096).rpartition(b")")[2].split()[0] == b"Z"
    except (OSError, IndexError):
        return False


def _is_alive_on_windows(process: int) -> bool:
    import ctypes  # only on Windows

    kernel = ctypes.windll.kernel32  # type: ignore[attr-defined,unused-ignore]  # exists on Windows only
    handle = kernel.OpenProcess(SYNCHRONIZE, False, process)
    if not handle:
        return False
    waited = kernel.WaitForSingleObject(handle, 0)
    kernel.CloseHandle(handle)
    return bool(waited == TIMED_OUT)


class Output:
    """What is sent to the client. A client that does not take it any more has gone."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def write(self, data: bytes) -> None:
        """Write a message."""
        try:
            self._stream.write(data)
            self._stream.flush()
        except (OSError, ValueError):
            end(1)

    def close(self) -> None:
        """Nothing: the stream ends with the process."""
