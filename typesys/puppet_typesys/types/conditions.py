"""What a condition says of the type of a value: `==`, `<`, sizes, truth, and the options of `case`.

Each function takes the type of a value and what it is compared with, and returns a type of all values for which the condition holds, or
does not hold: an upper bound, as in `narrow.py`.
"""

from __future__ import annotations

from math import ceil, floor, isinf

from puppet_typesys.types import model
from puppet_typesys.types.disjoint import kinds
from puppet_typesys.types.model import Integer, Type
from puppet_typesys.types.narrow import FALSY, NEVER, STRINGS, difference, intersection, joined, members
from puppet_typesys.types.sizes import derived_size
from puppet_typesys.types.texts import ascii_lower
from puppet_typesys.types.walk import unaliased

FALSE_VALUES = model.Variant(FALSY)
FALSE_KINDS = kinds(FALSE_VALUES)
TIMES = (model.Timespan(), model.Timestamp())


def truthy(type: Type) -> Type:
    """What remains of a type if its value is neither undef nor false."""
    if isinstance(type, model.Any):
        return model.NotUndef()
    return type if kinds(type).isdisjoint(FALSE_KINDS) else difference(type, FALSE_VALUES)


def falsy(type: Type) -> Type:
    """What remains of a type if its value is undef or false."""
    if isinstance(type, model.Any):
        return FALSE_VALUES
    return NEVER if kinds(type).isdisjoint(FALSE_KINDS) else intersection(type, FALSE_VALUES)


def equal(type: Type, other: Type, *, holds: bool) -> Type:
    """What remains of a type if its value equals some value of another type, or does not: then only if that type has one value."""
    if holds:
        return intersection(type, joined(map(_equals, members(other))))
    if not is_single(other):
        return type
    # A number equals some times only, which no type tells from the others.
    removed = (each for each in members(_equals(_exact(unaliased(other)))) if not isinstance(each, model.Timespan | model.Timestamp))
    return difference(type, joined(removed))


def _exact(type: Type) -> Type:
    """A type of one number as an Integer if it is whole."""
    if isinstance(type, model.Float) and type.low is not None and type.low.is_integer():
        return Integer(int(type.low), int(type.low))
    return type


def is_single(type: Type) -> bool:
    """Whether all values of a type are equal by `==`."""
    match unaliased(type):
        case model.Undef() | model.Default():
            return True
        case model.String(value=str()):
            return True
        case model.Boolean(value=bool()):
            return True
        case Integer(low=low, high=high) | model.Float(low=low, high=high):
            return low is not None and low == high and abs(low) <= 2**53  # Beyond, a Float may equal several integers.
        case model.Array() | model.Hash() as collection:
            return collection in (model.EMPTY_ARRAY, model.EMPTY_HASH)
    return False


def _equals(type: Type) -> Type:
    """The values that equal some value of a type: regardless of case, and numbers regardless of their kind."""
    match type:
        case model.Undef() | model.Boolean() | model.Default():
            return type
        case model.String(value=str() as text):
            return _regardless_of_case((text,))
        case model.Enum(values=values) if values:
            return _regardless_of_case(values)
        case model.String():
            return model.String(None, derived_size(type))
        case model.Enum() | model.Pattern():
            return model.STRING
        case Integer(low=low, high=high):
            return model.Variant((type, _floats(low, high), *TIMES))
        case model.Float():
            return joined((type, _integers(type), *TIMES))
        case model.Numeric():
            return model.Variant((type, *TIMES))
        case model.Array():
            return model.Array(model.ANY if type.element != model.UNIT else model.UNIT, type.size)
        case model.Tuple():
            return model.ARRAY
        case model.Hash():
            return type if type == model.EMPTY_HASH else model.HASH
        case model.Struct():
            return model.HASH
    return model.ANY


def _floats(low: int | None, high: int | None) -> Type:
    try:
        return model.Float(None if low is None else float(low), None if high is None else float(high))
    except OverflowError:
        return model.Float()


def _integers(type: model.Float) -> Type:
    """The integers in a range of floats."""
    low = None if type.low is None or isinf(type.low) else ceil(type.low)
    high = None if type.high is None or isinf(type.high) else floor(type.high)
    return joined(()) if low is not None and high is not None and low > high else Integer(low, high)


def _regardless_of_case(values: tuple[str, ...]) -> Type:
    # Only the letters A to Z have no case in comparisons, as in Enums that ignore it.
    if all(ascii_lower(each) == each and ascii_upper(each) == each for each in values):
        return model.String(values[0]) if len(values) == 1 else model.Enum(values)
    return model.Enum(values, True)


def ascii_upper(text: str) -> str:
    """The text with the letters a to z in upper case and all other characters unchanged."""
    return "".join(c.upper() if c < "\x80" else c for c in text)


def ordered(type: Type, operator: str, bound: Type, *, holds: bool) -> Type:
    """What remains of a type if its value is below (`<`) or above (`>`) some value of a type of numbers, or is not."""
    limits = list(members(bound))
    if not limits or not all(isinstance(each, Integer | model.Float) for each in limits):
        return type
    if not holds:
        operator = {"<": ">=", ">=": "<", ">": "<=", "<=": ">"}[operator]
    upwards = operator in (">", ">=")
    ends = [each.low if upwards else each.high for each in limits if isinstance(each, Integer | model.Float)]
    if None in ends:
        return type
    known = [each for each in ends if each is not None]
    return joined(_ordered(each, operator, min(known) if upwards else max(known)) for each in members(type))


def _ordered(type: Type, operator: str, end: int | float) -> Type:
    if isinstance(type, model.Numeric) and type == model.Numeric():
        return joined((_ordered(model.INTEGER, operator, end), _ordered(model.Float(), operator, end)))
    upwards = operator in (">", ">=")
    if isinstance(type, Integer) and abs(end) < 2**62:
        whole = int(end // 1) if upwards else -int(-end // 1)
        if operator == ">" or (operator == ">=" and whole < end):
            whole += 1
        elif operator == "<" or (operator == "<=" and whole > end):
            whole -= 1
        return intersection(type, Integer(whole, None) if upwards else Integer(None, whole))
    if isinstance(type, model.Float):
        low, high = (float(end), None) if upwards else (None, float(end))
        if type.low is not None and low is not None:
            low = max(low, type.low)
        if type.high is not None and high is not None:
            high = min(high, type.high)
        low, high = (type.low if low is None else low), (type.high if high is None else high)
        return joined(()) if low is not None and high is not None and low > high else model.Float(low, high)
    return type


def sized(type: Type, size: Integer) -> Type:
    """What remains of a type if the size of its value, an Array, a Hash or a String, is in a range; values of other types remain."""
    return joined(_sized(each, size) for each in members(type))


def _sized(type: Type, size: Integer) -> Type:
    match type:
        case model.Array() | model.Tuple():
            return intersection(type, model.Array(model.ANY, size))
        case model.Hash() | model.Struct():
            return intersection(type, model.Hash(model.ANY, model.ANY, size))
        case model.String() | model.Enum() | model.Pattern():
            return intersection(type, model.String("") if size.high == 0 else model.String(None, size))
    return type


def matched(type: Type, option: Type, *, holds: bool) -> Type:
    """What remains of a type if its value matches an option that is a value of another type, or does not: the options of `case`."""
    if isinstance(option, model.TypeType):
        if option.type is None:
            return type
        return intersection(type, option.type) if holds else difference(type, option.type)
    if isinstance(option, model.Regexp):
        return matching(type, option) if holds else without_match(type, option)
    if isinstance(option, model.Default):
        return type
    if any(not kinds(each) <= PLAIN for each in members(option)):
        return type
    return equal(type, option, holds=holds)


PLAIN = frozenset(("undef", "boolean", "integer", "float", "string"))
"""The kinds of options that are compared by `==`."""


def matching(type: Type, regexp: model.Regexp) -> Type:
    """What remains of a type if its value is a String that a regular expression matches."""
    return intersection(type, model.STRING) if regexp.pattern is None else _of_pattern(type, model.Pattern((regexp,)))


def without_match(type: Type, regexp: model.Regexp) -> Type:
    """What remains of a type if its value is no String that a regular expression matches."""
    if regexp.pattern is None:
        return type
    return joined(difference(each, model.Pattern((regexp,))) for each in members(type))


def _of_pattern(type: Type, pattern: model.Pattern) -> Type:
    found = []
    for each in members(type):
        if each in (model.STRING, model.ANY) or not isinstance(each, STRINGS):
            found.append(intersection(intersection(each, model.STRING), pattern))
        else:
            # The lengths of a String say more than a pattern that it matches.
            found.append(intersection(each, pattern) if isinstance(each, model.Enum) else each)
    return joined(found)
