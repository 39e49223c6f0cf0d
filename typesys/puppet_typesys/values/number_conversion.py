"""Conversion of values to the numbers that `%` directives need."""

from __future__ import annotations

from math import isfinite
from typing import NoReturn

from puppet_typesys.values.default import Default
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.numbers import float_of, float_text, integer_of
from puppet_typesys.values.timespan import SECOND, Timespan
from puppet_typesys.values.timestamp import Timestamp


def to_integer(value: object) -> int:
    """Convert a value to an integer as the runtime does."""
    match value:
        case bool() | None:
            _refuse_conversion(value, "Integer")
        case int():
            return value
        case float():
            if not isfinite(value):
                raise ArgumentError(float_text(value))
            return int(value)
        case str():
            return integer_of(value)
        case Timespan() | Timestamp():
            return value.nanoseconds // SECOND
    _refuse_conversion(value, "Integer")


def to_float(value: object) -> float:
    """Convert a value to a Float as the runtime does."""
    match value:
        case bool() | None:
            _refuse_conversion(value, "Float")
        case int() | float():
            return float(value)
        case str():
            return float_of(value)
        case Timespan() | Timestamp():
            return value.nanoseconds / SECOND
    _refuse_conversion(value, "Float")


def _refuse_conversion(value: object, target: str) -> NoReturn:
    raise ArgumentError(f"can't convert {_kind(value)} into {target}")


def _kind(value: object) -> str:
    """What the runtime calls a value in its messages."""
    match value:
        case None:
            return "nil"
        case bool():
            return "true" if value else "false"
        case tuple():
            return "Array"
        case Default():
            return "Symbol"
    name: str = getattr(value, "RUBY_NAME", value.__class__.__name__)
    return name


def character(value: object) -> str:
    """The text of `%c`: the first character of a string, or the character with a code point."""
    match value:
        case str():
            return value[:1]
        case None:
            raise ArgumentError("no implicit conversion from nil to integer")
        case int() | float() if not isinstance(value, bool):
            return _at_code_point(value)
        case Timespan() | Timestamp():
            return _at_code_point(value.nanoseconds // SECOND)
    raise ArgumentError(f"no implicit conversion of {_kind(value)} into Integer")


def only_character(value: object) -> str:
    """The text of `%c` in Ruby 3.1, which takes no text that is shorter or longer."""
    if isinstance(value, str) and len(value) != 1:
        raise ArgumentError("%c requires a character")
    return character(value)


def _at_code_point(number: float) -> str:
    if isinstance(number, float) and not abs(number) < 2**63:
        raise ArgumentError(f"float {number:g} out of range of integer")
    code = int(number)
    if not -(2**31) <= code < 2**31:
        raise ArgumentError(f"integer {code} too {'small' if code < 0 else 'big'} to convert to `int'")
    if code < 0:
        raise ArgumentError("invalid character")
    if code > 0x10FFFF or 0xD800 <= code < 0xE000:
        raise ArgumentError(f"invalid codepoint 0x{code:X} in UTF-8")
    return chr(code)
