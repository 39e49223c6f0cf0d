"""Budget: the limits of an evaluation in steps, depth, time and size of values."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import inf

from puppet_typesys.evaluate.sizes import Sizes
from puppet_typesys.values.errors import BudgetError
from puppet_typesys.values.meter import CLOCK, METER

STEPS = 400_000
"""The default limit of evaluated expressions."""
DEPTH = 250
"""The limit of nested calls of functions and lambdas."""
CHUNK = 2000
"""The number of steps between two readings of the clock."""
RESUMES = 4
"""The number of times that an evaluation may go on after it has exceeded its budget."""
RESUMED = 4
"""The part of the budget that it has then: a fourth."""
SECONDS = 0.8
"""The limit of processor time, as `CLOCK` counts it."""


class ValueTooLargeError(BudgetError):
    """Raised before a value is made that would exceed the rest of the budget, which is left as it was."""


class Budget:
    """The limits of an evaluation."""

    def __init__(self, steps: int = STEPS, depth: int = DEPTH, seconds: float = SECONDS) -> None:
        self.steps = steps
        self.depth = depth
        self.seconds = seconds
        self.left = 0
        """The steps that remain until the next reading of the clock."""
        self._total: float = inf
        """The steps that remain for all parts."""
        self._last: float = inf
        """The time at which all parts end."""
        self.renew()

    def begin(self, steps: int, total: int, seconds: float) -> None:
        """Start a sequence of parts, each of which renews the budget: with steps for each part, and steps and processor time for all."""
        self.left = 0
        self.steps = steps
        self._total = total
        self._last = CLOCK.now() + seconds
        self.renew()

    def renew(self) -> None:
        """Start again with the full budget, as far as it remains for all parts."""
        self._total += max(self.left, 0)
        self.left = 0
        self._rest = self.steps
        until = self._last if self.seconds == inf else min(self._last, CLOCK.now() + self.seconds)
        self._until = None if until == inf else until
        self.depth_left = self.depth
        self._resumes = RESUMES
        self.sizes = Sizes()

    def resume(self, error: BudgetError) -> bool:
        """Whether an evaluation may go on after an error: not inside of a call, and with a part of the budget, if it is used up."""
        if self.depth_left != self.depth:
            return False
        if isinstance(error, ValueTooLargeError):
            return True
        if self._resumes <= 0 or self.is_used_up():
            return False
        self._resumes -= 1
        self.left = 0
        self._rest = self.steps // RESUMED
        self.sizes = Sizes()
        return True

    @property
    def used(self) -> int:
        """The steps that this part has taken."""
        return self.steps - self._rest - self.left

    def charge(self, steps: int) -> None:
        """Charge for a part that took some steps before and is not run again."""
        self._total -= steps

    def owe(self, steps: int) -> None:
        """Charge for work that is done in any case: whether a limit is exceeded is only seen at the next charge."""
        self.left -= steps

    def limit_parts(self, steps: int) -> None:
        """Set the steps of each part, from the next one on."""
        self.steps = steps

    def is_used_up(self, reserve: int = 0) -> bool:
        """Whether nothing, or no more than a reserve of steps, remains for other parts."""
        return self._total <= reserve or (self._last != inf and CLOCK.now() > self._last)

    @contextmanager
    def metered(self) -> Iterator[None]:
        """Charge this budget for values and conversions made inside the `with` block by code that cannot see the evaluator."""
        token = METER.set(self.spend)
        try:
            yield
        finally:
            METER.reset(token)

    def enter(self) -> None:
        """Enter a nested call; raises BudgetError if calls are nested too deeply."""
        if self.depth_left <= 0:
            raise BudgetError("functions call each other too deeply")
        self.depth_left -= 1

    def leave(self) -> None:
        """Leave a nested call."""
        self.depth_left += 1

    def spend(self, steps: int) -> None:
        """Charge for work or for the size of a value; raises BudgetError if a limit is exceeded."""
        self.left -= steps
        if self.left < 0:
            if -self.left > self._rest and steps > CHUNK:
                self.left += steps
                raise ValueTooLargeError("a value is too large")
            more = int(min(self._rest, self._total, max(CHUNK, -self.left)))
            self._rest -= more
            self._total -= more
            self.left += more
            if self.left < 0 or (self._until is not None and CLOCK.now() > self._until):
                raise BudgetError("the evaluation takes too many steps")
