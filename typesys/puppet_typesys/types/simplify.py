"""`normalize`: an equivalent type in a simpler form."""

from __future__ import annotations

from collections.abc import Callable as Function

from puppet_typesys.types import model
from puppet_typesys.types.model import Type, variant_of
from puppet_typesys.types.ranges import hull, is_before, merged
from puppet_typesys.types.relate import is_assignable
from puppet_typesys.values.errors import InternalError
from puppet_typesys.values.meter import spend

MANY = 16
"""The number of parts of a type that are merged for the charge of a few."""
FEW = 3
"""The charge for a Variant with few parts."""


def normalize(type: Type) -> Type:
    """Merge nested and overlapping Variants, Optionals and NotUndefs of a type."""
    match type:
        case model.Collection():
            return model.Collection()
        case model.Array(element=element, size=size):
            return model.ARRAY if element == model.ANY else model.Array(normalize(element), size)
        case model.Hash(key=key, value=value, size=size):
            return type if type in (model.HASH, model.EMPTY_HASH) else model.Hash(normalize(key), normalize(value), size)
        case model.Optional():
            return _normal_optional(type)
        case model.NotUndef():
            return _normal_not_undef(type)
        case model.Variant():
            return _normal_variant(type)
        case model.Tuple(types=types) if len(types) > MANY:
            spend(len(types))
    return type.with_inner(normalize)


def _normal_optional(optional: model.Optional) -> Type:
    if optional.type is None:
        return optional
    inner = normalize(optional.type)
    if isinstance(inner, model.NotUndef):
        return normalize(model.Optional(inner.type))
    if inner is optional.type and not is_assignable(inner, model.UNDEF):
        return optional
    return inner if is_assignable(inner, model.UNDEF) else model.Optional(inner)


def _normal_not_undef(not_undef: model.NotUndef) -> Type:
    if not_undef.type is None:
        return not_undef
    inner = normalize(not_undef.type)
    if isinstance(inner, model.Optional):
        return normalize(model.NotUndef(inner.type))
    return model.NotUndef(inner) if is_assignable(inner, model.UNDEF) else inner


def _normal_variant(variant: model.Variant) -> Type:
    if not variant.types:
        return variant
    # Even small ones take long where types that share their parts are nested.
    spend(len(variant.types) if len(variant.types) > MANY else FEW)
    types = list(map(normalize, variant.types))
    modified = any(new is not old and new != old for new, old in zip(types, variant.types, strict=True))
    if len(types) == 1:
        return types[0]
    if any(isinstance(each, model.Undef | model.Optional) for each in types):
        rest = [each for each in types if not isinstance(each, model.Undef)]
        inner = [_optional_inside(each) if isinstance(each, model.Optional) else each for each in rest]
        return normalize(model.Optional(variant_of(inner)))
    flat: list[Type] = []
    for each in types:
        flat.extend(each.types if isinstance(each, model.Variant) else [each])
    result = flat
    for merge in MERGES:
        if len(result) > 1:
            result = merge(result)
    if len(result) == 1:
        return result[0]
    return variant_of(result) if modified or len(result) != len(flat) else variant


def _optional_inside(optional: model.Optional) -> Type:
    if optional.type is None:
        raise InternalError("an Optional of nothing is asked for what it is of")
    return optional.type


def _split(types: list[Type], chosen: Function[[Type], bool]) -> tuple[list[Type], list[Type]]:
    return [each for each in types if chosen(each)], [each for each in types if not chosen(each)]


def _merge_not_undefs(types: list[Type]) -> list[Type]:
    some, others = _split(types, lambda each: isinstance(each, model.NotUndef))
    if len(some) < 2:
        return types
    inner = [each.type or model.ANY for each in some if isinstance(each, model.NotUndef)]
    return [*others, model.NotUndef(normalize(variant_of(inner)))]


def _merge_enums(types: list[Type]) -> list[Type]:
    def is_literal(each: Type) -> bool:
        return (isinstance(each, model.Enum) and bool(each.values) and not each.case_insensitive) or (
            isinstance(each, model.String) and each.value is not None
        )

    some, others = _split(types, is_literal)
    if len(some) < 2:
        return types
    values: list[str] = []
    for each in some:
        values += each.values if isinstance(each, model.Enum) else [str(each.value)] if isinstance(each, model.String) else []
    return [*others, model.Enum(tuple(values))]


def _merge_caseless_enums(types: list[Type]) -> list[Type]:
    some, others = _split(types, lambda each: isinstance(each, model.Enum) and bool(each.values) and each.case_insensitive)
    if len(some) < 2:
        return types
    values = [value.lower() for each in some if isinstance(each, model.Enum) for value in each.values]
    return [*others, model.Enum(tuple(values), True)]


def _merge_patterns(types: list[Type]) -> list[Type]:
    some, others = _split(types, lambda each: isinstance(each, model.Pattern))
    if len(some) < 2:
        return types
    patterns = dict.fromkeys(pattern for each in some if isinstance(each, model.Pattern) for pattern in each.patterns)
    return [*others, model.Pattern(tuple(patterns))]


def _merge_versions(types: list[Type]) -> list[Type]:
    some, others = _split(types, lambda each: isinstance(each, model.SemVer))
    if len(some) < 2:
        return types
    return [model.SemVer(tuple(range for each in some if isinstance(each, model.SemVer) for range in each.ranges)), *others]


def _merge_ranges_of(kind: type[Type]) -> Function[[list[Type]], list[Type]]:
    def merge(types: list[Type]) -> list[Type]:
        some, others = _split(types, lambda each: each.__class__ is kind)
        return [*merged(some, _merge_two), *others] if len(some) > 1 else types

    return merge


def _merge_two(one: Type, other: Type) -> Type | None:
    """One range for two that overlap or, except for floats, adjoin; None if they are apart."""
    assert isinstance(one, model.Integer | model.Float | model.Timespan | model.Timestamp)
    assert isinstance(other, one.__class__)
    if is_before(one.high, other.low) or is_before(other.high, one.low):
        touch = not isinstance(one, model.Float) and (_touches(one.high, other.low) or _touches(other.high, one.low))
        if not touch:
            return None
    return hull(one, other)


def _touches(end: object, start: object) -> bool:
    return isinstance(end, int) and isinstance(start, int) and end + 1 == start


MERGES: tuple[Function[[list[Type]], list[Type]], ...] = (
    _merge_not_undefs,
    _merge_enums,
    _merge_caseless_enums,
    _merge_patterns,
    _merge_versions,
    *map(_merge_ranges_of, (model.Integer, model.Float, model.Timespan, model.Timestamp)),
)
