"""The type of what a key selects of an Array or a Hash, undef included where it may be absent. The results are upper bounds."""

from __future__ import annotations

from puppet_typesys.types import model
from puppet_typesys.types.disjoint import disjoint, kinds
from puppet_typesys.types.elements import element_at
from puppet_typesys.types.model import Integer, Type
from puppet_typesys.types.narrow import joined
from puppet_typesys.types.relate import is_instance
from puppet_typesys.types.spread import MAX_PARTS, element_of_sequence, hash_size, is_closed, key_and_value, sequence_size, texts_of
from puppet_typesys.types.struct_keys import element_of


def at_index(type: Type, index: Integer) -> Type:
    """The type of the element of an Array or Tuple at an index, or one of several indices; one before the start counts from the end."""
    size = sequence_size(type)
    low, high = index.low, index.high
    if low is None or high is None or high - low >= MAX_PARTS:
        possible = element_of_sequence(type)
        certain = low is not None and high is not None and are_inside(low, high, size)
        return possible if certain else joined((possible, model.UNDEF))
    return joined(_at(type, each, size) for each in range(low, high + 1))


def are_inside(low: int, high: int, size: Integer) -> bool:
    """Whether all indices of a range select an element of each sequence of some sizes."""
    least = size.low or 0
    return -least <= low and high < least


def _at(type: Type, index: int, size: Integer) -> Type:
    least = size.low or 0
    if index >= 0:
        if size.high is not None and index >= size.high:
            return model.UNDEF
        found = element_at(type, index)
        return found if index < least else joined((found, model.UNDEF))
    if size.high is not None and -index > size.high:
        return model.UNDEF
    if size.low == size.high:
        return element_at(type, least + index)
    found = element_of_sequence(type)
    return found if -index <= least else joined((found, model.UNDEF))


def at_key(type: Type, key: Type) -> Type:
    """The type of the value of a Hash or Struct at a key."""
    if isinstance(type, model.Struct) and type.elements:
        known = texts_of(key)
        if known is None:
            return _any_value(type, key)
        return joined(at_name(type, each) for each in known)
    of_keys, value = key_and_value(type)
    is_apart = hash_size(type).high == 0 or disjoint(of_keys, key)
    return model.UNDEF if is_apart else joined((value, model.UNDEF))


def at_name(type: model.Struct, key: str) -> Type:
    """The type of the value of a Struct at a key that is known."""
    found = element_of(type, key)
    if found is None:
        return model.UNDEF if is_closed(type) else model.ANY
    return joined((found.value, model.UNDEF)) if found.is_optional else found.value


def _any_value(type: model.Struct, key: Type) -> Type:
    if "string" not in kinds(key):
        return joined((model.ANY, model.UNDEF)) if type.is_open else model.UNDEF
    if type.is_open:
        return model.ANY
    possible = [each.value for each in type.elements if is_instance(key, each.name)]
    return joined((*possible, model.UNDEF))
