"""Durations and points in time."""

from __future__ import annotations

from collections.abc import Callable as Function

from puppet_grammar import ast
from puppet_typesys.types import construct, model
from puppet_typesys.types.constructors import Constructor
from puppet_typesys.types.keys import Keys, wrong_count
from puppet_typesys.types.model import Type
from puppet_typesys.types.parse import Reader, check_count
from puppet_typesys.types.ranges import contains
from puppet_typesys.types.relate import Guarded
from puppet_typesys.types.rows.row import data_type
from puppet_typesys.types.rows.shared import within_range
from puppet_typesys.types.show import Formatter, bracket
from puppet_typesys.values.timespan import Timespan
from puppet_typesys.values.timestamp import Timestamp

TIMES = {"Formats": "Variant[String[2],Array[String[2], 1]]"}


DURATION = "".join(f"Optional[{part}] => Integer, " for part in ("days", "hours", "minutes", "seconds"))


FRACTIONS = ", ".join(f"Optional[{part}] => Integer" for part in ("milliseconds", "microseconds", "nanoseconds"))


def _time(name: str) -> Function[[Formatter, model.Timespan | model.Timestamp], str]:
    def text(f: Formatter, type: model.Timespan | model.Timestamp) -> str:
        if type.low is None and type.high is None:
            return name
        parts = ["default" if type.low is None else _end(type.low)]
        if type.high is not None and type.high != type.low:
            parts.append(_end(type.high))
        return bracket(name, parts)

    return text


def _end(time: Timespan | Timestamp) -> str:
    if time.nanoseconds.__class__ is int:
        return f"'{time}'"
    # A bound of a Timespan that was made from a fraction of a second keeps its digits.
    whole, _, fraction = str(time.__class__(int(time.nanoseconds))).rpartition(".")
    return f"'{whole}.{fraction.ljust(9, '0')}'"


def _time_keys(kind: type[model.Timespan] | type[model.Timestamp]) -> Function[[object, Keys], Type]:
    def make(left: object, keys: Keys) -> Type:
        assert isinstance(left, Type)
        if len(keys) > 2:
            raise wrong_count(left, 0, 2, len(keys))
        return construct.time_type(kind, keys) if keys else kind()

    return make


def _timespan_instance(type: model.Timespan, value: object, guard: Guarded) -> bool:
    return isinstance(value, Timespan) and contains(type, value)


def _timespan_parameters(r: Reader, node: ast.AccessExpression, given: tuple[object, ...]) -> Type:
    check_count("Timespan", given, 0, 2, "0 to 2")
    return construct.time_type(model.Timespan, given)


data_type(
    model.Timespan,
    plain=model.Timespan(),
    kinds="timespan",
    accepts=within_range,
    instance=_timespan_instance,
    text=_time("Timespan"),
    parameters=_timespan_parameters,
    keys=_time_keys(model.Timespan),
    constructor=Constructor(
        "new_timespan",
        (
            "Variant[Integer,Float] $seconds",
            "String[1] $string, Formats $format = '%S'",
            "Integer $days, Integer $hours, Integer $minutes, Integer $seconds, "
            "Integer $milliseconds = 0, Integer $microseconds = 0, Integer $nanoseconds = 0",
            "Struct[{string => String[1], Optional[format] => Formats}] $hash_arg",
            f"Struct[{{Optional[negative] => Boolean, {DURATION}{FRACTIONS}}}] $hash_arg",
        ),
        (),
        TIMES,
    ),
)


def _timestamp_instance(type: model.Timestamp, value: object, guard: Guarded) -> bool:
    return isinstance(value, Timestamp) and contains(type, value)


def _timestamp_parameters(r: Reader, node: ast.AccessExpression, given: tuple[object, ...]) -> Type:
    check_count("Timestamp", given, 0, 2, "0 to 2")
    return construct.time_type(model.Timestamp, given)


data_type(
    model.Timestamp,
    plain=model.Timestamp(),
    kinds="timestamp",
    accepts=within_range,
    instance=_timestamp_instance,
    text=_time("Timestamp"),
    parameters=_timestamp_parameters,
    keys=_time_keys(model.Timestamp),
    constructor=Constructor(
        "new_timestamp",
        (
            "",
            "Variant[Integer,Float] $seconds",
            "String[1] $string, Formats $format = '%F', String[1] $timezone = 'UTC'",
            "Struct[{string => String[1], Optional[format] => Formats, Optional[timezone] => String[1]}] $hash_arg",
        ),
        (),
        TIMES,
    ),
)
