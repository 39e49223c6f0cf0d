"""Hash: an ordered mapping with the reference's equality of keys, in which 1, 1.0 and true are different keys."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from puppet_typesys.values.meter import spend_on

Value = object
"""Any value of a Puppet program."""


class Hash:
    """An immutable ordered mapping; of equal keys, the last determines the value and the first the position."""

    __slots__ = ("_entries", "_hash")

    def __init__(self, pairs: Iterable[tuple[Value, Value]] = ()) -> None:
        entries: dict[object, tuple[Value, Value]] = {}
        for key, value in pairs:
            at = key if key.__class__ is str else identity(key)
            known = entries.get(at)
            entries[at] = (key, value) if known is None else (known[0], value)
        self._entries = entries
        self._hash: int | None = None

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[Value]:
        return iter(self.keys())

    def __contains__(self, key: Value) -> bool:
        return identity(key) in self._entries

    def __getitem__(self, key: Value) -> Value:
        return self._entries[identity(key)][1]

    def get(self, key: Value, default: Value = None) -> Value:
        """The value of a key, or `default` if there is none."""
        entry = self._entries.get(identity(key))
        return default if entry is None else entry[1]

    def keys(self) -> list[Value]:
        """The keys in order."""
        return [key for key, _ in self._entries.values()]

    def other_keys(self) -> list[Value]:
        """The keys that are no strings."""
        return [key for key, _ in self._entries.values() if key.__class__ is not str]

    def values(self) -> list[Value]:
        """The values in the order of their keys."""
        return [value for _, value in self._entries.values()]

    def items(self) -> Iterable[tuple[Value, Value]]:
        """Pairs of key and value in order."""
        return self._entries.values()

    def merged(self, other: Hash) -> Hash:
        """This Hash with the entries of another, whose values take precedence."""
        return Hash((*self.items(), *other.items()))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Hash) or len(self._entries) != len(other._entries):
            return False
        theirs = other._entries
        return all(at in theirs and identity(theirs[at][1]) == identity(value) for at, (_, value) in self._entries.items())

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset((at, identity(value)) for at, (_, value) in self._entries.items()))
        return self._hash

    def __repr__(self) -> str:
        return "Hash({" + ", ".join(f"{key!r}: {value!r}" for key, value in self.items()) + "})"


EMPTY = Hash()


def identity(value: Value) -> object:
    """A Python value that is equal for two values exactly if the reference considers them the same key."""
    kind = value.__class__
    if kind is str or kind is int:
        return value
    if kind is bool or kind is float:
        return (kind, value)
    if kind is tuple:
        assert isinstance(value, tuple)
        spend_on(value)
        return ("Array", *map(identity, value))
    return value
