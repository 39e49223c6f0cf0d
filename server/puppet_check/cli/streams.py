"""The standard streams of a run: those that are closed at its beginning, and those that take nothing at its end."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import TextIO

LOST = 2
"""The exit code of a run whose output could not be written."""
COMPLETION = "_ARGCOMPLETE"
"""The variable of the environment with which a shell asks for completions of a command line, as argcomplete names it."""


def open_closed() -> None:
    """Open the standard streams that are closed, so that they read and write nothing, and no other file gets their numbers."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115  # until the process ends


def flushed(program: str, code: int) -> int:
    """The exit code of a run once its output is written; `LOST` if that is not possible, as on a full disk or if nobody reads it."""
    error = _unwritten(sys.stdout)
    if error is not None and code != LOST and not isinstance(error, BrokenPipeError):
        with suppress(OSError):
            print(f"{program}: {unwritten(error)}", file=sys.stderr)
    _unwritten(sys.stderr)
    return code if error is None else LOST


def ended(code: int) -> int:
    """End the process with an exit code once its output is written. To take all modules apart would be a tenth of a short run."""
    if code == LOST or _unwritten(sys.stdout) is not None or _unwritten(sys.stderr) is not None:
        return code
    os._exit(code)


def unwritten(error: OSError) -> str:
    """Why the output is not written."""
    return f"cannot write the output: {error.strerror or error}"


def _unwritten(stream: TextIO) -> OSError | None:
    """Why what a stream still holds cannot be written; None if it is written."""
    try:
        stream.flush()
    except OSError as error:
        discard(stream)
        return error
    return None


def discard(stream: TextIO) -> None:
    """Let a stream lose what it still holds. Otherwise, Python would try to write it when it exits, and fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
