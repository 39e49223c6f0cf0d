"""Blocks with a limit of time, which what programs do here does not reach: the budget of steps ends it before."""

from __future__ import annotations

from puppet_typesys.ruby.machine import Machine
from puppet_typesys.ruby.native import yields
from puppet_typesys.ruby.objects import AnyProc
from puppet_typesys.ruby.outcome import Unsupported

SHORTEST = 1
"""The limit in seconds below which it may be reached."""


@yields("Timeout.", "timeout", more=2)
def _timeout(machine: Machine, block: AnyProc | None, module: object, seconds: object) -> object:
    """The value of the block, which gets the limit. None and 0 are no limit."""
    if block is None or isinstance(seconds, bool) or not (seconds is None or isinstance(seconds, int | float)):
        raise Unsupported("method", "Timeout.timeout")
    if seconds is not None and seconds != 0 and not seconds >= SHORTEST:
        raise Unsupported("method", "Timeout.timeout of a short time")
    return machine.call(block, seconds)
