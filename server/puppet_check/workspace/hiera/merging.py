"""Merges the values that several levels have for a key."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puppet_typesys.types import model
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.unknown import Unknown, contains_unknown

STRATEGIES = ("first", "default", "unique", "hash", "deep", "unconstrained_deep", "reverse_deep")


def strategy_of(merge: object) -> str:
    """The name of the strategy that a `merge` option denotes."""
    if isinstance(merge, Hash):
        merge = merge.get("strategy")
    return "first" if merge is None or merge == "default" else str(merge)


def merged(strategy: str, merge: object, values: Sequence[object]) -> object:
    """The merged value of a key; the values are ordered by precedence, the highest first."""
    if strategy == "first":
        return values[0]
    if strategy == "unique":
        return _unique(values)
    if all(isinstance(each, Hash) for each in values):
        if strategy == "hash":
            return _hash([each for each in values if isinstance(each, Hash)])
        if len(values) == 1 and not isinstance(merge, Hash):
            return values[0]
        return Unknown(model.HASH)
    if strategy == "hash" or any(isinstance(each, Unknown) for each in values):
        return Unknown(model.ANY)
    return values[0] if len(values) == 1 and not isinstance(merge, Hash) else Unknown(model.ANY)


def _unique(values: Sequence[object]) -> object:
    found: list[object] = []
    for each in flat(values):
        if contains_unknown(each) or isinstance(each, Hash):
            return Unknown(model.ARRAY)
        if not any(type(each) is type(other) and each == other for other in found):
            found.append(each)
    return tuple(found)


def flat(values: Sequence[object]) -> Iterator[object]:
    """The elements of nested arrays."""
    for each in values:
        if isinstance(each, tuple):
            yield from flat(each)
        else:
            yield each


def _hash(values: Sequence[Hash]) -> Hash:
    pairs = [pair for each in reversed(values) for pair in each.items()]
    return Hash(pairs)


def text_of(value: object) -> str | None:
    """The text of an interpolated value; None if it is unknown."""
    match value:
        case None:
            return ""
        case bool():
            return str(value).lower()
        case str() | int():
            return str(value)
    return None
