"""The commands of `puppet-check` other than checking files, each of which is a function of its name in a module of its name."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module

from puppet_check.cli.program import Ended

COMMANDS = ("cache", "compare", "docs", "explain", "interfaces", "migrate", "rules", "unused", "upgrade")
"""Their names; a folder of one of these names can be checked as `./interfaces`."""


def run_command(name: str, *arguments: str) -> int:
    """Run a command and return its exit code. Its module is imported only now, as most runs check files."""
    run: Callable[[Sequence[str]], Iterable[str] | Ended] = getattr(import_module(f"puppet_check.cli.{name}"), name)
    found = run(arguments)
    ended = found if isinstance(found, Ended) else Ended(found, 0)
    sys.stdout.writelines(ended.lines)
    sys.stdout.flush()
    return ended.code
