"""`common_type`: the element type that the reference infers for a collection, with the same text."""

from __future__ import annotations

from puppet_typesys.types import model
from puppet_typesys.types.data import DATA, RICH_DATA
from puppet_typesys.types.model import Type, variant_of
from puppet_typesys.types.ranges import hull
from puppet_typesys.types.relate import is_assignable


def common_type(one: Type, other: Type) -> Type:
    """The element type that the reference infers for an Array with elements of two types; the order of the two matters."""
    if isinstance(one, model.Undef | model.Unit) or isinstance(other, model.Undef | model.Unit):
        return _with_nothing(one, other)
    if is_assignable(one, other):
        return one
    if is_assignable(other, one):
        return other
    same = _of_one_kind(one, other)
    if same is not None:
        return same
    for wide in (model.Numeric(), model.ScalarData(), model.Scalar()):
        if is_assignable(wide, one) and is_assignable(wide, other):
            return wide
    if is_assignable(DATA(), one) and is_assignable(DATA(), other):
        return DATA()
    if isinstance(one, model.TypeType) and isinstance(other, model.TypeType):
        return model.TypeType(common_type(one.type or model.ANY, other.type or model.ANY))
    if is_assignable(RICH_DATA(), one) and is_assignable(RICH_DATA(), other):
        return RICH_DATA()
    return model.ANY


def _with_nothing(one: Type, other: Type) -> Type:
    if isinstance(one, model.Undef):
        return other
    if isinstance(other, model.Undef):
        return one
    return other if isinstance(one, model.Unit) else one


def _of_one_kind(one: Type, other: Type) -> Type | None:
    match one, other:
        case model.Array(), model.Array():
            return model.Array(common_type(one.element, other.element))
        case model.Hash(), model.Hash():
            return model.Hash(common_type(one.key, other.key), common_type(one.value, other.value))
        case model.Class(), model.Class():
            return model.Class()
        case model.Resource(), model.Resource():
            return model.Resource(one.type_name if one.type_name == other.type_name else None)
        case (model.Integer(), model.Integer()) | (model.Float(), model.Float()):
            return hull(one, other)  # type: ignore[type-var]  # the pattern says that they are of one kind
        case model.String(), model.String():
            return _strings(one, other)
        case model.String(), model.Enum():
            return model.Enum() if one.value is None else model.Enum((*other.values, one.value))
        case model.Enum(), model.Enum():
            return model.Enum((*one.values, *other.values))
        case model.Enum(), model.String():
            return model.Enum() if other.value is None else model.Enum((*one.values, other.value))
        case model.Pattern(), model.Pattern():
            return model.Pattern(tuple(dict.fromkeys((*one.patterns, *other.patterns))))
        case model.Variant(), model.Variant():
            return variant_of([*one.types, *other.types])
        case model.Regexp(), model.Regexp():
            return model.Regexp()
        case model.Callable(), model.Callable():
            return model.Callable()
    return None


def _strings(one: model.String, other: model.String) -> Type:
    if one.size is None or other.size is None:
        return model.STRING if one.value is None or other.value is None else model.Enum((one.value, other.value))
    size = common_type(one.size, other.size)
    assert isinstance(size, model.Integer)
    return model.String(None, size)
