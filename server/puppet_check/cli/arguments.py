"""Command lines as data: each command is a named tuple, whose fields are named as its options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeVar

from puppet_check.usage import Parser

R = TypeVar("R", bound=NamedTuple)


def parsed(kind: type[R], parser: Parser, arguments: Sequence[str] | None) -> R:
    """The command that arguments ask for; the process ends if they are not valid."""
    return record(kind, values_of(parser, arguments))


def values_of(parser: Parser, arguments: Sequence[str] | None) -> dict[str, object]:
    """The values of all options by the names of their fields; of what may be repeated, a tuple."""
    found, unknown = parser.parse_known_args(arguments)
    if unknown:
        parser.refuse(unknown)
    values = vars(found)
    return {name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}


def record(kind: type[R], values: Mapping[str, object]) -> R:
    """The record of some of the values."""
    return kind._make([values[each] for each in kind._fields])
