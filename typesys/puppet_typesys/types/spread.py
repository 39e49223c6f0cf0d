"""The members of a type, each of which has values of one kind, and what they have in common with types of sequences and hashes."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_typesys.types import model
from puppet_typesys.types.disjoint import kinds
from puppet_typesys.types.elements import element_at
from puppet_typesys.types.model import Integer, Type
from puppet_typesys.types.narrow import NEVER, is_never, joined, members
from puppet_typesys.types.sizes import derived_size, size_of, tuple_size

MAX_PARTS = 64
"""The maximum number of elements of a Tuple, or keys of a Struct, that is made of others; a longer one becomes an Array or a Hash."""
WIDEST: dict[str, Type] = {
    "undef": model.UNDEF,
    "boolean": model.Boolean(),
    "integer": model.INTEGER,
    "float": model.Float(),
    "string": model.STRING,
    "regexp": model.Regexp(),
    "semver": model.SemVer(),
    "semverrange": model.SemVerRange(),
    "timespan": model.Timespan(),
    "timestamp": model.Timestamp(),
    "binary": model.Binary(),
    "uri": model.URI(),
    "array": model.ARRAY,
    "hash": model.HASH,
    "sensitive": model.Sensitive(),
    "type": model.TypeType(),
    "default": model.Default(),
}


def spread(type: Type) -> Iterator[tuple[str, Type]]:
    """The members of a type with their kinds of values; a member with several kinds, such as Any or Scalar, once for each of them."""
    for each in members(type):
        several = kinds(each)
        if len(several) == 1:
            yield next(iter(several)), each
        else:
            for kind in sorted(several):  # The order of the members of a type is that of its text.
                yield kind, WIDEST.get(kind, each)


def sequence_size(type: Type) -> Integer:
    """The sizes of an Array or Tuple."""
    return tuple_size(type) if isinstance(type, model.Tuple) else size_of(type) or model.DEFAULT_SIZE


def fixed_elements(type: Type) -> tuple[Type, ...] | None:
    """The type of each element of an Array or Tuple; None if their number is not known, or is large."""
    size = sequence_size(type)
    if size.low != size.high or size.high is None or size.high > MAX_PARTS:
        return None
    return tuple(element_at(type, index) for index in range(size.high))


def element_of_sequence(type: Type) -> Type:
    """The type of all elements of an Array or Tuple; NEVER if it is empty."""
    if sequence_size(type).high == 0:
        return NEVER
    if isinstance(type, model.Tuple):
        return joined(type.types) if type.types else model.ANY
    return element_at(type, 0)


def tuple_of(types: tuple[Type, ...]) -> Type:
    """The type of Arrays with elements of these types."""
    if any(map(is_never, types)):
        return NEVER
    return model.Tuple(types) if types else model.EMPTY_ARRAY


def array_of(element: Type, low: int, high: int | None) -> Type:
    """The type of Arrays with elements of one type and a range of sizes."""
    if is_never(element):
        return model.EMPTY_ARRAY if low <= 0 else NEVER
    if high == 0:
        return model.EMPTY_ARRAY
    size = Integer(max(low, 0), high)
    return model.Array(element, None if size == model.DEFAULT_SIZE else size)


def concatenated(left: Type, right: Type) -> Type:
    """The type of `left + right` for types of Arrays."""
    first, second = fixed_elements(left), fixed_elements(right)
    if first is not None and second is not None and len(first) + len(second) <= MAX_PARTS:
        return tuple_of(first + second)
    one, other = sequence_size(left), sequence_size(right)
    high = None if one.high is None or other.high is None else one.high + other.high
    return array_of(joined((element_of_sequence(left), element_of_sequence(right))), (one.low or 0) + (other.low or 0), high)


def unfolded_type(type: object) -> Type:
    """The type of the Array of values that `*value` unfolds to."""
    if not isinstance(type, Type):
        return model.ARRAY
    element: list[Type] = []
    low: list[int] = []
    high: list[int | None] = []
    for kind, each in spread(type):
        match kind:
            case "array":
                size, inner = sequence_size(each), element_of_sequence(each)
            case "hash":
                size, inner = hash_size(each), tuple_of(key_and_value(each))
            case "undef":
                size, inner = Integer(0, 0), NEVER
            case "iterator":
                size, inner = model.DEFAULT_SIZE, (isinstance(each, model.Iterator) and each.type) or model.ANY
            case "runtime":
                size, inner = model.DEFAULT_SIZE, model.ANY
            case _:
                size, inner = Integer(1, 1), each
        element.append(inner)
        low.append(size.low or 0)
        high.append(size.high)
    known = [each for each in high if each is not None]
    return array_of(joined(element), min(low, default=0), max(known) if known and len(known) == len(high) else None)


def is_closed(struct: model.Struct) -> bool:
    """Whether a Struct names all keys that its values may have. One without keys is assignable from every Hash."""
    return bool(struct.elements) and not struct.is_open


def key_and_value(type: Type) -> tuple[Type, Type]:
    """The types of the keys and values of a Hash or Struct; NEVER if it is empty."""
    if isinstance(type, model.Struct):
        if not is_closed(type):
            return model.ANY, model.ANY
        return joined(model.String(each.name) for each in type.elements), joined(each.value for each in type.elements)
    assert isinstance(type, model.Hash)
    return (NEVER, NEVER) if hash_size(type).high == 0 else (type.key, type.value)


def hash_size(type: Type) -> Integer:
    """The number of entries of a Hash or Struct."""
    if isinstance(type, model.Struct):
        if not is_closed(type):
            return Integer(sum(not each.is_optional for each in type.elements), None)
        return Integer(sum(not each.is_optional for each in type.elements), len(type.elements))
    return size_of(type) or model.DEFAULT_SIZE


def hash_of(key: Type, value: Type, low: int, high: int | None) -> Type:
    """The type of Hashes with keys and values of two types and a range of sizes."""
    if is_never(key) or is_never(value):
        return model.EMPTY_HASH if low <= 0 else NEVER
    if high == 0:
        return model.EMPTY_HASH
    size = Integer(max(low, 0), high)
    return model.Hash(key, value, None if size == model.DEFAULT_SIZE else size)


def struct_of(elements: list[model.StructElement]) -> Type:
    """The type of Hashes with these keys."""
    if any(is_never(each.value) and not each.is_optional for each in elements):
        return NEVER
    kept = tuple(each for each in elements if not is_never(each.value))
    return model.Struct(kept) if kept else model.EMPTY_HASH


MAX_TEXTS = 16
"""The maximum number of strings of an Enum that is made of others; more become a String."""


def texts_of(type: Type) -> tuple[str, ...] | None:
    """All strings of a type; None if they are not known."""
    if isinstance(type, model.String):
        return None if type.value is None else (type.value,)
    return type.values or None if isinstance(type, model.Enum) and not type.case_insensitive else None


def lengths_of(type: Type) -> Integer:
    """The lengths of the strings of a type of strings."""
    if isinstance(type, model.String):
        return derived_size(type)
    known = texts_of(type)
    return model.DEFAULT_SIZE if known is None else Integer(min(map(len, known)), max(map(len, known)))


def string_of(low: int, high: int | None) -> Type:
    """The type of strings of a range of lengths."""
    if high == 0:
        return model.String("")
    size = Integer(max(low, 0), high)
    return model.STRING if size == model.DEFAULT_SIZE else model.String(None, size)
