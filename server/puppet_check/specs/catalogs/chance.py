"""The random numbers of an example, which is run with several draws: its verdict is certain if it is the same with all of them."""

from __future__ import annotations

from random import Random

ROUNDS = 5
"""How often an example is run in which something was drawn."""


class Chance:
    """Draws numbers, the same whenever a round of an example is repeated. Used on one thread."""

    def __init__(self) -> None:
        self.round = 0
        self.was_drawn = False
        """Whether a number was drawn since the round began, or what was made with such a number in it was used."""
        self._source = Random(0)

    def begin(self, number: int) -> None:
        """Begin a round of an example."""
        self.round, self.was_drawn = number, False
        self._source.seed(0)

    def note(self) -> None:
        """Note that something is used that depends on the round."""
        self.was_drawn = True

    def forget(self) -> bool:
        """Whether a number was drawn; from now on, none was."""
        before, self.was_drawn = self.was_drawn, False
        return before

    def draw(self, limit: int) -> int | None:
        """A number below a limit. The same draw of all rounds gives numbers with equal distances, so that a part of them hardly has all."""
        self.was_drawn = True
        return (self._source.randrange(limit) + limit * self.round // ROUNDS) % limit
