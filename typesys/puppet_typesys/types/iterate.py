"""Iterable types and their element types."""

from __future__ import annotations

from puppet_typesys.types import model
from puppet_typesys.types.model import Iterable, Tuple, Type, variant_of
from puppet_typesys.types.objects import Object

DEFAULT_PAIR = Tuple((model.UNIT, model.UNIT), model.KEY_PAIR_SIZE)

ITERABLE = (
    model.Array,
    model.Collection,
    model.Enum,
    model.Hash,
    model.Integer,
    model.Iterable,
    model.Iterator,
    model.String,
    model.Struct,
    model.Tuple,
)


def is_iterable(type: Type) -> bool:
    """Whether the reference considers the values of a type iterable."""
    if isinstance(type, ITERABLE):
        return True
    match type:
        case model.TypeType(type=model.Enum()):
            return True
        case model.TypeType(type=model.Integer() as range):
            return range.low is not None and range.high is not None
        case model.TypeAlias():
            return not type.self_recursion and is_iterable(type.target)
        case Object() if type.parent is not None:
            return is_iterable(type.parent)
    return False


def iterable_type(type: Type) -> Iterable | None:
    """A type as an Iterable of its element type; None if it is not iterable or the element type is unknown."""
    match type:
        case model.Array():
            return Iterable(None if type.element == model.ANY else type.element)
        case model.Hash():
            pair = DEFAULT_PAIR if type in (model.HASH, model.EMPTY_HASH) else Tuple((type.key, type.value), model.KEY_PAIR_SIZE)
            return Iterable(pair)
        case model.Struct():
            if not type.elements:
                return Iterable(DEFAULT_PAIR)
            keys = variant_of([each.key for each in type.elements])
            values = variant_of([each.value for each in type.elements])
            return Iterable(Tuple((keys, values), model.KEY_PAIR_SIZE))
        case model.Tuple():
            return Iterable(variant_of(list(type.types)))
        case model.String() | model.Enum():
            return Iterable(model.CHARACTER)
        case model.Integer():
            return Iterable(model.INTEGER)
        case model.Iterable():
            return type
        case model.Iterator():
            return Iterable(type.type)
        case model.TypeType(type=model.Enum() as enum):
            return Iterable(enum)
        case model.TypeType(type=model.Integer() as range) if range.low is not None and range.high is not None:
            return Iterable(range)
        case model.TypeAlias():
            return None if type.self_recursion else iterable_type(type.target)
        case Object() if type.parent is not None:
            return iterable_type(type.parent)
    return None
