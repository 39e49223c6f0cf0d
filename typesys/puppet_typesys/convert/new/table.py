"""The table of makers, the functions that make values: one for each signature in `types.constructors`, in the same order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from typing import Protocol, TypeVar

from puppet_grammar.package import modules_in
from puppet_grammar.table import Table
from puppet_typesys.convert import new
from puppet_typesys.types.model import Type

Maker = Callable[..., object]
"""Takes the Caller and the arguments."""
F = TypeVar("F", bound=Maker)


class Clock(Protocol):
    """A source of the current time."""

    def now(self) -> int | None:
        """Nanoseconds since the epoch; None if unknown."""


class Caller(Protocol):
    """What a maker needs of the caller of `new`."""

    @property
    def world(self) -> Clock:
        """What lies outside of the program."""

    def type_named(self, text: str) -> object:
        """The type that a text denotes, with the names that the program defines."""


TypeOfNew = Callable[[Sequence[Type]], Type]
"""Takes the types of the arguments, the first one of values of one kind; returns the type of what is made of them, NEVER if nothing is."""
TYPES: Table[type[Type], TypeOfNew] = Table("the types of new values")
NEW: dict[type[Type], list[Maker]] = {}
REFUSALS: dict[type[Type], list[Maker]] = {}


def makes(*kinds: type[Type]) -> Callable[[F], F]:
    """Register a function as the next maker for some types."""
    return _entry(NEW, kinds)


def refuses(*kinds: type[Type]) -> Callable[[F], F]:
    """Register a function for rejected arguments, which returns the message or raises an error."""
    return _entry(REFUSALS, kinds)


def gives(kind: type[Type]) -> Callable[[TypeOfNew], TypeOfNew]:
    """Register the rule for what is made of arguments that are known by their types."""

    def enter(rule: TypeOfNew) -> TypeOfNew:
        TYPES[kind] = rule
        return rule

    return enter


def _entry(table: dict[type[Type], list[Maker]], kinds: Sequence[type[Type]]) -> Callable[[F], F]:
    def enter(function: F) -> F:
        for kind in kinds:
            table.setdefault(kind, []).append(function)
        return function

    return enter


def type_rule(kind: type[Type]) -> TypeOfNew | None:
    """The rule for the type of what is made of arguments; None if all that is known is the type that is asked for."""
    _load_families()
    return TYPES.entries.get(kind)


def makers(kind: type[Type]) -> list[Maker]:
    """The makers for a type; all families are imported on first use."""
    _load_families()
    return NEW[kind]


@cache
def _load_families() -> None:
    for module in modules_in(new.__path__):
        import_module(f"{new.__name__}.{module}")
