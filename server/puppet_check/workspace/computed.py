"""Computed: the values that a string with interpolations may have."""

from __future__ import annotations

from typing import NamedTuple


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
