"""Arithmetic of numbers, and of ranges of integers: `Integer[1, 10] + 5` is `Integer[6, 15]`."""

from __future__ import annotations

from collections.abc import Callable
from math import copysign, inf

from puppet_typesys.convert.text import message_text, text
from puppet_typesys.issues.evaluation.general import numeric_overflow
from puppet_typesys.issues.evaluation.operators import div_by_zero, not_numeric, numeric_coercion, result_is_infinity
from puppet_typesys.operators.refusal import not_applicable
from puppet_typesys.types import model
from puppet_typesys.types.model import Integer, Type
from puppet_typesys.types.narrow import NEVER, joined
from puppet_typesys.types.refusal import LEFT, RIGHT, Refusal
from puppet_typesys.types.spread import spread
from puppet_typesys.values.numeric_text import to_number
from puppet_typesys.values.semver import SemVer
from puppet_typesys.values.timespan import Timespan
from puppet_typesys.values.timestamp import Timestamp

LOWEST, HIGHEST = -(2**63), 2**63 - 1
Number = int | float
Operand = Number | Timespan | Timestamp | SemVer
"""Values that count as numeric. A SemVer does, although no operator supports it."""


def number(value: object, blame: str | int) -> Operand:
    """A value as a numeric operand; raises Refusal for other values, including strings that look like numbers."""
    if value.__class__ is int or value.__class__ is float or isinstance(value, Timespan | Timestamp | SemVer):
        return value
    converted = to_number(value) if isinstance(value, str) else None
    if converted is None:
        raise Refusal(not_numeric(message_text(value)), blame)
    raise Refusal(numeric_coercion(str(value), text(converted)), blame)


def as_number(value: object) -> Operand | None:
    """The number that a text stands for; None for other values."""
    return to_number(value) if isinstance(value, str) else None


def calculate_numbers(operator: str, left: Number, right: Number) -> object:
    whole = isinstance(left, int) and isinstance(right, int)
    if operator in ("<<", ">>"):
        if not isinstance(left, int):
            raise not_applicable(operator, left)
        return _shifted(left, int(right) if operator == "<<" else -int(right))
    if operator in ("/", "%"):
        if right == 0 and whole:
            raise Refusal(div_by_zero(), RIGHT)
        if operator == "%":
            return left % right
        return left // right if whole else float_quotient(float(left), float(right))
    try:
        return SIMPLE[operator](left, right)
    except OverflowError:
        return float("inf")


def float_quotient(left: float, right: float) -> float:
    if right != 0:
        return left / right
    if left == 0 or left != left:
        return float("nan")
    return copysign(float("inf"), left) * copysign(1.0, right)


def _shifted(left: int, by: int) -> int:
    if by < 0:
        return left >> min(-by, 64)
    # A shift by more than 64 bits is out of range in any case; the exact value only matters for the message.
    return left << min(by, 4096)


SIMPLE: dict[str, Callable[[Number, Number], Number]] = {
    "+": lambda left, right: left + right,
    "-": lambda left, right: left - right,
    "*": lambda left, right: left * right,
}


def checked(operator: str, result: object) -> object:
    if result.__class__ is int and not LOWEST <= result <= HIGHEST:
        raise overflow(f"'{operator}' expression", int(str(result)))
    if isinstance(result, float) and result in (float("inf"), float("-inf")):
        raise Refusal(result_is_infinity(operator), LEFT)
    return result


def overflow(label: str, value: int) -> Refusal:
    """The refusal of an integer that does not fit in 64 bits."""
    end = "max" if value > 0 else "min"
    shown = f"{'+' if value >= 0 else '-'}{abs(value):#x}" if value >= 0 else f"-{abs(value):#x}"
    return Refusal(numeric_overflow(label, shown, end))


# ---- over types


def numbers_type(operator: str, left: Type, right: Type) -> Type:
    """The type of results for an Integer or Float type and the numbers of another type; NEVER if there are none."""
    return joined(_numbers_type(operator, left, kind, each) for kind, each in spread(right) if kind in ("integer", "float"))


def _numbers_type(operator: str, left: Type, kind: str, right: Type) -> Type:
    if not isinstance(left, Integer):
        return NEVER if operator in ("<<", ">>", "%") else model.Float()
    if operator in ("<<", ">>"):
        return _range(operator, left, right) if isinstance(right, Integer) else model.INTEGER
    if isinstance(right, Integer):
        return _range(operator, left, right)
    return NEVER if operator == "%" else model.Float()


def minus_type(type: Type) -> Type:
    """The type of `-value` for the numbers of a type; NEVER if there are none."""
    found: list[Type] = []
    for kind, each in spread(type):
        if isinstance(each, Integer):
            low, high = _ends(each)
            found.append(_integer(-high, -low))
        elif kind in ("float", "timespan"):
            found.append(model.Float() if kind == "float" else model.Timespan())
    return joined(found)


def _ends(range: Integer) -> tuple[Number, Number]:
    return -inf if range.low is None else range.low, inf if range.high is None else range.high


def _integer(low: Number, high: Number) -> Type:
    """The integers of a range that fit in 64 bits; the others are errors."""
    if low > high or low > HIGHEST or high < LOWEST:
        return model.INTEGER
    return Integer(None if low < LOWEST else int(low), None if high > HIGHEST else int(high))


def _range(operator: str, left: Integer, right: Integer) -> Type:
    """The range of results, which are between those for the ends of both ranges."""
    if operator == "%":
        return _remainders(left, right)
    others = _divisors(right) if operator == "/" else [*_ends(right)]
    if operator == "-":
        others.reverse()
    if operator in ("+", "-"):
        ends = [*zip(_ends(left), others, strict=True)]
    else:
        ends = [(one, other) for one in _ends(left) for other in others]
    results = [RANGES[operator](one, other) for one, other in ends]
    return _integer(min(results), max(results)) if results else NEVER


def _divisors(range: Integer) -> list[Number]:
    """The ends of the parts of a range below and above zero."""
    low, high = _ends(range)
    return [*((low, min(high, -1)) if low < 0 else ()), *((max(low, 1), high) if high > 0 else ())]


def _remainders(left: Integer, right: Integer) -> Type:
    """The remainder has the sign of the divisor, and is smaller."""
    divisors = _divisors(right)
    if not divisors:
        return NEVER
    low, high = _ends(left)
    if low >= 0 and min(divisors) > high:
        return left
    if left.low is not None and left.low == left.high and right.low is not None and right.low == right.high:
        return Integer(left.low % right.low, left.low % right.low)
    above = max(*divisors, 1) - 1
    if low >= 0:
        above = min(above, high) if min(divisors) > 0 else above
    return _integer(min(*divisors, -1) + 1, above)


def _product(one: Number, other: Number) -> Number:
    return 0 if 0 in (one, other) else one * other


def _quotient(one: Number, other: Number) -> Number:
    if abs(other) == inf:
        return 0 if (one >= 0) == (other > 0) or one == 0 else -1
    return (inf if (one > 0) == (other > 0) else -inf) if abs(one) == inf else one // other


def _shift(one: Number, by: Number) -> Number:
    if one == 0 or abs(one) == inf:
        return one
    if by >= 0:
        return int(one) << int(min(by, 64))
    return int(one) >> int(min(-by, 64))


RANGES: dict[str, Callable[[Number, Number], Number]] = {
    "+": lambda one, other: one + other,
    "-": lambda one, other: one - other,
    "*": _product,
    "/": _quotient,
    "<<": _shift,
    ">>": lambda one, by: _shift(one, -by),
}
"""The results for the ends of ranges, which may be infinite."""
