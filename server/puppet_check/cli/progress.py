"""The progress of a long run, on a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from puppet_check.cli.terminal import is_terminal
from puppet_check.cli.untrusted import control

DELAY = 0.5
"""Seconds before progress is shown."""
PAUSE = 0.1
"""Seconds between two updates."""
CLEAR = "\r\x1b[K"


Result = TypeVar("Result")


def with_progress(results: Iterable[Result], total: int, done: str, is_printed: Callable[[Result], bool]) -> Iterator[Result]:
    """Pass results through, and show their number on the standard error if it is a terminal.

    `done` says what was done to how many, such as `checked {} of {} files`; a result that is printed clears it first.
    """
    if not is_terminal(sys.stderr):
        yield from results
        return
    due = time.monotonic() + DELAY
    shown = False
    for number, result in enumerate(results, 1):
        now = time.monotonic()
        if is_printed(result):
            _show(CLEAR if shown else "")
            shown = False
        elif now >= due:
            _show(f"{CLEAR}{done.format(number, total)}")
            due, shown = now + PAUSE, True
        yield result
    if shown:
        _show(CLEAR)


def _show(text: str) -> None:
    control(sys.stderr, text)
    sys.stderr.flush()
