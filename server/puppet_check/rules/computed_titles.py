"""The titles with interpolations of one type in a class or define, found by those that differ in signs or by a slip of the fingers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from puppet_check.workspace.computed import INTERPOLATION, computed
from puppet_typesys.spelling import TextsByParts, is_inner_slip, is_mistyped

MARK = "\0"
"""What stands for a value."""
SIGNS = "".join(filter(lambda each: not each.isalnum() and each not in '/"', map(chr, range(32, 127))))
"""What a title may have too much at its end; a slash would make another file of it."""


class ComputedTitles:
    """The titles of one type, as they are written without their quotes."""

    def __init__(self, titles: Iterable[str]) -> None:
        self._titles = {shape_of(each): each for each in sorted(titles)}
        self._parts = TextsByParts(self._titles)
        self._by_words: defaultdict[str, list[str]] = defaultdict(list)
        """The shapes by what they are without signs at their ends."""
        for each in self._titles:
            self._by_words[each.rstrip(SIGNS)].append(each)

    def has(self, title: str) -> bool:
        """Whether a title with other values is declared as well."""
        return shape_of(title) in self._titles

    def meant(self, title: str) -> str | None:
        """The only title with the same values that a title which is not declared can mean."""
        shape, values = shape_of(title), INTERPOLATION.findall(title)
        near = {*self._by_words.get(shape.rstrip(SIGNS), ())}
        near |= {each for each in self._parts.near(shape) if is_mistyped(shape, each) or is_inner_slip(shape, each)}
        found = [self._titles[each] for each in near if INTERPOLATION.findall(self._titles[each]) == values]
        return found[0] if len(found) == 1 else None


def shape_of(title: str) -> str:
    """A title with a mark in place of each value."""
    return MARK.join(computed(title).parts)
