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
CELLS = 20
"""The width of the bar."""
SURE = 3.0
"""Seconds after which the time that is left can be estimated."""


Result = TypeVar("Result")


def with_progress(results: Iterable[Result], total: int, done: str, is_printed: Callable[[Result], bool]) -> Iterator[Result]:
    """Pass results through, and show a bar with their number and the time left on the standard error if it is a terminal.

    `done` says what was done to how many, such as `checked {} of {} files`; a result that is printed clears it first.
    """
    if not is_terminal(sys.stderr):
        yield from results
        return
    started = time.monotonic()
    due = started + DELAY
    shown = False
    for number, result in enumerate(results, 1):
        now = time.monotonic()
        if is_printed(result):
            _show(CLEAR if shown else "")
            shown = False
        elif now >= due:
            _show(f"{CLEAR}{_bar(number, total)} {done.format(f'{number:,}', f'{total:,}')}{_left(now - started, number, total)}")
            due, shown = now + PAUSE, True
        yield result
    if shown:
        _show(CLEAR)


def _bar(number: int, total: int) -> str:
    full = CELLS * number // max(total, 1)
    return f"[{'#' * full}{'.' * (CELLS - full)}]"


def _left(seconds: float, number: int, total: int) -> str:
    """How long the rest takes if it goes on like this."""
    return f", {duration(seconds / number * (total - number))} left" if seconds >= SURE else ""


def duration(seconds: float) -> str:
    """A time in whole seconds, such as `1 min 5 s`."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


def _show(text: str) -> None:
    control(sys.stderr, text)
    sys.stderr.flush()
