"""The titles with interpolations of one type in a class or define, found by those that differ in signs or by a slip of the fingers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from puppet_check.workspace.computed import INTERPOLATION, computed
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.spelling import TextsByParts, is_inner_slip, is_mistyped

MARK = "\0"
"""What stands for a value."""
WORDS = lazy_pattern(r"([-_ .:/])")
"""What is between the words of a title."""
MOST_PARTS = 41
"""The number of words and signs between them of the longest titles that may lack a word."""
FEWEST = 2
"""The number of words that such a title has more than."""
SIGNS = "".join(filter(lambda each: not each.isalnum() and each not in '/"', map(chr, range(32, 127))))
"""What a title may have too much at its end; a slash would make another file of it."""


class ComputedTitles:
    """The titles of one type, as they are written without their quotes."""

    def __init__(self, titles: Iterable[str]) -> None:
        self._titles = {shape_of(each): each for each in sorted(titles)}
        self._parts = TextsByParts(self._titles)
        self._by_words: defaultdict[str, list[str]] = defaultdict(list)
        """The shapes by what they are without signs at their ends."""
        self._meant: dict[tuple[str, bool], str | None] = {}
        """What titles mean, as many references may be to the same one, which is compared with many shapes."""
        self._by_rest: defaultdict[str, list[str]] = defaultdict(list)
        """The shapes by what they are without one of their words."""
        for each in self._titles:
            for rest in _without_a_word(each):
                self._by_rest[rest].append(each)
            self._by_words[each.rstrip(SIGNS)].append(each)

    def has(self, title: str) -> bool:
        """Whether a title with other values is declared as well."""
        return shape_of(title) in self._titles

    def meant(self, title: str, *, is_free: bool = False) -> str | None:
        """The only title with the same values that a title which is not declared can mean; a free one may lack a word or have one more."""
        asked = title, is_free
        if asked not in self._meant:
            self._meant[asked] = self._near(title, is_free=is_free)
        return self._meant[asked]

    def _near(self, title: str, *, is_free: bool) -> str | None:
        shape, values = shape_of(title), INTERPOLATION.findall(title)
        near = {*self._by_words.get(shape.rstrip(SIGNS), ())}
        near |= {each for each in self._parts.near(shape) if is_mistyped(shape, each) or is_inner_slip(shape, each)}
        if is_free:
            near |= {*self._by_rest.get(shape, ()), *(each for each in _without_a_word(shape) if each in self._titles)}
        found = [self._titles[each] for each in near if INTERPOLATION.findall(self._titles[each]) == values]
        return found[0] if len(found) == 1 else None


def _without_a_word(shape: str) -> Iterator[str]:
    """A shape without each of its words after the first one; a shape of two words is not told from others by one of them."""
    parts = WORDS.split(shape)
    if len(parts) <= MOST_PARTS and sum(map(str.isalnum, parts)) > FEWEST:
        for at in range(2, len(parts), 2):
            if parts[at].isalnum():
                yield "".join((*parts[: at - 1], *parts[at + 1 :]))


def shape_of(title: str) -> str:
    """A title with a mark in place of each value."""
    return MARK.join(computed(title).parts)
