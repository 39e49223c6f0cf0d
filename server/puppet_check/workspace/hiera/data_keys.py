"""The keys of several data files, and how many files have each: made once for all files, each of which asks about its own keys."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cached_property


class DataKeys:
    """The top-level keys of data files."""

    def __init__(self, keys: Iterable[str]) -> None:
        self._by_qualifier: dict[str, Counter[str]] = {}
        for key, files in Counter(keys).items():
            self._by_qualifier.setdefault(key.rpartition("::")[0], Counter())[key] = files

    def of(self, qualifier: str) -> Counter[str]:
        """The keys with a text before their last `::`, and how many files have each."""
        return self._by_qualifier.get(qualifier, Counter())

    @cached_property
    def all(self) -> frozenset[str]:
        """All keys."""
        return frozenset(each for several in self._by_qualifier.values() for each in several)

    @cached_property
    def ends(self) -> frozenset[str]:
        """What follows the last `::` of keys."""
        return frozenset(each.rpartition("::")[2] for each in self.all)

    @cached_property
    def modules(self) -> frozenset[str]:
        """What precedes the first `::` of keys."""
        return frozenset(each.partition("::")[0] for each in self._by_qualifier if each)

    @cached_property
    def below(self) -> dict[str, list[str]]:
        """What precedes the last `::` of keys, by what precedes the last `::` of that."""
        found: dict[str, list[str]] = {}
        for each in self._by_qualifier:
            found.setdefault(each.rpartition("::")[0], []).append(each)
        return found
