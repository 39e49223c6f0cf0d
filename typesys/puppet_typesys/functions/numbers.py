"""The functions abs, ceiling, floor and round."""

from __future__ import annotations

import math
import re
from collections.abc import Callable

from puppet_typesys.functions.call import Call
from puppet_typesys.functions.deprecations import deprecated
from puppet_typesys.functions.registry import dispatch
from puppet_typesys.values.errors import ArgumentError, InternalError
from puppet_typesys.values.numbers import float_of

Number = int | float


@dispatch("abs", "Numeric $val")
def _abs(call: Call, number: Number) -> object:
    return abs(number)


@dispatch("abs", "String $val")
def _abs_string(call: Call, text: str) -> object:
    deprecated(call, "The abs() function's auto conversion of String to Numeric is deprecated - change to convert input before calling")
    # The reference looks for a line that is a number, but then parses the start of the text.
    if re.search(r"^-?[0-9]+\.[0-9]+$", text, re.MULTILINE):
        return abs(float(_start(r"\s*[+-]?[0-9]+(\.[0-9]+)?", text)))
    if re.search(r"^-?[0-9]+$", text, re.MULTILINE):
        return abs(int(_start(r"\s*[+-]?[0-9]+", text)))
    raise ArgumentError("abs(): Requires float or integer to work with - was given non decimal string")


def _start(pattern: str, text: str) -> str:
    found = re.match(pattern, text)
    return "0" if found is None else found[0]


def _enter(name: str, rule: Callable[[Number], int]) -> None:
    def whole(number: Number) -> int:
        try:
            return rule(number)
        except (OverflowError, ValueError):
            raise InternalError("FloatDomainError") from None

    def on_number(call: Call, number: Number) -> object:
        return whole(number)

    def on_string(call: Call, text: str) -> object:
        deprecated(
            call, f"The {name}() function's auto conversion of String to Float is deprecated - change to convert input before calling"
        )
        try:
            number = float_of(text)
        except ArgumentError:
            raise ArgumentError(f"{name}(): cannot convert given value to a floating point value.") from None
        return whole(number)

    dispatch(name, "Numeric $val")(on_number)
    dispatch(name, "String $val")(on_string)


_enter("ceiling", math.ceil)
_enter("floor", math.floor)


@dispatch("round", "Numeric $val")
def _round(call: Call, number: Number) -> object:
    try:
        return int(number + 0.5) if number > 0 else int(number - 0.5)
    except (OverflowError, ValueError):
        raise InternalError("FloatDomainError") from None
