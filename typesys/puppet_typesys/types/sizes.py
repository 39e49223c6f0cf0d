"""The sizes that types allow, as ranges of integers."""

from __future__ import annotations

from puppet_typesys.types.model import DEFAULT_SIZE, Array, Collection, Enum, Hash, Integer, String, Struct, Tuple, Type


def exactly(count: int) -> Integer:
    """The one size that a collection of `count` members has."""
    return Integer(count, count)


def texts_size(enum: Enum) -> Integer:
    """The lengths of the texts of an Enum that has some."""
    lengths = [len(value) for value in enum.values]
    return Integer(min(lengths), max(lengths))


def size_of(collection: Type) -> Integer | None:
    """The sizes of a collection type; None for other types."""
    match collection:
        case Collection() | Array() | Hash():
            return collection.size or DEFAULT_SIZE
        case Tuple():
            # Without types and size the reference takes it for empty here.
            return collection.size or Integer(len(collection.types), len(collection.types))
        case Struct():
            return Integer(len(collection.elements), len(collection.elements))
    return None


def tuple_size(type: Tuple) -> Integer:
    """The sizes that a Tuple allows."""
    if type.size is not None:
        return type.size
    return Integer(len(type.types), len(type.types)) if type.types else DEFAULT_SIZE


def derived_size(string: String) -> Integer:
    """The sizes that a String type allows."""
    if string.size is not None:
        return string.size
    return DEFAULT_SIZE if string.value is None else Integer(len(string.value), len(string.value))
