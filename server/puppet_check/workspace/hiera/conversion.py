"""`convert_to`: values of data made into other values."""

from __future__ import annotations

from puppet_typesys.convert.new.make import new
from puppet_typesys.types import model
from puppet_typesys.types.model import Type
from puppet_typesys.types.parse import Names, TypeSyntaxError, parse
from puppet_typesys.values.errors import ArgumentError, BareError, InternalError
from puppet_typesys.values.unknown import Unknown, UnknownValue


class ConversionError(Exception):
    """A conversion that fails whenever it is made."""


def converted(convert_to: object, value: object, names: Names) -> object:
    """A value made into another; an Unknown when that is not certain."""
    try:
        return convert(convert_to, value, names)
    except ConversionError:
        return Unknown(model.ANY)


def convert(convert_to: object, value: object, names: Names) -> object:
    """A value made into another; raises `ConversionError` when that fails."""
    first, *rest = convert_to if isinstance(convert_to, tuple) else (convert_to,)
    type = target(first, names)
    if type is None or any(isinstance(each, Unknown) for each in rest):
        return Unknown(model.ANY)
    if isinstance(type, model.Type) and _mentions_unknown(type):
        return Unknown(model.ANY)
    try:
        return new(Caller(names), type, (value, *rest))
    except (ArgumentError, BareError) as error:
        raise ConversionError(str(error)) from None
    except (InternalError, UnknownValue):
        return Unknown(type)


def target(text: object, names: Names) -> Type | None:
    """The type that values are made into; None if it is unknown."""
    if not isinstance(text, str):
        return None
    try:
        return parse(text, names)
    except TypeSyntaxError as error:
        raise ConversionError(str(error)) from None
    except ArgumentError as error:
        raise ConversionError(str(error)) from None
    except InternalError:
        return None


def _mentions_unknown(type: Type) -> bool:
    from puppet_typesys.infer.external_types import mentions_unknown  # most data are not converted

    return mentions_unknown(type)


class Clock:
    """Nobody knows the time."""

    def now(self) -> int | None:
        """Nanoseconds since the epoch."""
        return None


class Caller:
    """Who calls `new` (`puppet_typesys.convert.new.table.Caller`)."""

    def __init__(self, names: Names) -> None:
        self.names = names

    @property
    def world(self) -> Clock:
        """What lies outside of the program."""
        return Clock()

    def type_named(self, text: str) -> object:
        """The type that a text denotes."""
        return parse(text, self.names)
