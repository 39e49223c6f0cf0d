"""What remains of a type under a condition: `intersection` and `difference`. Both are upper bounds of the sets of values that they name.

A type of which nothing remains is `NEVER`, the Variant without members.
"""

from __future__ import annotations

from collections.abc import Callable as Function
from collections.abc import Iterable, Sequence

from puppet_typesys.types import model
from puppet_typesys.types.disjoint import disjoint, kinds
from puppet_typesys.types.elements import element_at
from puppet_typesys.types.join import join
from puppet_typesys.types.model import Integer, Type
from puppet_typesys.types.ranges import are_apart, covers
from puppet_typesys.types.relate import is_instance
from puppet_typesys.types.sizes import derived_size, size_of, tuple_size
from puppet_typesys.types.superset import is_assignable_safely, is_superset
from puppet_typesys.types.texts import ascii_lower
from puppet_typesys.types.walk import UNIONS, alternatives

NEVER = model.Variant()
"""The type without values: `join()` of no types."""
STRINGS = (model.String, model.Enum, model.Pattern)
ARRAYS = (model.Array, model.Tuple)
HASHES = (model.Hash, model.Struct)


def is_never(type: Type) -> bool:
    """Whether a type is known to have no values."""
    return type is NEVER or (isinstance(type, model.Variant) and not type.types)


FALSY = (model.UNDEF, model.Boolean(False))


def may_be_true(type: Type) -> bool:
    """Whether a value of a type may be truthy: all values but undef and false are."""
    return any(not any(is_superset(falsy, each) for falsy in FALSY) for each in members(type))


def may_be_false(type: Type) -> bool:
    """Whether a value of a type may be undef or false."""
    return any(not disjoint(falsy, type) for falsy in FALSY)


def names_undef(type: Type) -> bool:
    """Whether undef is one of several alternatives of a type, as opposed to a type that accepts any value."""
    several = list(alternatives(type))
    return (
        len(several) > 1
        and any(isinstance(each, model.Undef) for each in several)
        and not any(isinstance(each, ANYTHING) for each in several)
    )


ANYTHING = (model.Any, model.Unit)


def members(type: Type) -> Sequence[Type]:
    """The types whose union a type is, with a self-recursive alias such as Data expanded once, and Boolean as its two values."""
    if type.__class__ not in UNIONS and type.__class__ is not model.Boolean:
        return (type,)
    found: list[Type] = []
    for each in alternatives(type):
        if isinstance(each, model.TypeAlias) and each.resolved is not None:
            found += alternatives(each.target)
        elif isinstance(each, model.Boolean) and each.value is None:
            found += BOOLEANS
        else:
            found.append(each)
    return found


BOOLEANS = (model.Boolean(True), model.Boolean(False))


def intersection(one: Type, other: Type) -> Type:
    """A type of all values of `one` that are values of `other` as well: what remains of `one` if its value is an instance of `other`."""
    if one is other or isinstance(other, model.Any):
        return one
    if isinstance(one, model.Any):
        return other
    if all(isinstance(each, model.TypeAlias) and each.self_recursion for each in (one, other)):
        return one  # What is in it may be both again, without end.
    if is_superset(other, one):
        return one
    return joined(_both(first, second) for first in members(one) for second in members(other))


def difference(type: Type, removed: Type) -> Type:
    """A type of all values of a type that are not values of another."""
    if isinstance(removed, model.Any):
        return NEVER
    if kinds(type).isdisjoint(kinds(removed)):
        return type
    for each in members(removed):
        type = joined(_without(part, each) for part in members(type))
    return type


def joined(types: Iterable[Type]) -> Type:
    """The join of types, NEVER for none; both values of Boolean become Boolean."""
    known = [each for each in types if not is_never(each)]
    if len(known) == 1 or (known and all(each is known[0] for each in known)):
        return known[0]
    return join(*known) if known else NEVER


def _both(one: Type, other: Type) -> Type:
    if isinstance(one, model.Any) or is_assignable_safely(one, other):
        return other if not is_assignable_safely(other, one) else one
    if is_assignable_safely(other, one):
        return one
    if disjoint(one, other):
        return NEVER
    for family, rule in RULES:
        if isinstance(one, family) and isinstance(other, family):
            return rule(one, other)
    if isinstance(one, model.NotUndef) or isinstance(other, model.NotUndef):
        for inner, rest in ((one, other), (other, one)):
            if isinstance(inner, model.NotUndef):
                return difference(rest if inner.type is None else intersection(rest, inner.type), model.UNDEF)
    return other if kinds(other) < kinds(one) else one


def _strings(one: Type, other: Type) -> Type:
    for first, second in ((one, other), (other, one)):
        if isinstance(first, model.Enum) and first.values and not first.case_insensitive:
            return texts([each for each in first.values if is_instance(second, each)])
    if isinstance(one, model.String) and isinstance(other, model.String):
        size = _range(derived_size(one), derived_size(other))
        return NEVER if size is None else model.String(None, size)
    return other if isinstance(one, model.String) else one


def texts(values: Iterable[str]) -> Type:
    """The type of some strings."""
    known = (*dict.fromkeys(values),)
    if not known:
        return NEVER
    return model.String(known[0]) if len(known) == 1 else model.Enum(known)


def _range(one: Integer, other: Integer) -> Integer | None:
    """The integers in both of two ranges; None without one."""
    if are_apart(one, other):
        return None
    low = max((each.low for each in (one, other) if each.low is not None), default=None)
    high = min((each.high for each in (one, other) if each.high is not None), default=None)
    return Integer(low, high)


def _integers(one: Type, other: Type) -> Type:
    assert isinstance(one, Integer) and isinstance(other, Integer)
    return _range(one, other) or NEVER


def _arrays(one: Type, other: Type) -> Type:
    if isinstance(one, model.Tuple):
        return _tuple(one, other)
    if isinstance(other, model.Tuple):
        return _tuple(other, one)
    assert isinstance(one, model.Array) and isinstance(other, model.Array)
    size = _range(size_of(one) or model.DEFAULT_SIZE, size_of(other) or model.DEFAULT_SIZE)
    element = intersection(one.element, other.element)
    if size is None or (is_never(element) and size.low):
        return NEVER
    return model.EMPTY_ARRAY if is_never(element) else model.Array(element, _shown(size))


def _tuple(exact: model.Tuple, rest: Type) -> Type:
    if not exact.types:
        return rest
    parts = [intersection(each, element_at(rest, index)) for index, each in enumerate(exact.types)]
    needed = tuple_size(exact).low or 0
    if any(is_never(each) for each in parts[:needed]):
        return NEVER
    return exact if any(map(is_never, parts)) else model.Tuple((*parts,), exact.size)


def _hashes(one: Type, other: Type) -> Type:
    if isinstance(one, model.Struct):
        return _struct(one, other)
    if isinstance(other, model.Struct):
        return _struct(other, one)
    assert isinstance(one, model.Hash) and isinstance(other, model.Hash)
    size = _range(size_of(one) or model.DEFAULT_SIZE, size_of(other) or model.DEFAULT_SIZE)
    key, value = intersection(one.key, other.key), intersection(one.value, other.value)
    if size is None or ((is_never(key) or is_never(value)) and size.low):
        return NEVER
    return model.EMPTY_HASH if is_never(key) or is_never(value) else model.Hash(key, value, _shown(size))


def _struct(exact: model.Struct, rest: Type) -> Type:
    known = {each.name: each for each in rest.elements} if isinstance(rest, model.Struct) else None
    found: list[model.StructElement] = []
    for each in exact.elements:
        match = None if known is None else known.get(each.name)
        of_rest: Type = model.ANY
        if known is not None:
            of_rest = NEVER if match is None else match.value
        elif isinstance(rest, model.Hash):
            of_rest = rest.value
        value = NEVER if is_never(of_rest) else intersection(each.value, of_rest)
        is_optional = each.is_optional and (match is None or match.is_optional)
        if is_never(value):
            if not is_optional:
                return NEVER
            continue
        found.append(model.StructElement(each.key if is_optional else model.String(each.name), value))
    return model.Struct((*found,), exact.is_open) if found or exact.is_open else model.EMPTY_HASH


def _shown(size: Integer) -> Integer | None:
    return None if size == model.DEFAULT_SIZE else size


RULES: tuple[tuple[tuple[type, ...], Function[[Type, Type], Type]], ...] = (
    (STRINGS, _strings),
    ((Integer,), _integers),
    (ARRAYS, _arrays),
    (HASHES, _hashes),
)


def _without(type: Type, removed: Type) -> Type:
    if is_superset(removed, type):
        return NEVER
    match type, removed:
        case model.Any(), model.Undef():
            return model.NotUndef()
        case model.Enum(), _ if type.values and not type.case_insensitive and isinstance(removed, STRINGS):
            return texts([each for each in type.values if not is_instance(removed, each)])
        case model.Enum(case_insensitive=True), model.Enum(case_insensitive=True):
            known = set(map(ascii_lower, removed.values))
            left = tuple(each for each in type.values if ascii_lower(each) not in known)
            return model.Enum(left, True) if left else NEVER
        case Integer(), Integer():
            return _cut(type, removed)
        case model.String(value=None), model.String():
            return _resized(type, derived_size(type), derived_size(removed), removed)
        case (model.Array(), model.Array()) | (model.Hash(), model.Hash()) if _is_sized_only(removed):
            return _resized(type, size_of(type) or model.DEFAULT_SIZE, size_of(removed) or model.DEFAULT_SIZE, removed)
    return type


def _cut(type: Integer, removed: Integer) -> Type:
    """A range of integers without those of another, if that leaves one range."""
    if are_apart(type, removed):
        return type
    if covers(removed, type):
        return NEVER
    if removed.low is None or (type.low is not None and removed.low <= type.low):
        assert removed.high is not None
        return Integer(removed.high + 1, type.high)
    if removed.high is None or (type.high is not None and removed.high >= type.high):
        return Integer(type.low, removed.low - 1)
    return type


def _is_sized_only(type: Type) -> bool:
    """Whether a type of collections limits their sizes alone."""
    match type:
        case model.Array():
            return type.element == model.ANY or type == model.EMPTY_ARRAY
        case model.Hash():
            return (type.key == model.ANY and type.value == model.ANY) or type == model.EMPTY_HASH
    return False


def _resized(type: Type, size: Integer, removed: Integer, other: Type) -> Type:
    """A type of strings or collections without the sizes of another."""
    if isinstance(other, model.String) and other.value:
        return type  # Others of its length remain.
    left = _cut(size, removed)
    if left == size:
        return type
    if not isinstance(left, Integer):
        return NEVER
    match type:
        case model.String():
            return model.String("") if left.high == 0 else model.String(None, left)
        case model.Array():
            return model.EMPTY_ARRAY if left.high == 0 else model.Array(type.element, _shown(left))
        case model.Hash():
            return model.EMPTY_HASH if left.high == 0 else model.Hash(type.key, type.value, _shown(left))
    return type
