"""Log: the messages of an evaluation, as `notice` and the reference's own warnings make them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from puppet_typesys.values.errors import BudgetError

LONGEST = 500_000
"""The number of code points of all messages of an evaluation."""

Entry = tuple[str, str]
"""A level and a message."""


class Log:
    """Messages in their order, of a limited total length."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._entries = [*entries]
        self._warnings: set[str] = set()
        self._left = LONGEST
        self.said = len(self._entries)
        """The number of messages, apart from those for debugging."""

    def __iter__(self) -> Iterator[Entry]:
        return iter(self._entries)

    @property
    def count(self) -> int:
        """The number of all messages."""
        return len(self._entries)

    def since(self, count: int) -> list[Entry]:
        """The messages after the first ones."""
        return self._entries[count:]

    def add(self, level: str, message: str) -> None:
        """Append a message. Raises a BudgetError, without it, if the log becomes too long."""
        self._left -= len(message)
        if self._left < 0:
            raise BudgetError(f"the messages of this program have more than {LONGEST} characters")
        self._entries.append((level, message))
        self.said += level != "debug"

    def warn_once(self, message: str) -> None:
        """Append a warning, unless it was appended in this way before."""
        if message not in self._warnings:
            self._warnings.add(message)
            self.add("warning", message)
