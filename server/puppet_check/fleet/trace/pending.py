"""Pending: the nodes that are left, of which one of each kind is compiled while others wait for what it shows."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

Key = tuple[object, ...]
"""What nodes have in common that may have the same catalogs."""


class Pending:
    """Nodes by their numbers, in their order. Used once."""

    def __init__(self, numbers: Iterable[int]) -> None:
        self._queue = deque(numbers)
        self._waiting: dict[Key, list[int]] = {}
        self._made: dict[int, Key] = {}

    def next(self, key_of: Callable[[int], Key | None]) -> int | None:
        """A node that has to be compiled, and does not wait for another one; `key_of` gives None for one of which all is known."""
        while self._queue:
            number = self._queue.popleft()
            key = key_of(number)
            if key is None:
                continue
            if key in self._waiting:
                self._waiting[key].append(number)
            else:
                self._waiting[key] = []
                self._made[number] = key
                return number
        return None

    def done(self, number: int) -> None:
        """Let the nodes go on that waited for one."""
        self._queue.extendleft(reversed(self._waiting.pop(self._made.pop(number))))
