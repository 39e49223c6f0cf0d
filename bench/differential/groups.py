"""The table of groups: each is a function that makes a question from a random source."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.support.answers import Question

Maker = Callable[[Random], str | Question]

GROUPS: dict[str, Maker] = {}


def group(name: str) -> Callable[[Maker], Maker]:
    """Register a function as a group."""

    def enter(maker: Maker) -> Maker:
        GROUPS[name] = maker
        return maker

    return enter


def question(name: str, random: Random) -> Question:
    """A question of a group."""
    made = GROUPS[name](random)
    return {"code": made} if isinstance(made, str) else made
