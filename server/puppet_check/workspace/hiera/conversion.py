"""The lookup option `convert_to`, which converts values of Hiera data."""

from __future__ import annotations

from math import inf

from puppet_typesys.convert.new.make import new
from puppet_typesys.evaluate.budget import Budget
from puppet_typesys.types import model
from puppet_typesys.types.model import Type
from puppet_typesys.types.parse import Names, TypeSyntaxError, parse
from puppet_typesys.values.errors import ArgumentError, BareError, BudgetError, InternalError
from puppet_typesys.values.unknown import Unknown, UnknownValue

STEPS = 50_000
"""The budget of a conversion."""


class ConversionError(Exception):
    """Raised when a conversion always fails."""


def converted(convert_to: object, value: object, names: Names) -> object:
    """The converted value; an Unknown if the conversion fails or its result is unknown."""
    try:
        return convert(convert_to, value, names)
    except ConversionError:
        return Unknown(model.ANY)


def convert(convert_to: object, value: object, names: Names) -> object:
    """The converted value; an Unknown if it is not known. Raises ConversionError if the conversion always fails."""
    if convert_to == ():
        return Unknown(model.ANY)
    first, *rest = convert_to if isinstance(convert_to, tuple) else (convert_to,)
    type = target(first, names)
    if type is None or any(isinstance(each, Unknown) for each in rest):
        return Unknown(model.ANY)
    if isinstance(type, model.Type) and _mentions_unknown(type):
        return Unknown(model.ANY)
    try:
        with Budget(STEPS, seconds=inf).metered():
            return new(Caller(names), type, (value, *rest))
    except (ArgumentError, BareError) as error:
        raise ConversionError(str(error)) from None
    except (InternalError, UnknownValue, BudgetError, ValueError, OverflowError, RecursionError):
        # Python's own limits: numbers with very many digits, and very deep values.
        return Unknown(type)


def target(text: object, names: Names) -> Type | None:
    """The type that values are converted to; None if it is unknown. Raises ConversionError for an invalid type."""
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
    """A clock whose time is unknown."""

    def now(self) -> int | None:
        """None: the time is unknown."""
        return None


class Caller:
    """The context of a call of `new` outside of an evaluation (`puppet_typesys.convert.new.table.Caller`)."""

    def __init__(self, names: Names) -> None:
        self.names = names

    @property
    def world(self) -> Clock:
        """The clock, the only part of the world that `new` needs."""
        return Clock()

    def type_named(self, text: str) -> object:
        """The type that a text denotes."""
        return parse(text, self.names)
