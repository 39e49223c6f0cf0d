"""Computed: the values that a string with interpolations may have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from puppet_grammar.named import NamedTuple
from puppet_grammar.patterns import lazy_pattern

INTERPOLATION = lazy_pattern(r"[$#]\{[^{}]*\}|\$(?:::)?\w+(?:::\w+)*")
"""An interpolation of Puppet or Ruby in the text of a string, without another inside of it."""


def computed(text: str) -> Computed:
    """What a string may be, given as it is written without its quotes."""
    return Computed(tuple(INTERPOLATION.split(text)))


class Computed(NamedTuple):
    """The literal parts of a string, with an interpolation between each two of them, which may be any text.

    It is matched in linear time; a regular expression would try every way to divide a text among the interpolations.
    """

    parts: tuple[str, ...]

    def fits(self, text: str) -> bool:
        """Whether a text has the parts in their order: the first at its start, the last at its end, and anything between them."""
        if len(self.parts) == 1:
            return text == self.parts[0]
        first, *middle, last = self.parts
        start, end = len(first), len(text) - len(last)
        if start > end or not text.startswith(first) or not text.endswith(last):
            return False
        for each in middle:
            found = text.find(each, start, end)
            if found < 0:
                return False
            start = found + len(each)
        return True


class ComputedStrings:
    """Strings with interpolations by how they begin or end, so that a text is only compared with those that may be it."""

    def __init__(self, strings: Iterable[Computed]) -> None:
        self._by_start: dict[str, list[Computed]] = {}
        self._by_end: dict[str, list[Computed]] = {}
        self._others: list[Computed] = []
        for each in dict.fromkeys(strings):
            first, last = each.parts[0], each.parts[-1]
            if first:
                self._by_start.setdefault(first, []).append(each)
            elif last:
                self._by_end.setdefault(last, []).append(each)
            else:
                self._others.append(each)
        self._longest_start = max(map(len, self._by_start), default=0)
        self._longest_end = max(map(len, self._by_end), default=0)

    def fit(self, text: str) -> bool:
        """Whether any of them may be a text."""
        return any(each.fits(text) for each in self._likely(text))

    def _likely(self, text: str) -> Iterator[Computed]:
        for length in range(1, min(len(text), self._longest_start) + 1):
            yield from self._by_start.get(text[:length], ())
        for length in range(1, min(len(text), self._longest_end) + 1):
            yield from self._by_end.get(text[-length:], ())
        yield from self._others
