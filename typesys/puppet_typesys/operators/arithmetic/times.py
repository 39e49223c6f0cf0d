"""Arithmetic of Timespans and Timestamps."""

from __future__ import annotations

from collections.abc import Callable
from math import floor

from puppet_typesys.issues.evaluation.operators import div_by_zero
from puppet_typesys.issues.wording import capitalized, with_article
from puppet_typesys.operators.arithmetic.numbers import Number, Operand, float_quotient
from puppet_typesys.operators.refusal import not_applicable, not_applicable_when, value_label
from puppet_typesys.types import model
from puppet_typesys.types.model import Type
from puppet_typesys.types.narrow import joined
from puppet_typesys.types.refusal import RIGHT, Refusal
from puppet_typesys.types.spread import spread
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.semver import SemVer
from puppet_typesys.values.timespan import Timespan
from puppet_typesys.values.timestamp import Timestamp

SECOND = 1_000_000_000
MAX_NANOSECONDS = 10**40
"""The limit of products and sums of times, far beyond any that can be shown."""


def swapped(operator: str, left: Number | SemVer, right: Timespan | Timestamp) -> tuple[Operand, Operand]:
    if operator == "+" or (operator == "*" and isinstance(right, Timespan)):
        return right, left
    if operator == "-" and isinstance(right, Timespan):
        if isinstance(left, SemVer):
            raise not_applicable(operator, left)
        return Timespan(_bounded(left * SECOND)), right
    raise not_applicable_when(operator, left, right)


def calculate_time(operator: str, left: Timespan | Timestamp, right: Operand) -> object:
    rule = (SPANS if isinstance(left, Timespan) else STAMPS).get(operator)
    if rule is None:
        raise not_applicable(operator, left)
    return rule(left.nanoseconds, right)


def _refused(words: str) -> ArgumentError:
    return ArgumentError(words)


def _label(value: object) -> str:
    return "a Version" if isinstance(value, SemVer) else with_article(value_label(value))


def _add_to_span(nanoseconds: int, right: Operand) -> object:
    if isinstance(right, Timestamp):
        return Timestamp(nanoseconds + right.nanoseconds)
    if isinstance(right, SemVer):
        raise _refused(f"{capitalized(_label(right))} cannot be added to a Timespan")
    return Timespan(nanoseconds + _nanoseconds(right))


def _nanoseconds(value: Number | Timespan) -> int:
    return value.nanoseconds if isinstance(value, Timespan) else _bounded(value * SECOND)


def _bounded(nanoseconds: float) -> int:
    """A number of nanoseconds, which must not grow without a limit. The reference raises an error of its runtime for infinite ones."""
    if abs(nanoseconds) > MAX_NANOSECONDS:
        raise ArgumentError("a time is out of range")
    return int(nanoseconds)


def _subtract_from_span(nanoseconds: int, right: Operand) -> object:
    if isinstance(right, Timestamp | SemVer):
        raise _refused(f"{capitalized(_label(right))} cannot be subtracted from a Timespan")
    return Timespan(nanoseconds - _nanoseconds(right))


def _multiply_span(nanoseconds: int, right: Operand) -> object:
    if isinstance(right, Timespan | Timestamp | SemVer):
        raise _refused(f"A Timestamp cannot be multiplied by {_label(right)}")
    return Timespan(_bounded(nanoseconds * right))


def _divide_span(nanoseconds: int, right: Operand) -> object:
    if isinstance(right, Timestamp | SemVer):
        raise _refused(f"A Timespan cannot be divided by {_label(right)}")
    divisor = right.nanoseconds if isinstance(right, Timespan) else right
    if isinstance(right, Timespan):
        return float_quotient(float(nanoseconds), float(divisor)) if divisor == 0 else nanoseconds / divisor
    if divisor == 0:
        raise Refusal(div_by_zero(), RIGHT)
    return Timespan(nanoseconds // divisor if isinstance(divisor, int) else floor(nanoseconds / divisor))


def _span_modulo(nanoseconds: int, right: Operand) -> object:
    if not isinstance(right, int):
        raise _refused(f"Can not do modulus on a Timespan using a {_label(right)}")
    if right == 0:
        raise Refusal(div_by_zero(), RIGHT)
    return nanoseconds // SECOND % right


def _add_to_stamp(nanoseconds: int, right: Operand) -> object:
    if isinstance(right, Timestamp | SemVer):
        raise _refused(f"{capitalized(_label(right))} cannot be added to a Timestamp")
    return Timestamp(nanoseconds + _nanoseconds(right))


def _subtract_from_stamp(nanoseconds: int, right: Operand) -> object:
    if isinstance(right, Timestamp):
        return Timespan(nanoseconds - right.nanoseconds)
    if isinstance(right, SemVer):
        raise _refused(f"{capitalized(_label(right))} cannot be subtracted from a Timestamp")
    return Timestamp(nanoseconds - _nanoseconds(right))


SPANS: dict[str, Callable[[int, Operand], object]] = {
    "+": _add_to_span,
    "-": _subtract_from_span,
    "*": _multiply_span,
    "/": _divide_span,
    "%": _span_modulo,
}
STAMPS: dict[str, Callable[[int, Operand], object]] = {"+": _add_to_stamp, "-": _subtract_from_stamp}


# ---- over types

SPAN, STAMP = model.Timespan(), model.Timestamp()
RESULTS: dict[tuple[str, str, str], Type] = {
    **{("timespan", operator, kind): SPAN for operator in ("+", "-") for kind in ("integer", "float", "timespan")},
    ("timespan", "+", "timestamp"): STAMP,
    **{("timespan", operator, kind): SPAN for operator in ("*", "/") for kind in ("integer", "float")},
    ("timespan", "/", "timespan"): model.Float(),
    ("timespan", "%", "integer"): model.INTEGER,
    **{("timestamp", operator, kind): STAMP for operator in ("+", "-") for kind in ("integer", "float", "timespan")},
    ("timestamp", "-", "timestamp"): SPAN,
    **{(kind, "+", "timestamp"): STAMP for kind in ("integer", "float")},
    **{(kind, operator, "timespan"): SPAN for kind in ("integer", "float") for operator in ("+", "-", "*")},
}
"""The types of results by the kind of the left operand, the operator, and the kind of the right operand."""


def times_type(operator: str, left: str, right: Type) -> Type:
    """The type of results for a left operand of a kind, if one of the operands is a time; NEVER if there are none."""
    return joined(found for kind, _ in spread(right) if (found := RESULTS.get((left, operator, kind))) is not None)
