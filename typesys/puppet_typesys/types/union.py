"""`union`: the ∪ of the specification's type algebra: the least type in its tables that accepts two types.

Where a row of the specification is not an upper bound of both types, the result is the nearest type that is one;
`tests/laws/test_union.py` has every row. Where two rows disagree, the one that names the kinds of both types takes precedence over the one
with "any other type". The order of the two types never matters.
"""

from __future__ import annotations

from collections.abc import Callable as Function
from typing import TypeVar, cast

from puppet_typesys.types import model
from puppet_typesys.types.model import ANY, DEFAULT_SIZE, STRING, Integer, Type, variant_of
from puppet_typesys.types.objects import OBJECT, Object, ObjectExtension
from puppet_typesys.types.ranges import hull
from puppet_typesys.types.relate import is_assignable
from puppet_typesys.types.show import show
from puppet_typesys.types.sizes import derived_size, size_of, texts_size, tuple_size
from puppet_typesys.types.texts import ascii_lower, matches_any
from puppet_typesys.types.walk import unaliased

Bounded = TypeVar("Bounded", model.Integer, model.Float, model.Timespan, model.Timestamp)
Guard = frozenset[tuple[Type, Type]]
"""The pairs of types whose union is being computed; self-recursive aliases lead back to them."""


def union(one: Type, other: Type, guard: Guard = frozenset()) -> Type:
    """The union of two types by the specification's tables."""
    if one == other:
        return one
    if isinstance(one, model.Any) or isinstance(other, model.Any):
        return ANY
    if isinstance(one, model.Unit) or isinstance(other, model.Unit):
        return other if isinstance(one, model.Unit) else one
    if isinstance(one, STRINGS) and isinstance(other, STRINGS):
        return _strings(one, other)
    wider = _wider(one, other)
    if wider is not None:
        return wider
    if isinstance(one, model.TypeAlias) or isinstance(other, model.TypeAlias):
        return _of_aliases(one, other, guard)
    for kinds, rule in RULES:
        if isinstance(one, kinds) and isinstance(other, kinds):
            return rule(one, other, guard)
    if isinstance(one, model.Variant) or isinstance(other, model.Variant):
        return _variants(one, other)
    return _wide(one, other)


def _wide(one: Type, other: Type) -> Type:
    return next((wide for wide in WIDE if is_assignable(wide, one) and is_assignable(wide, other)), ANY)


def _wider(one: Type, other: Type) -> Type | None:
    """The one of two types that accepts the other. If both do, it is the NotUndef, or else the one with the shorter text."""
    accepting = [wide for wide, narrow in ((one, other), (other, one)) if absorbs(wide, narrow)]
    return min(accepting, key=lambda each: (not isinstance(each, model.NotUndef), len(show(each)), show(each)), default=None)


def absorbs(wide: Type, narrow: Type) -> bool:
    """Whether `narrow` is redundant beside `wide`.

    This is assignability, except that a String with a value does not absorb every Enum of one value.
    """
    if isinstance(wide, model.String) and wide.value is not None and isinstance(narrow, model.Enum):
        return narrow.values == (wide.value,) and not narrow.case_insensitive
    return is_assignable(wide, narrow)


def _of_aliases(one: Type, other: Type, guard: Guard) -> Type:
    pair = (one, other)
    # By the specification Data ∪ T is Data or Any, so a self-recursive Variant such as Data is not expanded.
    closed = any(isinstance(each, model.TypeAlias) and each.self_recursion and isinstance(unaliased(each), model.Variant) for each in pair)
    return _wide(one, other) if closed or pair in guard else union(unaliased(one), unaliased(other), guard | {pair})


# ---- strings


STRINGS = (model.String, model.Enum, model.Pattern)
RANGES = (model.Integer, model.Float, model.Timespan, model.Timestamp)


def _strings(one: Type, other: Type) -> Type:
    """The union of String, Enum and Pattern types.

    Their values are compared first, because the reference takes a String with a value to accept any Enum of one value.
    """
    ours, theirs = _texts(one), _texts(other)
    if ours is not None and theirs is not None:
        caseless = any(isinstance(each, model.Enum) and each.case_insensitive for each in (one, other))
        return _enum([*ours, *theirs], caseless)
    for pattern, texts in ((one, theirs), (other, ours)):
        if isinstance(pattern, model.Pattern) and texts is not None and all(matches_any(pattern, text) for text in texts):
            return pattern
    if isinstance(one, model.Pattern) and isinstance(other, model.Pattern):
        every = not one.patterns or not other.patterns
        patterns = sorted({*one.patterns, *other.patterns}, key=lambda each: each.pattern or "")
        return model.Pattern() if every else model.Pattern(tuple(patterns))
    if isinstance(one, model.Enum) and isinstance(other, model.Enum):
        return model.Enum()
    lengths = hull(_lengths(one), _lengths(other))
    return STRING if lengths == DEFAULT_SIZE else model.String(None, lengths)


def _texts(type: Type) -> list[str] | None:
    """The values of a type that has a finite number of strings; None for other types."""
    if isinstance(type, model.Enum) and type.values:
        return list(type.values)
    return [type.value] if isinstance(type, model.String) and type.value is not None else None


def _enum(texts: list[str], caseless: bool) -> Type:
    if caseless:
        return model.Enum(tuple({ascii_lower(text) for text in texts}), True)
    return model.String(texts[0]) if len(set(texts)) == 1 else model.Enum(tuple(texts))


def _lengths(type: Type) -> Integer:
    if isinstance(type, model.Enum) and type.values:
        return texts_size(type)
    return derived_size(type) if isinstance(type, model.String) else DEFAULT_SIZE


# ---- ranges, versions and other types without types inside


def _ranges(one: Bounded, other: Bounded, guard: Guard) -> Type:
    return hull(one, other)


def _versions(one: model.SemVer, other: model.SemVer, guard: Guard) -> Type:
    return model.SemVer(tuple(sorted({*one.ranges, *other.ranges}, key=str)))


def _bare(one: Type, other: Type, guard: Guard) -> Type:
    """The union of two types of the same class that differ in parameters: the class without parameters."""
    return one.__class__()


def _resources(one: model.Resource, other: model.Resource, guard: Guard) -> Type:
    same = one.downcased_name == other.downcased_name
    return model.Resource(min(one.type_name or "", other.type_name or "")) if same else model.Resource()


# ---- collections


def _sizes(one: Type, other: Type) -> Integer | None:
    size = hull(_size(one), _size(other))
    return None if size == DEFAULT_SIZE else size


def _size(type: Type) -> Integer:
    if isinstance(type, model.Tuple):
        return tuple_size(type)
    if isinstance(type, model.Struct):
        return Integer(sum(not each.is_optional for each in type.elements), len(type.elements))
    return size_of(type) or DEFAULT_SIZE


def _arrays(one: model.Array | model.Tuple, other: model.Array | model.Tuple, guard: Guard) -> Type:
    return model.Array(union(_element(one, guard), _element(other, guard), guard), _sizes(one, other))


def _element(type: model.Array | model.Tuple, guard: Guard) -> Type:
    if isinstance(type, model.Tuple):
        return _union_of(list(type.types), guard) if type.types else ANY
    return type.element


def _union_of(types: list[Type], guard: Guard) -> Type:
    result = types[0]
    for each in types[1:]:
        result = union(result, each, guard)
    return result


def _tuples(one: model.Tuple, other: model.Tuple, guard: Guard) -> Type:
    """The union of two Tuples, element by element; the last type of the shorter one repeats if its size allows."""
    if not one.types or not other.types:
        return _arrays(one, other, guard)
    count = max(len(one.types), len(other.types))
    places = [[each for each in (_place(one, at), _place(other, at)) if each is not None] for at in range(count)]
    size = _sizes(one, other) or DEFAULT_SIZE
    return model.Tuple(tuple(_union_of(place, guard) for place in places), None if size == Integer(count, count) else size)


def _place(type: model.Tuple, at: int) -> Type | None:
    if at < len(type.types):
        return type.types[at]
    high = tuple_size(type).high
    return type.types[-1] if high is None or high > at else None


def _hashes(one: model.Hash | model.Struct, other: model.Hash | model.Struct, guard: Guard) -> Type:
    """The union of Hashes and Structs, which is a Hash."""
    key = union(_key(one), _key(other), guard)
    return model.Hash(key, union(_value(one, guard), _value(other, guard), guard), _sizes(one, other))


def _key(type: Type) -> Type:
    return type.key if isinstance(type, model.Hash) else STRING


def _value(type: model.Hash | model.Struct, guard: Guard) -> Type:
    if isinstance(type, model.Hash):
        return type.value
    return _union_of([each.value for each in type.elements], guard) if type.elements else model.UNIT


def _collections(one: Type, other: Type, guard: Guard) -> Type:
    both = isinstance(one, model.Collection) and isinstance(other, model.Collection)
    return model.Collection(_sizes(one, other) if both else None)


# ---- types around types


def _optionals(one: model.Optional, other: model.Optional, guard: Guard) -> Type:
    """The union of two Optionals; that of undef and an Optional is found by `_wider`."""
    return model.Optional(union(one.type or ANY, other.type or ANY, guard))


def _inner(one: Type, other: Type, guard: Guard) -> Type:
    """The union of two types of the same class with one type inside: the class with the union of the two types inside."""
    inner = union(one.type or ANY, other.type or ANY, guard)  # type: ignore[attr-defined]  # the table has only such types
    return one.__class__(inner)  # type: ignore[call-arg]  # all wrappers are made from the type inside


def _iterables(one: Type, other: Type, guard: Guard) -> Type:
    return _inner(*((one, other) if isinstance(one, model.Iterable) else (other, one)), guard)


def _variants(one: Type, other: Type) -> Type:
    """The Variant of the members of both, without those that another member accepts."""
    members: list[Type] = []
    for each in (*_members(one), *_members(other)):
        wider = [_wider(kept, each) for kept in members]
        if not any(wide is kept for wide, kept in zip(wider, members, strict=True)):
            members = [kept for wide, kept in zip(wider, members, strict=True) if wide is None]
            members.append(each)
    return variant_of(members)


def _members(type: Type) -> tuple[Type, ...]:
    return type.types if isinstance(type, model.Variant) else (type,)


def _variant_pair(one: Type, other: Type, guard: Guard) -> Type:
    return _variants(one, other)


def _objects(one: Object | ObjectExtension, other: Object | ObjectExtension, guard: Guard) -> Type:
    """The nearest common ancestor of two Object types."""
    ours, theirs = (each.base if isinstance(each, ObjectExtension) else each for each in (one, other))
    return next((parent for parent in reversed([*ours.lineage()]) if is_assignable(parent, theirs)), OBJECT)


Kinds = type[Type] | tuple[type[Type], ...]
Rule = Function[[Type, Type, Guard], Type]
T = TypeVar("T", bound=Type)
U = TypeVar("U", bound=Type)


def _of(kind: type[T], rule: Function[[T, T, Guard], Type]) -> tuple[Kinds, Rule]:
    """A rule for two types of a class."""
    return kind, cast("Rule", rule)  # `union` applies it to instances of the class only


def _of_two(one: type[T], other: type[U], rule: Function[[T | U, T | U, Guard], Type]) -> tuple[Kinds, Rule]:
    """A rule for two types, each of which is of one of two classes."""
    return (one, other), cast("Rule", rule)  # as above


RULES: tuple[tuple[Kinds, Rule], ...] = (
    (model.Variant, _variant_pair),
    _of(model.Optional, _optionals),
    (model.NotUndef, _inner),
    _of(model.Integer, _ranges),
    _of(model.Float, _ranges),
    _of(model.Timespan, _ranges),
    _of(model.Timestamp, _ranges),
    _of(model.SemVer, _versions),
    (model.Boolean, _bare),
    (model.Regexp, _bare),
    (model.URI, _bare),
    (model.Callable, _bare),
    (model.Class, _bare),
    _of(model.Resource, _resources),
    _of(model.Tuple, _tuples),
    _of_two(model.Array, model.Tuple, _arrays),
    _of_two(model.Hash, model.Struct, _hashes),
    ((model.Array, model.Tuple, model.Hash, model.Struct, model.Collection), _collections),
    (model.Iterator, _inner),
    ((model.Iterable, model.Iterator), _iterables),
    (model.TypeType, _inner),
    (model.Sensitive, _inner),
    _of_two(Object, ObjectExtension, _objects),
)
"""The rules for two types of the same kind; the first one that matches is applied."""
WIDE: tuple[Type, ...] = (model.Numeric(), model.Scalar(), model.CatalogEntry(), model.Runtime())
"""The types to try if no rule matches, in this order."""
