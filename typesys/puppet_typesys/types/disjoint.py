"""`disjoint`: whether two types have no value in common, which is required before an unknown value is reported as an error."""

from __future__ import annotations

from collections.abc import Callable as Function

from puppet_grammar.table import Table
from puppet_typesys.types import model
from puppet_typesys.types.elements import element_at
from puppet_typesys.types.model import Type
from puppet_typesys.types.ranges import are_apart
from puppet_typesys.types.relate import is_assignable, is_instance
from puppet_typesys.types.texts import ascii_lower
from puppet_typesys.types.walk import UNIONS
from puppet_typesys.values.errors import ArgumentError

EVERY = frozenset(
    """undef default boolean integer float string regexp semver semverrange timespan timestamp binary uri array hash sensitive type
    iterator callable object runtime""".split()
)
KINDS: Table[type, frozenset[str]] = Table("the kinds of values that types have")
"""The kinds of the values of types by class, which the `rows` enter. Those of a type around others are the kinds of these."""
_KINDS = KINDS.entries


def kinds(type: Type) -> frozenset[str]:
    """The kinds of values, such as "string" or "undef", that a type includes."""
    if type.__class__ not in UNIONS:
        return _KINDS[type.__class__]
    match type:
        case model.TypeAlias():
            return EVERY if type.self_recursion or type.resolved is None else kinds(type.target)
        case model.Variant():
            return frozenset[str]().union(*map(kinds, type.types))
        case model.Optional():
            return EVERY if type.type is None else kinds(type.type) | {"undef"}
        case model.NotUndef():
            return (EVERY if type.type is None else kinds(type.type)) - {"undef"}
    return _KINDS[type.__class__]


def disjoint(one: Type, other: Type) -> bool:
    """Whether two types have no value in common; False also if that is unknown."""
    if one is other or isinstance(one, model.Any) or isinstance(other, model.Any):
        return not kinds(one) or not kinds(other)
    try:
        if is_assignable(one, other) or is_assignable(other, one):
            return not kinds(one) or not kinds(other)
    except ArgumentError:  # An Init of a type without a constructor; the reference raises this error only for some values.
        return False
    return _disjoint(one, other)


def _disjoint(one: Type, other: Type) -> bool:
    for first, second in ((one, other), (other, one)):
        match first:
            case model.TypeAlias():
                return False if first.self_recursion or first.resolved is None else disjoint(first.target, second)
            case model.Variant():
                return all(disjoint(each, second) for each in first.types)
            case model.Optional():
                return first.type is not None and disjoint(first.type, second) and "undef" not in kinds(second)
            case model.NotUndef():
                return kinds(second) <= {"undef"} or (first.type is not None and disjoint(first.type, second))
            case model.Init():
                return False
    if kinds(one).isdisjoint(kinds(other)):
        return True
    for first, second in ((one, other), (other, one)):
        rule = RULES.get((_family(first), _family(second)))
        if rule is not None:
            return rule(first, second)
    return False


def _family(type: Type) -> str:
    match type:
        case model.String() | model.Enum() | model.Pattern():
            return "string"
        case model.Integer() | model.Float() | model.Timespan() | model.Timestamp():
            return "range"
        case model.Array() | model.Tuple():
            return "array"
        case model.Hash() | model.Struct():
            return "hash"
        case model.Boolean():
            return "boolean"
        case model.Sensitive():
            return "sensitive"
    return ""


RULES: Table[tuple[str, str], Function[[Type, Type], bool]] = Table("the values in common of types")
RANGES = (model.Integer, model.Float, model.Timespan, model.Timestamp)


@RULES.enter(("range", "range"))
def _ranges(one: Type, other: Type) -> bool:
    assert isinstance(one, RANGES) and isinstance(other, RANGES)
    return one.__class__ is not other.__class__ or are_apart(one, other)


@RULES.enter(("string", "string"))
def _strings(one: Type, other: Type) -> bool:
    for first, second in ((one, other), (other, one)):
        known = _known_strings(first)
        if known is not None:
            caseless = isinstance(first, model.Enum) and first.case_insensitive
            if caseless and not isinstance(second, model.Enum):
                return False
            return not any(_matches(second, each, caseless=caseless) for each in known)
    sizes = [each.size for each in (one, other) if isinstance(each, model.String)]
    return len(sizes) == 2 and sizes[0] is not None and sizes[1] is not None and _ranges(sizes[0], sizes[1])


def _known_strings(type: Type) -> tuple[str, ...] | None:
    if isinstance(type, model.Enum):
        return type.values or None
    return (type.value,) if isinstance(type, model.String) and type.value is not None else None


def _matches(type: Type, text: str, *, caseless: bool) -> bool:
    if caseless and isinstance(type, model.Enum):
        return ascii_lower(text) in map(ascii_lower, type.values)
    return is_instance(type, text)


def _size(type: Type) -> tuple[int, int | None]:
    match type:
        case model.Array() | model.Hash():
            return (0, None) if type.size is None else (type.size.low or 0, type.size.high)
        case model.Tuple():
            return (len(type.types), len(type.types)) if type.size is None else (type.size.low or 0, type.size.high)
    return 0, None


def _sizes_differ(one: Type, other: Type) -> bool:
    (low, high), (other_low, other_high) = _size(one), _size(other)
    return (high is not None and high < other_low) or (other_high is not None and other_high < low)


@RULES.enter(("array", "array"))
def _arrays(one: Type, other: Type) -> bool:
    if _sizes_differ(one, other):
        return True
    # Only elements that exist in both Arrays can prove them disjoint.
    needed = max(_size(one)[0], _size(other)[0])
    return any(disjoint(element_at(one, index), element_at(other, index)) for index in range(min(needed, 32)))


@RULES.enter(("hash", "hash"))
def _hashes(one: Type, other: Type) -> bool:
    if isinstance(one, model.Struct) and isinstance(other, model.Struct):
        return _structs(one, other)
    if _sizes_differ(one, other):
        return True
    for first, second in ((one, other), (other, one)):
        if isinstance(first, model.Struct) and isinstance(second, model.Hash):
            needed = [each for each in first.elements if not each.is_optional]
            size = len(needed)
            if second.size is not None and second.size.high is not None and size > second.size.high:
                return True
            return any(not is_instance(second.key, each.name) or disjoint(each.value, second.value) for each in needed)
    if isinstance(one, model.Hash) and isinstance(other, model.Hash) and max(_size(one)[0], _size(other)[0]) > 0:
        return disjoint(one.key, other.key) or disjoint(one.value, other.value)
    return False


def _structs(one: model.Struct, other: model.Struct) -> bool:
    for first, second in ((one, other), (other, one)):
        known = {each.name: each for each in second.elements}
        for each in first.elements:
            if each.is_optional:
                continue
            if each.name not in known:
                if second.is_open:
                    continue
                return True
            if disjoint(each.value, known[each.name].value):
                return True
    return False


@RULES.enter(("boolean", "boolean"))
def _booleans(one: model.Boolean, other: model.Boolean) -> bool:
    return None not in (one.value, other.value) and one.value is not other.value


@RULES.enter(("sensitive", "sensitive"))
def _sensitive(one: model.Sensitive, other: model.Sensitive) -> bool:
    return one.type is not None and other.type is not None and disjoint(one.type, other.type)
