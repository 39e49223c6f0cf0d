"""What `dig` and `get` find in values of a type, by keys of some types."""

from __future__ import annotations

from puppet_typesys.functions.elements import elements_of, key_of, literal, literal_texts, value_of
from puppet_typesys.types import model
from puppet_typesys.types.disjoint import disjoint
from puppet_typesys.types.model import Type
from puppet_typesys.types.narrow import ARRAYS, HASHES, NEVER, difference, is_never, joined, members


def dug(type: Type, *keys: Type) -> Type:
    """The type of what a path of keys leads to: undef where there is nothing, NEVER where that is an error."""
    left: list[Type] = []
    for key in keys:
        left += [model.UNDEF] if not disjoint(type, model.UNDEF) or not disjoint(key, model.UNDEF) else []
        type, key = difference(type, model.UNDEF), difference(key, model.UNDEF)
        if is_never(type) or is_never(key):
            return joined(left)
        type = joined(_part(each, one) for each in members(type) for one in members(key))
    return joined((*left, type))


def _part(type: Type, key: Type) -> Type:
    if isinstance(type, HASHES):
        return _value(type, key)
    if not isinstance(type, ARRAYS):
        return NEVER if disjoint(type, model.Collection()) else model.ANY
    return NEVER if disjoint(key, model.INTEGER) else _element(type, key)


def _element(type: Type, key: Type) -> Type:
    found = elements_of(type)
    assert found is not None
    index = literal(key)
    if not isinstance(index, int):
        return joined((model.UNDEF, *found.parts))
    needed = index + 1 if index >= 0 else -index
    if found.high is not None and found.high < needed:
        return model.UNDEF
    if found.ordered:
        return found.parts[index]
    return found.element if found.low >= needed else joined((model.UNDEF, found.element))


def _value(type: Type, key: Type) -> Type:
    if isinstance(type, model.Struct):
        return _attribute(type, key)
    found = elements_of(type)
    assert found is not None
    possible = [each for each in found.parts if not disjoint(key_of(each), key)]
    return joined((model.UNDEF, *map(value_of, possible)))


def _attribute(struct: model.Struct, key: Type) -> Type:
    texts = literal_texts(key)
    elements = {each.name: each for each in struct.elements}
    if texts is None:
        return joined((model.UNDEF, *(each.value for each in struct.elements))) if not disjoint(key, model.STRING) else model.UNDEF
    found: list[Type] = []
    for each in texts:
        element = elements.get(each)
        if element is None or element.is_optional:
            found.append(model.UNDEF)
        if element is not None:
            found.append(element.value)
    return joined(found)
