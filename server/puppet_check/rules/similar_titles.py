"""The literal titles of one type in a file, found by the title of a reference that differs from one of them by a slip of the fingers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from puppet_typesys.spelling import TextsByParts, is_inner_slip, is_mistyped, is_one_letter_off

SURE = 8
"""The length of a free title from which on a letter too many, too few or another leaves no doubt."""
SURE_PATH = 12
"""The same for paths, which differ inside of a word."""


class SimilarTitles:
    """The titles of one type."""

    def __init__(self, titles: Iterable[str]) -> None:
        plain = sorted({each.rstrip("/") for each in titles})
        self._parts = TextsByParts(plain)
        self._by_end: defaultdict[str, list[str]] = defaultdict(list)
        """The titles that are paths, by all they end with after a slash."""
        self._by_rest: defaultdict[str, list[str]] = defaultdict(list)
        """The titles with a slash without the first one."""
        for each in plain:
            name = each.rpartition("/")[2]
            if each.startswith("/") and name:
                self._by_end[name].append(each)
            if "/" in each:
                self._by_rest[each.lstrip("/")].append(each)

    def ending_with(self, name: str) -> list[str]:
        """The paths whose last part is a name."""
        return [] if "/" in name else self._by_end.get(name, [])

    def misspelt(self, title: str, *, is_free: bool = False) -> set[str]:
        """The titles that a title which nothing declares is a misspelling of; free ones are not names of anything on the system."""
        found = {each for each in self._by_rest.get(title.lstrip("/"), ()) if each != title}
        for each in self._parts.near(title):
            is_path = title.startswith("/") and len(title) >= SURE_PATH and is_inner_slip(title, each)
            is_slip = is_free and len(title) >= SURE and is_one_letter_off(title, each) and not _is_numbered(title, each)
            if is_mistyped(title, each) or is_path or is_slip:
                found.add(each)
        return found


def _is_numbered(title: str, other: str) -> bool:
    """Whether two titles of the same length differ in a letter at the end of a word, as `mount-a` and `mount-b` or `sda` and `sdb` do."""
    return len(title) == len(other) and not is_inner_slip(title, other) and not is_mistyped(title, other)
