"""The order of values (`< <= > >=`), and what the types of two values say of it."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_typesys.issues.evaluation.operators import comparison_not_possible
from puppet_typesys.operators.comparison.words import words
from puppet_typesys.types import model
from puppet_typesys.types.model import Type, generalize
from puppet_typesys.types.refusal import Refusal
from puppet_typesys.types.show import show
from puppet_typesys.types.spread import spread
from puppet_typesys.types.texts import ascii_lower
from puppet_typesys.values.default import DEFAULT
from puppet_typesys.values.errors import ArgumentError, InternalError
from puppet_typesys.values.semver import SemVer
from puppet_typesys.values.timespan import Timespan
from puppet_typesys.values.timestamp import Timestamp


def is_number(value: object) -> bool:
    """Whether a value is an Integer or Float."""
    return value.__class__ is int or value.__class__ is float


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
                return _order(left * 1_000_000_000, right.nanoseconds) if isinstance(left, int) else -compare_time(right, left)
            if isinstance(right, SemVer):
                raise InternalError("a SemVer is not made into a Float")
            raise ArgumentError("A Numeric is not comparable to non Numeric")
        case Timespan() if isinstance(right, Timespan) or is_number(right):
            return compare_time(left, right)
        case Timespan():
            raise ArgumentError("Timespans are only comparable to Timespans, Integers, and Floats")
        case Timestamp() if isinstance(right, Timestamp) or is_number(right):
            return compare_time(left, right)
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


def compare_time(left: Timespan | Timestamp, right: object) -> int:
    if isinstance(right, Timespan | Timestamp):
        return _order(left.nanoseconds, right.nanoseconds)
    if isinstance(right, float):
        return _order(left.nanoseconds / 1_000_000_000, right)
    return _order(left.nanoseconds // 1_000_000_000, right)


# ---- over types

NUMBERS = frozenset(("integer", "float", "timespan", "timestamp"))
GROUPS = (frozenset(("string",)), NUMBERS, frozenset(("semver",)), frozenset(("default",)), frozenset(("runtime", "object")))
"""The kinds of values that have an order with each other."""
MAX_PAIRS = 64
"""The maximum number of pairs of members of types that are compared."""


def order_by_types(operator: str, left: Type, right: Type) -> bool | None:
    """What a comparison gives for all values of two types; None if that differs or is unknown. Raises Refusal if none have an order."""
    first, second = [*spread(left)], [*spread(right)]
    if len(first) * len(second) > MAX_PAIRS:
        kinds = {kind for kind, _ in second}
        if not any(_have_order(kind, other) for kind, _ in first for other in kinds):
            raise _impossible(operator, left, right)
        return None
    known: set[bool | None] = set()
    for kind, one in first:
        for other_kind, other in second:
            if _have_order(kind, other_kind):
                known.add(_decided(operator, one, other))
    if not known and first and second:
        raise _impossible(operator, left, right)
    return known.pop() if len(known) == 1 else None


def _impossible(operator: str, left: Type, right: Type) -> Refusal:
    return Refusal(comparison_not_possible(show(generalize(left)), operator, show(generalize(right))))


def _have_order(one: str, other: str) -> bool:
    return one == "type" or any(one in group and other in group for group in GROUPS)


def _decided(operator: str, left: Type, right: Type) -> bool | None:
    orders = {*_orders(left, right)}
    results = {HOLDS[operator](each) for each in orders}
    return results.pop() if len(results) == 1 else None


HOLDS = {
    "<": lambda order: order < 0,
    "<=": lambda order: order <= 0,
    ">": lambda order: order > 0,
    ">=": lambda order: order >= 0,
}


def _orders(left: Type, right: Type) -> Iterator[int]:
    """The orders, -1, 0 and 1, that values of two types may have."""
    if isinstance(left, RANGES) and isinstance(right, RANGES):
        # An upper bound of None is unbounded, and so is a lower one.
        if left.low is None or right.high is None or left.low < right.high:
            yield -1
        if not _is_below(left.high, right.low) and not _is_below(right.high, left.low):
            yield 0
        if left.high is None or right.low is None or left.high > right.low:
            yield 1
        return
    first, second = words(left), words(right)
    if first is None or second is None:
        yield from (-1, 0, 1)
        return
    for one in first:
        for other in second:
            order = compare_text(one, other)
            yield (order > 0) - (order < 0)


RANGES = (model.Integer, model.Float)


def _is_below(high: float | None, low: float | None) -> bool:
    return high is not None and low is not None and high < low
