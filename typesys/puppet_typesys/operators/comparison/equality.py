"""`==` of values, and what the types of two values say of it.

Unlike types, `==` ignores case, treats 1 and 1.0 as equal, and compares times with numbers.
"""

from __future__ import annotations

from puppet_typesys.operators.comparison.order import NUMBERS, compare, compare_time, is_number
from puppet_typesys.operators.comparison.words import words
from puppet_typesys.types import model
from puppet_typesys.types.disjoint import kinds
from puppet_typesys.types.elements import element_at
from puppet_typesys.types.model import Type
from puppet_typesys.types.ranges import are_apart, is_before
from puppet_typesys.types.relate import is_assignable
from puppet_typesys.types.sizes import derived_size
from puppet_typesys.types.spread import hash_size, sequence_size
from puppet_typesys.types.texts import ascii_lower
from puppet_typesys.types.walk import alternatives
from puppet_typesys.values.hash import Hash, identity
from puppet_typesys.values.meter import spend_on
from puppet_typesys.values.timespan import Timespan
from puppet_typesys.values.timestamp import Timestamp
from puppet_typesys.values.unknown import Unknown, UnknownValue, contains_unknown
from puppet_typesys.values.uri import URI


def equals(left: object, right: object) -> bool:
    """`==` for values: strings regardless of case, numbers by value, types by mutual assignability."""
    if isinstance(left, Unknown) or isinstance(right, Unknown):
        raise UnknownValue
    match left:
        case str():
            return isinstance(right, str) and (left == right or ascii_lower(left) == ascii_lower(right))
        case bool() | None:
            return left is right
        case int() | float():
            if isinstance(right, Timespan | Timestamp):
                return compare_time(right, left) == 0
            return is_number(right) and left == right
        case tuple():
            spend_on(left)
            return isinstance(right, tuple) and len(left) == len(right) and all(map(equals, left, right))
        case Hash():
            if not isinstance(right, Hash):
                return False
            know_keys(left, right)
            if len(left) != len(right):
                return False
            spend_on(left)
            return all(equals(right.get(key), value) for key, value in left.items())
        case Timespan() | Timestamp():
            return compare(left, right) == 0 if is_number(right) else left.__class__ is right.__class__ and left == right
        case URI():
            return isinstance(right, URI) and left.matches(right)
    return eql(left, right)


def know_keys(*hashes: Hash) -> None:
    """Raise UnknownValue if a Hash has an unknown key."""
    if any(contains_unknown(key) for each in hashes for key in each.keys()):
        raise UnknownValue


def eql(left: object, right: object) -> bool:
    """Whether two values are equal in the reference's runtime: case-sensitively, with 1 and 1.0 as equal numbers."""
    if is_number(left) and is_number(right):
        return left == right
    if isinstance(left, tuple) and isinstance(right, tuple):
        return len(left) == len(right) and all(map(eql, left, right))
    return identity(left) == identity(right)


def types_equal(left: Type, right: object) -> bool:
    """`==` with a type on the left: both are equal, or assignable to each other."""
    return isinstance(right, Type) and (left == right or (is_assignable(right, left) and is_assignable(left, right)))


# ---- over types


def equal_by_types(one: Type, other: Type) -> bool | None:
    """What `==` gives for all values of two types; None if that differs or is unknown."""
    if not may_equal(one, other):
        return False
    first, second = single_value(one), single_value(other)
    return True if first is not None and first == second else None


def single_value(type: Type) -> tuple[str, object] | None:
    """The only value of a type, regardless of case, with its kind; None if there are several, or if it is not known."""
    match type:
        case model.Undef():
            return "undef", None
        case model.Boolean(value=bool()):
            return "boolean", type.value
        case model.Integer(low=int(), high=int()) if type.low == type.high:
            return "number", type.low
    known = words(type)
    return ("string", next(iter(known))) if known is not None and len(known) == 1 else None


def may_equal(one: Type, other: Type) -> bool:
    """Whether a value of one type may equal one of the other; True if that is unknown."""
    return any(_may_equal(first, second) for first in alternatives(one) for second in alternatives(other))


def _may_equal(one: Type, other: Type) -> bool:
    first, second = kinds(one), kinds(other)
    if first.isdisjoint(second):
        numbers = not (first.isdisjoint(NUMBERS) or second.isdisjoint(NUMBERS))
        return numbers and _numbers_may_equal(one, other)
    match one, other:
        case ((model.Integer() | model.Float()), (model.Integer() | model.Float())):
            return _numbers_may_equal(one, other)
        case model.Boolean(), model.Boolean():
            return None in (one.value, other.value) or one.value is other.value
        case model.String(), model.String() if None in (one.value, other.value):
            return not are_apart(derived_size(one), derived_size(other))
        case ((model.Array() | model.Tuple()), (model.Array() | model.Tuple())):
            return _arrays_may_equal(one, other)
        case ((model.Hash() | model.Struct()), (model.Hash() | model.Struct())):
            return not are_apart(hash_size(one), hash_size(other))
    known, others = words(one), words(other)
    if known is None or others is None:
        return _may_have_length(known, other) and _may_have_length(others, one)
    return not known.isdisjoint(others)


def _numbers_may_equal(one: Type, other: Type) -> bool:
    if not isinstance(one, model.Integer | model.Float) or not isinstance(other, model.Integer | model.Float):
        return True
    if is_before(one.high, other.low) or is_before(other.high, one.low):
        return False
    return not any(_is_between_integers(first, second) for first, second in ((one, other), (other, one)))


def _is_between_integers(one: Type, other: Type) -> bool:
    """Whether a type has integers alone, and another is one number that is not whole."""
    if not isinstance(one, model.Integer) or not isinstance(other, model.Float) or other.low is None:
        return False
    return other.low == other.high and not other.low.is_integer()


def _may_have_length(known: set[str] | None, type: Type) -> bool:
    if known is None or not isinstance(type, model.String) or type.size is None:
        return True
    high = type.size.high
    return any((type.size.low or 0) <= len(each) and (high is None or len(each) <= high) for each in known)


MAX_COMPARED = 16
"""The maximum number of elements of two Arrays that are compared."""


def _arrays_may_equal(one: Type, other: Type) -> bool:
    first, second = sequence_size(one), sequence_size(other)
    if are_apart(first, second):
        return False
    needed = min(max(first.low or 0, second.low or 0), MAX_COMPARED)
    return all(may_equal(element_at(one, index), element_at(other, index)) for index in range(needed))
