"""How the arguments of a function look from inside: what a rule may say of values that it passes on."""

from __future__ import annotations

from collections.abc import Iterable

from puppet_typesys.types import model
from puppet_typesys.types.disjoint import kinds
from puppet_typesys.types.model import Integer, Type
from puppet_typesys.types.narrow import difference, intersection, joined, members
from puppet_typesys.types.sizes import size_of, tuple_size
from puppet_typesys.types.walk import inner_types, unaliased

MAX_ELEMENTS = 64
"""How many elements of a Tuple or Struct are kept apart."""
CHANGED = frozenset(("default", "type", "iterator", "callable", "runtime"))
"""Kinds of values that the legacy interface of functions converts, such as default to a String and references to resources."""
EMPTY_STRING = model.String("")


def passed(type: Type) -> Type:
    """The type of an argument as a function with the legacy interface gets it: undef is an empty String."""
    return joined(_passed(each) for each in members(type))


def _passed(type: Type) -> Type:
    match type:
        case model.Undef():
            return EMPTY_STRING
        case model.Default():
            return model.String("default")
        case model.NotUndef(type=None):
            return type
    return model.ANY if is_changed(type) else type


def is_changed(type: Type) -> bool:
    """Whether a value of a type, or one inside it, is replaced by another one on its way into the function.

    A type that says nothing of some values is not changed, because it says nothing of what they become either.
    """
    if isinstance(type, model.Any) or (isinstance(type, model.NotUndef) and type.type is None):
        return False
    if isinstance(type, model.TypeAlias):
        return (type.self_recursion and type.name != "Data") or (not type.self_recursion and is_changed(unaliased(type)))
    if not CHANGED.isdisjoint(kinds(type)):
        return True
    return any(map(is_changed, inner_types(type)))


def without(type: Type, *left_out: Type) -> Type:
    """A type without some members; a type of which nothing else is known stays as it is."""
    for each in left_out:
        type = difference(type, each)
    return type


def arrays(type: Type) -> Type:
    """The arrays among the values of an argument."""
    return intersection(passed(type), model.ARRAY)


def element(type: Type) -> Type:
    """The type of the elements of arrays; NEVER for empty ones."""
    return joined(_element(each) for each in members(type))


def _element(type: Type) -> Type:
    size = size_of(type)
    if size is not None and size.high == 0 and type != model.Tuple():
        return model.Variant()
    match type:
        case model.Array():
            return type.element
        case model.Tuple() if type.types:
            return joined(type.types)
    return model.ANY


def array(of: Type, size: Integer | None = None) -> Type:
    """An Array type; that of no elements is empty."""
    if isinstance(of, model.Variant) and not of.types:
        return model.EMPTY_ARRAY
    return model.Array(of, None if size == model.DEFAULT_SIZE else size)


def some_of(type: Type) -> Type:
    """The type of arrays with some of the elements of others."""
    high = max_size(type)
    return array(element(type), None if high is None else Integer(0, high))


def max_size(type: Type) -> int | None:
    """The maximum number of elements of collections; None if it is not known."""
    highs = [_size(each).high for each in members(type)]
    known = [each for each in highs if each is not None]
    return max(known) if known and len(known) == len(highs) else None


def min_size(type: Type) -> int:
    """The minimum number of elements of collections."""
    return min((_size(each).low or 0 for each in members(type)), default=0)


def _size(type: Type) -> Integer:
    if isinstance(type, model.Tuple):
        return tuple_size(type)
    if isinstance(type, model.Struct):
        return Integer(sum(not each.is_optional for each in type.elements), None if type.is_open else len(type.elements))
    return size_of(type) or model.DEFAULT_SIZE


def same_size(type: Type, of: Type) -> Type:
    """The type of arrays that have as many elements as others, each of another type."""
    sizes = [_size(each) for each in members(type)]
    low = min((each.low or 0 for each in sizes), default=0)
    return array(of, Integer(low, max_size(type)))


def exact_elements(type: Type) -> tuple[Type, ...] | None:
    """The types of the elements of arrays whose number is known; None for others."""
    match type:
        case model.Tuple() if type.types and len(type.types) <= MAX_ELEMENTS and type.size is None:
            return type.types
        case model.Array() if type == model.EMPTY_ARRAY:
            return ()
    return None


def tuple_of(types: Iterable[Type]) -> Type:
    """The type of an array of exactly these elements."""
    known = (*types,)
    if len(known) > MAX_ELEMENTS:
        return array(joined(known))
    return model.Tuple(known) if known else model.EMPTY_ARRAY
