"""Operations on ranges: Integer, Float, Timespan and Timestamp types. A bound of None is unbounded."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from puppet_typesys.issues.evaluation.types import reversed_range
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.meter import spend
from puppet_typesys.values.numbers import float_text

T = TypeVar("T")


class Range(Protocol):
    """A type with two inclusive bounds of the same kind."""

    @property
    def low(self) -> object: ...

    @property
    def high(self) -> object: ...


R = TypeVar("R", bound=Range)


def check_range(low: object, high: object) -> None:
    """Raise ArgumentError if a lower bound is above the upper bound."""
    if low is not None and high is not None and low > high:  # type: ignore[operator]  # both bounds are of one kind
        raise ArgumentError(reversed_range(_text(low), _text(high)))


def _text(bound: object) -> str:
    return float_text(bound) if isinstance(bound, float) else str(bound)


def covers(wide: R, narrow: R) -> bool:
    """Whether `wide` contains every value of `narrow`."""
    if wide.low is not None and (narrow.low is None or narrow.low < wide.low):  # type: ignore[operator]  # of one kind
        return False
    return wide.high is None or (narrow.high is not None and narrow.high <= wide.high)  # type: ignore[operator]  # of one kind


def contains(range: Range, value: object) -> bool:
    """Whether a value is in a range of its kind."""
    return (range.low is None or range.low <= value) and (range.high is None or value <= range.high)  # type: ignore[operator]  # of one kind


def is_before(end: object, start: object) -> bool:
    """Whether an upper bound is below a lower bound."""
    return end is not None and start is not None and end < start  # type: ignore[operator]  # of one kind


def are_apart(one: Range, other: Range) -> bool:
    """Whether two ranges have no value in common."""
    return is_before(one.high, other.low) or is_before(other.high, one.low)


def hull(one: R, other: R) -> R:
    """The smallest range that contains two others."""
    low = None if one.low is None or other.low is None else min(one.low, other.low)  # type: ignore[call-overload]  # of one kind
    high = None if one.high is None or other.high is None else max(one.high, other.high)  # type: ignore[call-overload]  # of one kind
    return one.__class__(low, high)  # type: ignore[call-arg]  # ranges are made of their bounds


def merged(ranges: list[T], merge: Callable[[T, T], T | None]) -> list[T]:
    """The ranges with each two that `merge` can combine replaced by the result, in the reference's order: the last first."""
    result: list[T] = []
    while ranges:
        first = ranges.pop()
        spend(len(ranges) >> 2)
        apart: list[T] = []
        for each in ranges:
            both = merge(first, each)
            if both is None:
                apart.append(each)
            else:
                first = both
        result.append(first)
        ranges = apart
    return result
