"""The random numbers of an example, which is run with several draws: its verdict is certain if it is the same with all of them."""

from __future__ import annotations

from random import Random

ROUNDS = 5
"""How often an example is run in which something was drawn."""
EXTREME = 32
"""How many of the numbers that a round begins with are the lowest or the highest; not all, as programs may draw until numbers differ."""
STEP = 6
"""The numbers of the other rounds leave remainders, when divided by this, that follow each other: they are even and odd."""


class Chance:
    """Draws numbers, the same whenever a round of an example is repeated. Used on one thread."""

    def __init__(self) -> None:
        self.round = 0
        self.was_drawn = False
        """Whether a number was drawn since the round began, or what was made with such a number in it was used."""
        self._count = 0
        """How many numbers were drawn in the round."""
        self._source = Random(0)

    def begin(self, number: int) -> None:
        """Begin a round of an example."""
        self.round, self.was_drawn, self._count = number, False, 0
        self._source.seed(0)

    def note(self) -> None:
        """Note that something is used that depends on the round."""
        self.was_drawn = True

    def forget(self) -> bool:
        """Whether a number was drawn; from now on, none was."""
        before, self.was_drawn = self.was_drawn, False
        return before

    def draw(self, limit: int) -> int | None:
        """A number below a limit. The rounds give the lowest one, the highest one, and some between with other remainders."""
        self.was_drawn = True
        self._count += 1
        found, middle = self._source.randrange(limit), self.round - 2
        if self._count > EXTREME:
            return (found + limit * self.round // ROUNDS) % limit
        if middle < 0:
            return 0 if self.round == 0 else limit - 1
        if limit <= ROUNDS:
            return (middle + 1) % limit
        parts, inner = ROUNDS - 2, limit - 2
        low, high = 1 + inner * middle // parts, 1 + inner * (middle + 1) // parts
        if high - low > STEP:
            low += found % (high - low - STEP)
        step = STEP if high - low >= STEP else min(high - low, 2)
        return low + (found // STEP + middle - low) % step
