"""The type of an element of a collection, and of what a path of keys leads to, as `dig`, `get` and `getvar` follow it.

The results are upper bounds: NEVER where a step certainly fails, such as one into a String.
"""

from __future__ import annotations

from collections.abc import Sequence

from puppet_typesys.types import model
from puppet_typesys.types.disjoint import disjoint, kinds
from puppet_typesys.types.model import Type
from puppet_typesys.types.narrow import NEVER, joined, members
from puppet_typesys.types.sizes import size_of, tuple_size
from puppet_typesys.types.struct_keys import element_of

COLLECTIONS = frozenset(("array", "hash"))
MAX_KEYS = 16
"""How many values of an Enum are followed one by one as keys."""


def dig(type: Type, keys: Sequence[Type]) -> Type:
    """The type of the value at a path; undef where a value on the way is undef or lacks the key."""
    for key in keys:
        type = joined(model.UNDEF if isinstance(each, model.Undef) else element(each, key) for each in members(type))
    return type


def element(collection: Type, key: Type) -> Type:
    """The type of `collection[key]` for one key of an Array or a Hash; NEVER for other values, among them undef."""
    return joined(_element(each, key) for each in members(collection))


def _element(collection: Type, key: Type) -> Type:
    match collection:
        case model.Struct():
            return _of_struct(collection, key)
        case model.Hash():
            is_apart = is_empty(collection) or disjoint(collection.key, key)
            return model.UNDEF if is_apart else joined((collection.value, model.UNDEF))
        case model.Tuple() if collection.types:
            return _of_tuple(collection, key)
        case model.Array():
            if is_empty(collection):
                return model.UNDEF
            if isinstance(collection.element, model.Unit):
                return model.ANY  # Unit accepts everything.
            return collection.element if _is_within(key, size_of(collection)) else joined((collection.element, model.UNDEF))
    return NEVER if kinds(collection).isdisjoint(COLLECTIONS) else model.ANY


def is_empty(collection: Type) -> bool:
    """Whether a collection certainly has no elements."""
    size = size_of(collection)
    return size is not None and size.high == 0


def _of_struct(struct: model.Struct, key: Type) -> Type:
    names = known_strings(key)
    if names is not None:
        return joined(_named(struct, each) for each in names)
    if struct.is_open:
        return model.ANY
    if not struct.elements:  # `Struct` without keys is assignable from every Hash.
        return model.ANY
    possible = [each.value for each in struct.elements if not disjoint(key, model.String(each.name))]
    return joined((*possible, model.UNDEF))


def known_strings(type: Type) -> tuple[str, ...] | None:
    """The strings that a type consists of, if it names few; None otherwise."""
    match type:
        case model.String() if type.value is not None:
            return (type.value,)
        case model.Enum() if type.values and not type.case_insensitive and len(type.values) <= MAX_KEYS:
            return type.values
    return None


def _named(struct: model.Struct, key: str) -> Type:
    found = element_of(struct, key)
    if found is None:
        return model.ANY if struct.is_open or not struct.elements else model.UNDEF
    return joined((found.value, model.UNDEF)) if found.is_optional else found.value


def _of_tuple(exact: model.Tuple, key: Type) -> Type:
    """The elements that the possible indices select; one before the start counts from the end."""
    size = tuple_size(exact)
    high = size.high
    if high == 0:
        return model.UNDEF
    if isinstance(key, model.Integer) and key.low is not None and key.high is not None and key.high - key.low < MAX_KEYS:
        found = [_at(exact, index, size) for index in range(key.low, key.high + 1)]
    else:
        found = [*exact.types, model.UNDEF]
    return joined(found)


def _at(exact: model.Tuple, index: int, size: model.Integer) -> Type:
    low, high = size.low or 0, size.high
    if index < 0:
        if low == high:
            return _at(exact, low + index, size) if low + index >= 0 else model.UNDEF
        return joined(exact.types) if -index <= low else joined((*exact.types, model.UNDEF))
    if high is not None and index >= high:
        return model.UNDEF
    value = exact.types[min(index, len(exact.types) - 1)]
    return value if index < low else joined((value, model.UNDEF))


def _is_within(key: Type, size: model.Integer | None) -> bool:
    """Whether all indices of a type select an element of arrays of a size."""
    low = 0 if size is None else size.low or 0
    return isinstance(key, model.Integer) and key.low is not None and key.high is not None and -low <= key.low and key.high < low
