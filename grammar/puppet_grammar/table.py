"""A table that is filled while modules are imported, in which no entry silently replaces another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Self, TypeVar

K = TypeVar("K")
V = TypeVar("V")
F = TypeVar("F")


class Table(dict[K, V]):
    """A dictionary whose keys are entered once: a second entry of a key raises `DuplicateEntryError`, in whichever way it is entered.

    Look-ups are those of a dictionary. What replaces an entry on purpose says so with `override`; no entry is removed.
    """

    __slots__ = ("entries", "name")

    def __init__(self, name: str, entries: Mapping[K, V] | Iterable[tuple[K, V]] = ()) -> None:
        super().__init__()
        self.entries: dict[K, V] = {}
        """The same in a plain dictionary, whose look-ups are faster by 20 ns: for what is looked up for each node or value."""
        self.name = name
        """What messages call the table."""
        self.update(entries)

    def __setitem__(self, key: K, value: V) -> None:
        if key in self:
            raise DuplicateEntryError(f"{self.name} already has an entry for {key!r}")
        self._put(key, value)

    def enter(self, *keys: K) -> Callable[[F], F]:
        """A decorator that enters a function under each of some keys."""

        def entered(function: F) -> F:
            for key in keys:
                self[key] = function  # type: ignore[assignment]  # The function takes a subclass of what the table's readers pass.
            return function

        return entered

    def update(self, entries: Mapping[K, V] | Iterable[tuple[K, V]]) -> None:  # type: ignore[override]  # There is no use for keywords.
        """Enter several entries."""
        for key, value in entries.items() if isinstance(entries, Mapping) else entries:
            self[key] = value

    def setdefault(self, key: K, default: V) -> V:
        """The entry of a key, which is entered if there is none."""
        if key not in self:
            self[key] = default
        return self[key]

    def __ior__(self, entries: Mapping[K, V] | Iterable[tuple[K, V]]) -> Self:  # type: ignore[override,misc]  # as for `update`
        self.update(entries)
        return self

    def override(self, key: K, value: V) -> None:
        """Replace an entry; raises KeyError if there is none."""
        if key not in self:
            raise KeyError(f"{self.name} has no entry for {key!r}")
        self._put(key, value)

    def _put(self, key: K, value: V) -> None:
        super().__setitem__(key, value)
        self.entries[key] = value

    def missing(self, family: Iterable[K]) -> frozenset[K]:
        """The members of a family that have no entry."""
        return frozenset(family).difference(self)


class DuplicateEntryError(Exception):
    """Raised for a second entry of a key in a table: a mistake in our code, which shows when the module is imported."""


def members(base: type[V]) -> frozenset[type[V]]:
    """The classes of a closed family: those below a base class from which no class is derived."""
    below = base.__subclasses__()
    return frozenset(each for several in below for each in members(several)) if below else frozenset((base,))
