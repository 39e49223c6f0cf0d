"""The functions abs, ceiling, floor and round."""

from __future__ import annotations

import math
import re
from collections.abc import Callable

from puppet_typesys.functions.call import Call
from puppet_typesys.functions.deprecations import deprecated
from puppet_typesys.functions.registry import dispatch
from puppet_typesys.functions.typed import TypedCall, TypeRule
from puppet_typesys.types import model
from puppet_typesys.types.model import Float, Integer, Type
from puppet_typesys.types.narrow import joined, members
from puppet_typesys.types.parse import parse_builtin
from puppet_typesys.values.errors import ArgumentError, InternalError
from puppet_typesys.values.numbers import float_of

Number = int | float


def _abs_type(call: TypedCall, type: Type) -> Type:
    return joined(_absolute(each) for each in members(type))


def _absolute(type: Type) -> Type:
    match type:
        case Integer(low=low, high=high):
            ends = [abs(each) for each in (low, high) if each is not None]
            crosses = (low is None or low < 0) and (high is None or high > 0)
            return Integer(0 if crosses or not ends else min(ends), max(ends) if len(ends) == 2 else None)
        case Float():
            return Float(0.0)
    return parse_builtin("Variant[Integer[0], Float[0.0]]")


def _whole_type(rule: Callable[[Number], int]) -> TypeRule:
    """The rule for a function that rounds numbers and keeps their order."""

    def end(limit: float | None) -> int | None:
        return rule(limit) if limit is not None and math.isfinite(limit) else None

    def whole(type: Type) -> Type:
        match type:
            case Integer():
                return type
            case Float(low=low, high=high):
                return Integer(end(low), end(high))
        return model.INTEGER

    return lambda call, type: joined(whole(each) for each in members(type))


@dispatch("abs", "Numeric $val", types=_abs_type)
def _abs(call: Call, number: Number) -> object:
    return abs(number)


@dispatch("abs", "String $val", types="Variant[Integer[0], Float[0.0]]")
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

    dispatch(name, "Numeric $val", types=_whole_type(rule))(on_number)
    dispatch(name, "String $val", types="Integer")(on_string)


_enter("ceiling", math.ceil)
_enter("floor", math.floor)


def _rounded(number: Number) -> int:
    return int(number + 0.5) if number > 0 else int(number - 0.5)


@dispatch("round", "Numeric $val", types=_whole_type(_rounded))
def _round(call: Call, number: Number) -> object:
    try:
        return _rounded(number)
    except (OverflowError, ValueError):
        raise InternalError("FloatDomainError") from None
