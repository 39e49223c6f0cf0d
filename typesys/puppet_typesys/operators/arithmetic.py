"""Arithmetic operators (`+ - * / % << >>`), over values (`calculate`) and over types (`result_type`)."""

from __future__ import annotations

from collections.abc import Callable
from math import copysign, floor

from puppet_typesys.convert.text import message_text, text
from puppet_typesys.issues.evaluation.general import numeric_overflow
from puppet_typesys.issues.evaluation.operators import (
    div_by_zero,
    not_numeric,
    numeric_coercion,
    operator_not_applicable,
    operator_not_applicable_when,
    result_is_infinity,
)
from puppet_typesys.issues.wording import capitalized, with_article
from puppet_typesys.operators.comparison import eql
from puppet_typesys.operators.possible import NUMERIC, check_arithmetic, left_kinds
from puppet_typesys.operators.refusal import LEFT, RIGHT, Refusal, value_label
from puppet_typesys.types import model
from puppet_typesys.types.disjoint import kinds
from puppet_typesys.types.infer import infer
from puppet_typesys.types.model import Type
from puppet_typesys.types.relate import is_assignable
from puppet_typesys.values.binary import Binary
from puppet_typesys.values.errors import ArgumentError, InternalError
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.meter import spend
from puppet_typesys.values.numeric_text import to_number
from puppet_typesys.values.semver import SemVer
from puppet_typesys.values.timespan import Timespan
from puppet_typesys.values.timestamp import Timestamp
from puppet_typesys.values.unknown import Unknown, UnknownValue, contains_unknown
from puppet_typesys.values.uri import URI
from puppet_typesys.values.uri_text import parse

LOWEST, HIGHEST = -(2**63), 2**63 - 1
SECOND = 1_000_000_000
Number = int | float
Operand = Number | Timespan | Timestamp | SemVer
"""Values that count as numeric. A SemVer does, although no operator supports it."""


def calculate(operator: str, left: object, right: object) -> object:
    """Apply an arithmetic operator."""
    if isinstance(left, Unknown) or isinstance(right, Unknown):
        check_arithmetic(operator, _type(left), _type(right))
        return Unknown(result_type(operator, _type(left), _type(right)))
    if isinstance(left, tuple | Hash) and operator in ("+", "-", "<<"):
        return _with_collection(operator, left, right)
    if isinstance(left, URI | Binary) and operator == "+":
        return concatenate(left, right)
    left, right = number(left, LEFT), number(right, RIGHT)
    if operator == "%":
        if isinstance(left, float):
            raise not_applicable(operator, left)
        if isinstance(right, float):
            raise _not_applicable_when(operator, left, right)
    if isinstance(right, Timespan | Timestamp) and not isinstance(left, Timespan | Timestamp):
        left, right = _swapped(operator, left, right)
    if isinstance(left, Timespan | Timestamp):
        return _checked(operator, _time(operator, left, right))
    assert not isinstance(right, Timespan | Timestamp)
    if isinstance(left, SemVer) or (isinstance(right, SemVer) and operator in ("<<", ">>")):
        raise not_applicable(operator, left)
    if isinstance(right, SemVer):
        raise InternalError("a SemVer is not made into a Float")
    return _checked(operator, _numbers(operator, left, right))


def _type(value: object) -> Type:
    return value.type if isinstance(value, Unknown) and isinstance(value.type, Type) else infer(value)


def not_applicable(operator: str, left: object) -> Refusal:
    """The refusal of an operator that does not support its left operand."""
    return Refusal(operator_not_applicable(operator, with_article(value_label(left))), LEFT)


def _not_applicable_when(operator: str, left: object, right: object) -> Refusal:
    labels = with_article(value_label(left)), with_article(value_label(right))
    return Refusal(operator_not_applicable_when(operator, *labels), LEFT)


# ---- numbers


def number(value: object, blame: str | int) -> Operand:
    """A value as a numeric operand; raises Refusal for other values, including strings that look like numbers."""
    if value.__class__ is int or value.__class__ is float or isinstance(value, Timespan | Timestamp | SemVer):
        return value
    converted = to_number(value) if isinstance(value, str) else None
    if converted is None:
        raise Refusal(not_numeric(message_text(value)), blame)
    raise Refusal(numeric_coercion(str(value), text(converted)), blame)


def _numbers(operator: str, left: Number, right: Number) -> object:
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
        return left // right if whole else _float_quotient(float(left), float(right))
    try:
        return SIMPLE[operator](left, right)
    except OverflowError:
        return float("inf")


def _float_quotient(left: float, right: float) -> float:
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


def _checked(operator: str, result: object) -> object:
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


# ---- times


MAX_NANOSECONDS = 10**40
"""The limit of products and sums of times, far beyond any that can be shown."""


def _swapped(operator: str, left: Number | SemVer, right: Timespan | Timestamp) -> tuple[Operand, Operand]:
    if operator == "+" or (operator == "*" and isinstance(right, Timespan)):
        return right, left
    if operator == "-" and isinstance(right, Timespan):
        if isinstance(left, SemVer):
            raise not_applicable(operator, left)
        return Timespan(_bounded(left * SECOND)), right
    raise _not_applicable_when(operator, left, right)


def _time(operator: str, left: Timespan | Timestamp, right: Operand) -> object:
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
        return _float_quotient(float(nanoseconds), float(divisor)) if divisor == 0 else nanoseconds / divisor
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


# ---- collections


def _with_collection(operator: str, left: tuple[object, ...] | Hash, right: object) -> object:
    if operator == "+":
        return concatenate(left, right)
    if operator == "-":
        return _without(left, right)
    if not isinstance(left, tuple):
        raise not_applicable(operator, left)
    return (*left, right)


def _as_list(value: object) -> tuple[object, ...]:
    if isinstance(value, tuple):
        return value
    return tuple(value.items()) if isinstance(value, Hash) else (value,)


def concatenate(left: object, right: object) -> object:
    """`+` for collections, URIs and Binaries."""
    match left:
        case tuple():
            return left + _as_list(right)
        case Hash():
            spend(len(left) >> 3)
            return left.merged(as_hash(right))
        case URI():
            if not isinstance(right, str | URI):
                raise ArgumentError("An URI can only be merged with an URI or String")
            return left.merge(right if isinstance(right, URI) else parse(right))
        case Binary():
            if not isinstance(right, Binary):
                raise ArgumentError("Can only append Binary to a Binary")
            return Binary(left.data + right.data)
    raise AssertionError(left)


def as_hash(value: object) -> Hash:
    """A Hash as it is; an Array of pairs, or of alternating keys and values, converted to a Hash."""
    if isinstance(value, Hash):
        return value
    if not isinstance(value, tuple):
        raise ArgumentError("Can only append Array or Hash to a Hash")
    if any(isinstance(each, Unknown) for each in value):
        raise UnknownValue
    element = infer(value)
    if isinstance(element, model.Array) and isinstance(element.element, model.Array):
        for at, each in enumerate(value):
            if not (isinstance(each, tuple) and len(each) == 2):
                size = len(each) if isinstance(each, tuple) else 1
                raise InternalError(f"wrong array length at {at} (expected 2, was {size})")
        return Hash((each[0], each[1]) for each in value if isinstance(each, tuple))
    if len(value) == 1 and isinstance(value[0], Hash):
        return value[0]
    if len(value) % 2:
        raise InternalError("odd number of arguments for Hash")
    return Hash(zip(value[::2], value[1::2], strict=True))


def _without(left: tuple[object, ...] | Hash, right: object) -> object:
    if contains_unknown(left if isinstance(left, tuple) else tuple(left.keys())) or contains_unknown(right):
        raise UnknownValue
    if isinstance(left, tuple):
        gone = _as_list(right)
        spend(len(left) * len(gone) >> 3)
        return tuple(each for each in left if not any(eql(each, other) for other in gone))
    names = right if isinstance(right, tuple) else tuple(right.keys()) if isinstance(right, Hash) else (right,)
    gone_keys = Hash((name, True) for name in names)
    return Hash((key, value) for key, value in left.items() if key not in gone_keys)


# ---- over types


def result_type(operator: str, left: Type, right: Type) -> Type:
    """The result type for operands that are known only by their types."""
    if operator in ("<<", ">>") and is_assignable(model.Numeric(), left):
        return model.INTEGER
    # Operands of other kinds are refused, so they give no result; a String is refused or converted to a number.
    of_left = kinds(left) & (left_kinds(operator) | STRING)
    if of_left == {"array"}:
        return model.ARRAY
    if of_left == {"hash"}:
        return model.HASH
    numbers = of_left | (kinds(right) & (NUMERIC | STRING))
    if numbers == {"integer"}:
        return model.INTEGER
    if numbers and numbers <= {"integer", "float", "string"}:
        floats = is_assignable(model.Float(), left) or is_assignable(model.Float(), right)
        return model.Float() if floats else model.Numeric()
    return model.ANY


STRING = frozenset(("string",))
