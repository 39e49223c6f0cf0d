"""Charging of costs to the budget of the current evaluation, for code that has no access to the evaluator."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar

METER: ContextVar[Callable[[int], None] | None] = ContextVar("METER", default=None)
"""The function that charges steps to the budget of the current evaluation."""


def spend(steps: int) -> None:
    """Charge for work or for the size of a value; raises BudgetError if the budget is exhausted."""
    count = METER.get()
    if count is not None:
        count(steps)


def spend_text(length: int) -> None:
    """Charge for a text of a length, before it is made."""
    spend(length >> 6)
