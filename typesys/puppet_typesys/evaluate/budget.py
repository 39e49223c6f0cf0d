"""Budget: the limits of an evaluation in steps, depth, time and size of values."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from time import thread_time

from puppet_typesys.evaluate.sizes import Sizes
from puppet_typesys.values.errors import BudgetError
from puppet_typesys.values.meter import METER

STEPS = 400_000
"""How many expressions may be evaluated, unless the caller gives another number."""
DEPTH = 250
"""How deeply functions and lambdas may call each other."""
CHUNK = 2000
"""After how many steps the clock is looked at."""
SECONDS = 0.8
"""How long an evaluation may keep the processor busy."""


class Budget:
    """The limits of an evaluation."""

    def __init__(self, steps: int = STEPS, depth: int = DEPTH, seconds: float = SECONDS) -> None:
        self.steps = steps
        self.depth = depth
        self.seconds = seconds
        self.renew()

    def renew(self) -> None:
        """Begin anew with all of it."""
        self.left = 0
        """Steps that may be spent before the clock is looked at."""
        self._rest = self.steps
        self._until = None if self.seconds == inf else thread_time() + self.seconds
        self.depth_left = self.depth
        self.sizes = Sizes()

    @contextmanager
    def metered(self) -> Iterator[None]:
        """Charge this budget for what values and conversions make inside, far from the evaluator."""
        token = METER.set(self.spend)
        try:
            yield
        finally:
            METER.reset(token)

    def enter(self) -> None:
        """One call deeper."""
        if self.depth_left <= 0:
            raise BudgetError("functions call each other too deeply")
        self.depth_left -= 1

    def leave(self) -> None:
        """Back from a call."""
        self.depth_left += 1

    def spend(self, steps: int) -> None:
        """Account for work or size."""
        self.left -= steps
        if self.left < 0:
            more = min(self._rest, max(CHUNK, -self.left))
            self._rest -= more
            self.left += more
            if self.left < 0 or (self._until is not None and thread_time() > self._until):
                raise BudgetError("the evaluation takes too many steps")
