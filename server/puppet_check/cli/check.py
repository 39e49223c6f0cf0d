"""`puppet-check`: prints the result of an earlier run if nothing has changed since then, else runs.

Whatever is imported here costs each run, so that the modules are imported when they are needed.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence

from puppet_check import __version__
from puppet_check.cli.streams import COMPLETION, ended, flushed, open_closed

NAME = "puppet-check"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code; with the arguments of the process, end it."""
    open_closed()
    if arguments is None:
        return ended(_run(sys.argv[1:]))
    return _run([*arguments])


def _run(given: list[str]) -> int:
    if given == ["--version"]:
        print(NAME, __version__)
        return flushed(NAME, 0)
    if COMPLETION in os.environ:
        from puppet_check.cli.completing import complete  # only when a shell asks

        complete(NAME)
    from puppet_check.own_modules import find_quickly  # measured: 1 ms, and it saves 20 ms of what follows

    find_quickly()
    from puppet_check.cli.run_cache import RunCache  # measured: 8 ms

    cache = RunCache(given)
    found = cache.result()
    if found is not None:
        return flushed(NAME, found.print())
    gc.disable()  # Modules leave nothing to collect: 5 % of the time of their imports.
    from puppet_check.cli.run import run  # measured: it imports the checker, which takes longer than all of the above

    gc.freeze()
    gc.enable()
    from puppet_check.garbage import collect_seldom  # only for runs

    collect_seldom()
    return flushed(NAME, run(given, cache))
