"""Three ways to one type for two.

`common_type` is what the reference infers for the elements of a collection, exact to the letter. `union` is the ∪ of the
specification's algebra. `join` is for inference where branches meet: a Variant while the members are few, then their `union`.
All are upper bounds.
"""

from __future__ import annotations

from collections.abc import Iterator

from puppet_typesys.types import model
from puppet_typesys.types.iterate import variant_of
from puppet_typesys.types.model import Type
from puppet_typesys.types.normal import normalize
from puppet_typesys.types.relate import is_assignable
from puppet_typesys.values.errors import InternalError


def common_type(one: Type, other: Type) -> Type:
    """The type that the reference infers for an Array with elements of two types; its order matters."""
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
    from puppet_typesys.types.data import DATA, RICH_DATA  # parsed when first needed

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
            return _hull(one, other)  # type: ignore[arg-type]  # the pattern says that they are of one kind
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


def _hull(one: model.Integer | model.Float, other: model.Integer | model.Float) -> Type:
    low = None if one.low is None or other.low is None else min(one.low, other.low)
    high = None if one.high is None or other.high is None else max(one.high, other.high)
    return one.__class__(low, high)  # type: ignore[arg-type]  # both are of one kind


def _strings(one: model.String, other: model.String) -> Type:
    if one.size is None or other.size is None:
        return model.STRING if one.value is None or other.value is None else model.Enum((one.value, other.value))
    size = common_type(one.size, other.size)
    assert isinstance(size, model.Integer)
    return model.String(None, size)


FEW = 8
"""How many members `join` keeps apart."""


def join(*types: Type) -> Type:
    """A type that accepts all of several: a normalised Variant while it has few members, widened by `union` past that."""
    members = _members(list(types))
    if not members:
        return model.Variant()
    joined = _normal(variant_of(members))
    inner = joined.type if isinstance(joined, model.Optional) else joined
    if not isinstance(inner, model.Variant) or len(inner.types) <= FEW:
        return joined
    from puppet_typesys.types.union import union  # which builds upon this module

    single = [each for member in inner.types for each in _opened(member)]
    widened = single[0]
    for each in single[1:]:
        widened = union(widened, each)
    # A union with undef says nothing more than Any, so undef stands aside.
    return model.Optional(widened) if joined is not inner and not is_assignable(widened, model.UNDEF) else widened


def _normal(variant: Type) -> Type:
    """The type normalized, unless that loses values: in Callables, and where Pattern and a narrower one become the narrower."""
    try:
        normal = normalize(variant)
    except InternalError:  # An Optional of nothing cannot be normalized.
        return variant
    return normal if is_assignable(normal, variant) else variant


def _opened(type: Type) -> Iterator[Type]:
    """The members of a Variant, also of one that is named; what is made of itself stays as it is."""
    if isinstance(type, model.TypeAlias) and not type.self_recursion:
        yield from _opened(type.target)
    elif isinstance(type, model.Variant):
        for each in type.types:
            yield from _opened(each)
    else:
        yield type


def _members(types: list[Type]) -> list[Type]:
    members: list[Type] = []
    for each in types:
        if any(absorbs(kept, each) for kept in members):
            continue
        members = [kept for kept in members if not absorbs(each, kept)]
        members.append(each)
    return members


def absorbs(wide: Type, narrow: Type) -> bool:
    """Whether a type may be left out beside another: as assignability, but a String of one text is not every Enum of one text."""
    if isinstance(wide, model.String) and wide.value is not None and isinstance(narrow, model.Enum):
        return narrow.values == (wide.value,) and not narrow.case_insensitive
    return is_assignable(wide, narrow)
