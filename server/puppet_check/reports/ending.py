"""The end of a process that works for another one, together with those that it has started."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from multiprocessing import active_children


def lead_group() -> None:
    """Make a process group of this process and those that it starts, so that they can end together."""
    with suppress(AttributeError, OSError):
        os.setpgid(0, 0)


def end_all() -> None:
    """End this process and those that it has started."""
    with suppress(AttributeError, OSError):
        if os.getpgid(0) == os.getpid():
            os.killpg(0, signal.SIGKILL)
    for process in active_children():
        process.kill()
    os._exit(1)
