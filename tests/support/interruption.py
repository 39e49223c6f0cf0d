"""Runs of `puppet-eval` that are interrupted as soon as they have kept something of what they made."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

PROGRAM = """\
import sys

from puppet_check.cli.diff import command
from puppet_check.cli.evaluate import main
from puppet_check.fleet import unfinished

command.FIRST_PAUSE = unfinished.FIRST_PAUSE = 0.0
sys.exit(main())
"""
"""A `puppet-eval` that keeps each result at once, and not only after a second."""


def kept(cache: Path, folder: str) -> list[Path]:
    """The files with what was kept of runs that have not ended."""
    return sorted((cache / "puppet-check" / folder).glob("*.json.z"))


def interrupt(cwd: Path, cache: Path, folder: str, arguments: Sequence[str], how: signal.Signals = signal.SIGKILL) -> None:
    """Start `puppet-eval` in one process, and end it as soon as it has kept something in a folder of its cache."""
    command = [sys.executable, "-c", PROGRAM, *arguments, "--jobs", "1"]
    surroundings = {**os.environ, "XDG_CACHE_HOME": str(cache)}
    nothing = subprocess.DEVNULL
    with subprocess.Popen(command, cwd=cwd, env=surroundings, stdout=nothing, stderr=nothing, preexec_fn=_heed_interrupts) as process:
        while not kept(cache, folder):
            assert process.poll() is None, "it has ended before anything was kept"
            time.sleep(0.01)
        process.send_signal(how)
        assert process.wait() in (130, -how), "it was not interrupted"


def _heed_interrupts() -> None:
    """Let a process be interrupted, which one that a shell runs in the background would ignore."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
