"""The sizes of collections and strings that types allow, as Integer types."""

from __future__ import annotations

from puppet_typesys.types.model import DEFAULT_SIZE, Array, Collection, Enum, Hash, Integer, String, Struct, Tuple, Type


def exactly(count: int) -> Integer:
    """The size of a collection of exactly `count` elements."""
    return Integer(count, count)


def texts_size(enum: Enum) -> Integer:
    """The lengths of the values of an Enum that is not empty."""
    lengths = [len(value) for value in enum.values]
    return Integer(min(lengths), max(lengths))


def size_of(collection: Type) -> Integer | None:
    """The size that a collection type allows; None for other types."""
    match collection:
        case Collection() | Array() | Hash():
            return collection.size or DEFAULT_SIZE
        case Tuple():
            # The reference takes a Tuple without types and size to be empty here.
            return collection.size or Integer(len(collection.types), len(collection.types))
        case Struct():
            return Integer(len(collection.elements), len(collection.elements))
    return None


def tuple_size(type: Tuple) -> Integer:
    """The size that a Tuple allows."""
    if type.size is not None:
        return type.size
    return Integer(len(type.types), len(type.types)) if type.types else DEFAULT_SIZE


def derived_size(string: String) -> Integer:
    """The lengths that a String type allows."""
    if string.size is not None:
        return string.size
    return DEFAULT_SIZE if string.value is None else Integer(len(string.value), len(string.value))
