"""Comparison operators (`== != < <= > >= in`), and the matching of options in `case` and selectors."""

from __future__ import annotations

from puppet_typesys.issues.evaluation.operators import comparison_not_possible
from puppet_typesys.operators.refusal import Refusal, value_label
from puppet_typesys.types import model
from puppet_typesys.types.disjoint import disjoint
from puppet_typesys.types.equality import may_equal
from puppet_typesys.types.infer import infer_set
from puppet_typesys.types.init import accepted_arguments
from puppet_typesys.types.model import Type
from puppet_typesys.types.relate import is_assignable, is_instance
from puppet_typesys.types.superset import is_superset
from puppet_typesys.types.texts import ascii_lower
from puppet_typesys.values.binary import Binary
from puppet_typesys.values.default import DEFAULT
from puppet_typesys.values.errors import ArgumentError, InternalError
from puppet_typesys.values.hash import Hash, identity
from puppet_typesys.values.meter import spend_on
from puppet_typesys.values.regexp import Match, Regexp
from puppet_typesys.values.semver import SemVer
from puppet_typesys.values.semver_range import SemVerRange
from puppet_typesys.values.timespan import Timespan
from puppet_typesys.values.timestamp import Timestamp
from puppet_typesys.values.unknown import Unknown, UnknownValue, contains_unknown
from puppet_typesys.values.uri import URI


def is_number(value: object) -> bool:
    """Whether a value is an Integer or Float."""
    return value.__class__ is int or value.__class__ is float


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
                return _compare_time(right, left) == 0
            return is_number(right) and left == right
        case tuple():
            spend_on(left)
            return isinstance(right, tuple) and len(left) == len(right) and all(map(equals, left, right))
        case Hash():
            if not isinstance(right, Hash):
                return False
            _know_keys(left, right)
            if len(left) != len(right):
                return False
            spend_on(left)
            return all(equals(right.get(key), value) for key, value in left.items())
        case Timespan() | Timestamp():
            return compare(left, right) == 0 if is_number(right) else left.__class__ is right.__class__ and left == right
        case URI():
            return isinstance(right, URI) and left.matches(right)
    return eql(left, right)


def _know_keys(*hashes: Hash) -> None:
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


def evaluate_comparison(operator: str, left: object, right: object) -> bool | str | None:
    """Apply a comparison operator."""
    if isinstance(left, Type):
        try:
            return _compare_types(operator, left, right)
        except ArgumentError as error:
            raise _impossible(operator, left, right, error) from None
    if operator == "==":
        return equals(left, right)
    if operator == "!=":
        return not equals(left, right)
    try:
        order = compare(left, right)
    except ArgumentError as error:
        raise _impossible(operator, left, right, error) from None
    return {"<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0}[operator]


def _impossible(operator: str, left: object, right: object, error: ArgumentError) -> Refusal:
    return Refusal(comparison_not_possible(value_label(left), operator, value_label(right), str(error)))


def _compare_types(operator: str, left: Type, right: object) -> bool | str | None:
    if operator == "==":
        return _same_type(left, right)
    if operator == "!=":
        return not types_equal(left, right)
    if not isinstance(right, Type):
        return False
    expected, actual = (right, left) if operator in ("<", "<=") else (left, right)
    accepted = _accepts(expected, actual)
    return accepted and not types_equal(left, right) if operator in ("<", ">") else accepted


def _same_type(left: Type, right: object) -> bool | str | None:
    if left == right or not isinstance(right, Type):
        return left == right
    return _accepts(right, left) and _accepts(left, right)


def _accepts(expected: Type, actual: Type) -> bool | str | None:
    """Whether a type accepts another.

    In the reference the result is neither true nor false where an Init does not accept a list of arguments, and it is a string in place of
    true where a String with a value, as in `Optional['x']`, accepts an Enum of one value.
    """
    if is_assignable(expected, actual):
        return _only_text(expected, actual) or True
    while isinstance(expected, model.TypeAlias | model.Optional | model.TypeType):
        inner = expected.target if isinstance(expected, model.TypeAlias) else expected.type
        if isinstance(expected, model.TypeType):
            if not isinstance(actual, model.TypeType):
                return False
            actual = actual.type or model.ANY
        if inner is None:
            return False
        expected = inner
    if not isinstance(expected, model.Init) or expected.type is None or isinstance(actual, model.Init):
        return False
    return False if accepted_arguments(expected).lists else None


def _only_text(expected: Type, actual: Type) -> str | None:
    around = model.Optional | model.NotUndef | model.TypeType
    if isinstance(expected, model.Array) and isinstance(actual, model.Array):
        return _only_text(expected.element, actual.element)
    if isinstance(expected, around):
        inner = actual.type if isinstance(actual, around) else actual
        return None if expected.type is None or inner is None else _only_text(expected.type, inner)
    if isinstance(expected, model.String) and expected.value is not None and isinstance(actual, model.Enum):
        return actual.values[0]
    return None


def compare(left: object, right: object) -> int:
    """A number below, equal to or above 0 if `left` is less than, equal to or greater than `right`.

    Raises ArgumentError if they have no order.
    """
    match left:
        case str():
            if not isinstance(right, str):
                raise ArgumentError("A String is not comparable to a non String")
            return compare_text(ascii_lower(left), ascii_lower(right))
        case int() | float() if not isinstance(left, bool):
            if is_number(right):
                return _order(left, right)
            if isinstance(right, Timespan | Timestamp):
                # In one order of the operands an Integer is compared with fractions of seconds, in the other without them.
                return _order(left * 1_000_000_000, right.nanoseconds) if isinstance(left, int) else -_compare_time(right, left)
            if isinstance(right, SemVer):
                raise InternalError("a SemVer is not made into a Float")
            raise ArgumentError("A Numeric is not comparable to non Numeric")
        case Timespan() if isinstance(right, Timespan) or is_number(right):
            return _compare_time(left, right)
        case Timespan():
            raise ArgumentError("Timespans are only comparable to Timespans, Integers, and Floats")
        case Timestamp() if isinstance(right, Timestamp) or is_number(right):
            return _compare_time(left, right)
        case Timestamp():
            raise ArgumentError("Timestamps are only comparable to Timestamps, Integers, and Floats")
        case SemVer() if isinstance(right, SemVer):
            return _order(left, right)
        case SemVer():
            raise ArgumentError("Versions not comparable to non Versions")
    if left is DEFAULT:
        if right is DEFAULT:
            return 0
        raise ArgumentError("Symbol not comparable to non Symbol")
    raise ArgumentError("Only Strings, Numbers, Timespans, Timestamps, and Versions are comparable")


def _order(left: object, right: object) -> int:
    return (left > right) - (left < right)  # type: ignore[operator, no-any-return]  # the caller knows that they have an order


def compare_text(left: str, right: str) -> int:
    """Compare two strings by their bytes."""
    return _order(left.encode("utf-8", "surrogatepass"), right.encode("utf-8", "surrogatepass"))


def _compare_time(left: Timespan | Timestamp, right: object) -> int:
    if isinstance(right, Timespan | Timestamp):
        return _order(left.nanoseconds, right.nanoseconds)
    if isinstance(right, float):
        return _order(left.nanoseconds / 1_000_000_000, right)
    return _order(left.nanoseconds // 1_000_000_000, right)


# ---- matching


class Matching:
    """The result of a match: `found` is the match of a regular expression, None if it did not match."""

    __slots__ = ("asked", "found")

    def __init__(self) -> None:
        self.asked = False
        self.found: Match | None = None

    def note(self, match: Match | None) -> bool:
        """Store a match for the match variables; return whether there is one."""
        self.asked = True
        if match is not None:
            self.found = match
        return match is not None


def matches(value: object, option: object, matching: Matching) -> bool:
    """Whether a value matches an option of `case`: by type, regular expression, range or equality, including inside collections."""
    if isinstance(value, Unknown):
        return option is DEFAULT or _unknown_matches(value, option)
    match option:
        case Regexp():
            return isinstance(value, str) and matching.note(option.match(value))
        case Type():
            if contains_unknown(value):
                return _unknown_matches(value, option)
            return is_instance(option, value)
        case SemVer():
            return _is_version(value, option)
        case SemVerRange():
            return in_range(option, value)
        case tuple():
            if not isinstance(value, tuple) or len(value) != len(option):
                return False
            return all(matches(each, wanted, matching) for each, wanted in zip(value, option, strict=True))
        case Hash():
            if not isinstance(value, Hash):
                return False
            _know_keys(value, option)
            return all(matches(value.get(key), wanted, matching) for key, wanted in option.items())
    return option is DEFAULT or equals(value, option)


def _unknown_matches(value: object, option: object) -> bool:
    known = infer_set(value)
    if isinstance(option, Type):
        if is_superset(option, known):
            return True
        if disjoint(option, known):
            return False
    # Only Strings are matched with a regular expression.
    if isinstance(option, Regexp) and disjoint(known, model.STRING):
        return False
    if (option is None or isinstance(option, str | bool | int | float)) and not may_equal(known, infer_set(option)):
        return False
    raise UnknownValue


def _is_version(value: object, version: SemVer) -> bool:
    if isinstance(value, str):
        try:
            return SemVer.parse(value) == version
        except ArgumentError:
            return False
    return isinstance(value, SemVer) and value == version


def in_range(range: SemVerRange, value: object) -> bool:
    """Whether a version, which may be a String, is in a range."""
    if isinstance(value, str):
        try:
            value = SemVer.parse(value)
        except ArgumentError:
            return False
    return isinstance(value, SemVer) and range.includes(value)


def includes(container: object, wanted: object, matching: Matching) -> bool:
    """`wanted in container`."""
    match container:
        case str():
            return _in_string(container, wanted, matching)
        case tuple():
            return _in_array(container, wanted, matching)
        case Hash():
            return _in_array(tuple(container.keys()), wanted, matching)
        case Binary():
            return _in_binary(container, wanted)
        case SemVerRange():
            return in_range(container, wanted)
    return False


def _in_string(container: str, wanted: object, matching: Matching) -> bool:
    match wanted:
        case str():
            return wanted.lower() in container.lower()
        case Regexp():
            return matching.note(wanted.match(container))
    return False


def _in_binary(container: Binary, wanted: object) -> bool:
    match wanted:
        case Binary():
            return wanted.data in container.data
        case str():
            return wanted.encode() in container.data
        case int() if not isinstance(wanted, bool):
            return wanted in container.data if 0 <= wanted <= 255 else False
    return False


def _in_array(container: tuple[object, ...], wanted: object, matching: Matching) -> bool:
    spend_on(container)
    if contains_unknown(container) or contains_unknown(wanted):
        raise UnknownValue
    match wanted:
        case Regexp():
            found = next((hit for each in container if isinstance(each, str) and (hit := wanted.match(each)) is not None), None)
            return matching.note(found)
        case str() | SemVer():
            return any(matches(wanted, each, matching) for each in container)
        case Type():
            return any(is_instance(wanted, each) for each in container)
    return any(equals(each, wanted) for each in container)
