"""Charging of costs to the budget of the current evaluation, for code that has no access to the evaluator."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sized
from contextlib import contextmanager
from contextvars import ContextVar
from time import thread_time

from puppet_typesys.values.errors import BudgetError

METER: ContextVar[Callable[[int], None] | None] = ContextVar("METER", default=None)
"""The function that charges steps to the budget of the current evaluation."""

LARGEST_TEXT = 12_800_000
"""The number of characters of the longest text that an evaluation may make, which is that of the largest value."""
_LONG_TEXT = 4_096
"""Longer texts cost more: a program can keep thousands of them."""
_USUAL = 16
"""The number of parts of a type or value that are looked at without a charge."""


class Clock(threading.local):
    """The processor time of a thread's evaluations, without what it takes to find what they ask for outside of their text.

    A large repository is searched for the first name of which a check asks whether anything defines it, which is no fault of the code.
    """

    def __init__(self) -> None:
        self._searched = 0.0
        """The seconds of the searches that have ended."""
        self._is_searching = False

    def now(self) -> float:
        """The seconds that count; only differences mean something."""
        return thread_time() - self._searched

    @contextmanager
    def searching(self) -> Iterator[None]:
        """Do not count what is done in the `with` block, which may contain others."""
        if self._is_searching:
            yield
            return
        begun = thread_time()
        self._is_searching = True
        try:
            yield
        finally:
            self._is_searching = False
            self._searched += thread_time() - begun


CLOCK = Clock()


def spend(steps: int) -> None:
    """Charge for work or for the size of a value; raises BudgetError if the budget is exhausted."""
    count = METER.get()
    if count is not None:
        count(steps)


def spend_on(parts: Sized) -> None:
    """Charge for a look at each of some parts, if there are more than usual."""
    count = len(parts)
    if count > _USUAL:
        spend(count >> 2)


def spend_text(length: int) -> None:
    """Charge for a look at a text of a length. Raises BudgetError if it is too long for any budget."""
    _spend_within(length, length >> 6)


def spend_new_text(length: int) -> None:
    """Charge for a text of a length, before it is made. Raises BudgetError if it is too long for any budget."""
    _spend_within(length, text_cost(length))


def _spend_within(length: int, steps: int) -> None:
    if length > LARGEST_TEXT and METER.get() is not None:
        raise BudgetError("a value grows too large")
    spend(steps)


def text_cost(length: int) -> int:
    """The steps that a new text of a length takes."""
    return (length >> 6) + (max(0, length - _LONG_TEXT) >> 3)
