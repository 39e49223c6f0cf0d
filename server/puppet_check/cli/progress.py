"""The progress of a long run, on a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator

from puppet_check.cli.terminal import is_terminal
from puppet_check.reports.findings import Report

DELAY = 0.5
"""Seconds before progress is shown."""
PAUSE = 0.1
"""Seconds between two updates."""
CLEAR = "\r\x1b[K"


def with_progress(reports: Iterable[Report], total: int) -> Iterator[Report]:
    """Pass reports through, and show their number on the standard error if it is a terminal."""
    if not is_terminal(sys.stderr):
        yield from reports
        return
    due = time.monotonic() + DELAY
    shown = False
    for done, report in enumerate(reports, 1):
        now = time.monotonic()
        if report.findings and shown:
            _show(CLEAR)
            shown = False
        elif now >= due:
            _show(f"{CLEAR}checked {done} of {total} files")
            due, shown = now + PAUSE, True
        yield report
    if shown:
        _show(CLEAR)


def _show(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()
