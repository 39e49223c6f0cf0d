"""Makers of Integers, Floats, Numerics and Booleans."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isfinite
from typing import TypeVar

from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.convert.new.table import Caller, gives, makes, refuses
from puppet_typesys.convert.text import text
from puppet_typesys.types import model
from puppet_typesys.types.constructors import CONSTRUCTORS
from puppet_typesys.types.describe import assert_instance
from puppet_typesys.types.infer import infer
from puppet_typesys.types.model import Type, generalize
from puppet_typesys.types.relate import is_instance
from puppet_typesys.types.show import show
from puppet_typesys.values.default import DEFAULT
from puppet_typesys.values.errors import ArgumentError, InternalError
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.numbers import float_of, integer_of
from puppet_typesys.values.numeric_text import to_number
from puppet_typesys.values.timespan import Timespan
from puppet_typesys.values.timestamp import Timestamp

SECOND = 1_000_000_000
SPACED_SIGN = lazy_pattern(r"([+-])[ \t]+(.*)\Z")
Number = int | float
N = TypeVar("N")


# ---- Integer


@makes(model.Integer)
def _integer(call: Caller, source: object, radix: object = DEFAULT, absolute: bool = False) -> int:
    number = _as_integer(source, radix)
    return abs(number) if absolute else number


@makes(model.Integer)
def _integer_of_hash(call: Caller, given: Hash) -> int:
    return _integer(call, given.get("from"), given.get("radix", DEFAULT), given.get("abs") is True)


def _as_integer(source: object, radix: object) -> int:
    match source:
        case bool():
            return int(source)
        case int():
            return source
        case float():
            if not isfinite(source):
                raise InternalError("Infinity or NaN is no Integer")
            return int(source)
        case Timespan() | Timestamp():
            return source.nanoseconds // SECOND
    assert isinstance(source, str)
    base = radix if isinstance(radix, int) else 0
    return _without_space(source, lambda text: integer_of(text, base))


def _without_space(source: str, read: Callable[[str], N]) -> N:
    """Read a number from a text; if that fails and white space follows its sign, try without the white space."""
    try:
        return read(source)
    except ArgumentError:
        match = SPACED_SIGN.match(source)
        if match is None:
            raise
        try:
            return read(match[1] + match[2])
        except ArgumentError:
            pass
        raise


@refuses(model.Integer)
def _refused_hash(call: Caller, given: Hash) -> str:
    constructor = CONSTRUCTORS[model.Integer]
    if "from" in given and not is_instance(constructor.alias("Convertible"), given.get("from")):
        return _no_number("Integer", given.get("from"))
    radix = given.get("radix")
    if radix is not None and radix is not DEFAULT:
        _check_radix(radix)
    assert_instance("Integer.new", constructor.alias("NamedArgs"), given)
    raise AssertionError(given)


@refuses(model.Integer)
def _refused_integer(call: Caller, source: object, radix: object = DEFAULT, absolute: object = None) -> str:
    if radix is not DEFAULT:
        _check_radix(radix)
    return _no_number("Integer", source)


def _check_radix(radix: object) -> None:
    if radix not in (2, 8, 10, 16):
        raise ArgumentError(f"Illegal radix: {text(radix)}, expected 2, 8, 10, 16, or default")


def _no_number(kind: str, source: object) -> str:
    if isinstance(source, str):
        return f"The string '{source}' cannot be converted to {kind}"
    return f"Value of type {show(generalize(infer(source)))} cannot be converted to {kind}"


# ---- Float


@makes(model.Float)
def _float(call: Caller, source: object, absolute: bool = False) -> float:
    number = _as_float(source)
    return abs(number) if absolute else number


@makes(model.Float)
def _float_of_hash(call: Caller, given: Hash) -> float:
    return _float(call, given.get("from"), given.get("abs") is True)


def _as_float(source: object) -> float:
    match source:
        case bool() | int() | float():
            return float(source)
        case Timespan() | Timestamp():
            return source.nanoseconds / SECOND
    assert isinstance(source, str)
    return _without_space(source, _float_in)


def _float_in(text: str) -> float:
    if text == "0":
        raise InternalError("undefined method `casecmp' for nil")
    return float(integer_of(text)) if text[:2].lower() == "0b" else float_of(text)


# ---- Numeric


@makes(model.Numeric)
def _numeric(call: Caller, source: object, absolute: bool = False) -> Number | None:
    number = _as_number(source)
    return abs(number) if absolute and number is not None else number


@makes(model.Numeric)
def _numeric_of_hash(call: Caller, given: Hash) -> Number | None:
    return _numeric(call, given.get("from"), given.get("abs") is True)


def _as_number(source: object) -> Number | None:
    match source:
        case bool():
            return int(source)
        case int() | float():
            return source
        case Timespan() | Timestamp():
            return source.nanoseconds / SECOND
    assert isinstance(source, str)
    if source[:2].lower() in ("0b", "0x"):
        return integer_of(source)
    return to_number(source)


@refuses(model.Float)
def _refused_float(call: Caller, source: object, absolute: object = None) -> str:
    return _no_number("Float", source)


@refuses(model.Numeric)
def _refused_numeric(call: Caller, source: object, absolute: object = None) -> str:
    return _no_number("Numeric", source)


# ---- Boolean


@makes(model.Boolean)
def _boolean(call: Caller, source: object) -> bool:
    if isinstance(source, str):
        return source.lower() not in ("false", "no", "n")
    return bool(source)


@refuses(model.Boolean)
def _refused_boolean(call: Caller, source: object) -> str:
    return _no_number("Boolean", source)


# ---- over types

BIT = model.Integer(0, 1)


@gives(model.Integer)
def _integer_type(types: Sequence[Type]) -> Type:
    match types[0]:
        case model.Integer() if len(types) == 1:
            return types[0]
        case model.Boolean():
            return BIT
    return model.INTEGER


@gives(model.Numeric)
def _numeric_type(types: Sequence[Type]) -> Type:
    match types[0]:
        case model.Integer() | model.Float() if len(types) == 1:
            return types[0]
        case model.Boolean():
            return BIT
        case model.Integer():
            return model.INTEGER
        case model.Float() | model.Timespan() | model.Timestamp():
            return model.Float()
    return model.Numeric()
