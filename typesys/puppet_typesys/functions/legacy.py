"""Conversion of arguments for functions of the legacy function API, which receive some kinds of values as strings."""

from __future__ import annotations

from collections.abc import Sequence

from puppet_typesys.convert.text import inspect, text
from puppet_typesys.issues.evaluation.parameters import argument_count
from puppet_typesys.types import model
from puppet_typesys.types.construct import ruby_class
from puppet_typesys.types.model import Type
from puppet_typesys.types.show import capitalize_segments, show
from puppet_typesys.values.binary import Binary
from puppet_typesys.values.default import DEFAULT
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.iterator import Iterator
from puppet_typesys.values.reference import Reference
from puppet_typesys.values.regexp import Regexp
from puppet_typesys.values.semver import SemVer
from puppet_typesys.values.semver_range import SemVerRange
from puppet_typesys.values.sensitive import Sensitive
from puppet_typesys.values.timespan import Timespan
from puppet_typesys.values.timestamp import Timestamp
from puppet_typesys.values.unknown import Unknown, UnknownValue

AS_TEXT = (SemVer, SemVerRange, Binary, Timespan, Timestamp)


def converted(name: str, arguments: Sequence[object], low: int, high: int | None = None) -> list[object]:
    """The arguments of a legacy function, after checking their number; undef is converted to an empty string."""
    result = ["" if each is None else _converted(each) for each in arguments]
    given = len(arguments)
    if given < low or (high is not None and given > high):
        wanted = f"minimum {low}" if high is None else str(low)
        raise ArgumentError(argument_count(name, given, wanted))
    return result


def _converted(value: object) -> object:
    match value:
        case tuple():
            return tuple(map(_converted, value))
        case Hash():
            return Hash((_converted(key), _converted(each)) for key, each in value.items())
        case Regexp():
            return value.delimited()
        case model.Resource(title=str() as title) if value.type_name is not None:
            return Reference(value.type_name, title)
        case model.Class(class_name=str() as name):
            return Reference("Class", capitalize_segments(name))
        case Iterator():
            raise ArgumentError("Use of an Iterator is not supported here")
        case Unknown():
            raise UnknownValue
    if isinstance(value, AS_TEXT):
        return runtime_text(value)
    return value


def runtime_text(value: object) -> str:
    """A value converted to a string by the reference's runtime."""
    match value:
        case str():
            return value
        case tuple() | Hash():
            return runtime_inspect(value)
        case Type():
            return show(value)
        case Regexp():
            source = value.delimited()[1:-1]
            return source if value.all_options() else f"(?-mix:{source})"
        case Sensitive() | Reference():
            return str(value)
    if value is DEFAULT:
        return "default"
    return text(value)


def runtime_inspect(value: object) -> str:
    """A value as the reference's runtime shows it."""
    return inspect(value)


def special_or_class(value: object) -> str:
    """The value if it is nil, a Boolean or a number, otherwise the name of its class, as in the runtime's messages."""
    if value is None or value.__class__ in (bool, int, float):
        return runtime_inspect(value)
    return ruby_class(value)
