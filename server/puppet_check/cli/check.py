"""`puppet-check`: prints the result of an earlier run if nothing has changed since then, else runs."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from puppet_check.cli.run_cache import RunCache
from puppet_check.cli.streams import flushed, open_closed


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    open_closed()
    given = sys.argv[1:] if arguments is None else list(arguments)
    cache = RunCache(given)
    found = cache.result()
    if found is not None:
        return flushed("puppet-check", found.print())
    from puppet_check.cli.run import run  # measured: it imports the checker, which takes longer than all of the above

    return flushed("puppet-check", run(given, cache))
