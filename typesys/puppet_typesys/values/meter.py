"""What an evaluation may cost, for code that makes something large far from whoever counts."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar

METER: ContextVar[Callable[[int], None] | None] = ContextVar("METER", default=None)
"""Who counts the steps of the evaluation that is going on."""


def spend(steps: int) -> None:
    """Account for work or size; raises BudgetError when too much was spent."""
    count = METER.get()
    if count is not None:
        count(steps)


def spend_text(length: int) -> None:
    """Account for a text that is about to be made."""
    spend(length >> 8)
