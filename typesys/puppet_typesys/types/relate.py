"""Assignability of types, and membership of values.

`is_assignable(expected, actual)` decides for all values of a type, `is_instance(type, value)` for one value. Both dispatch on the class of
the expected type. The rules are among the `rows` of the types, which fill the tables; `types/__init__.py`
imports them all, so the tables are complete whichever module is imported first.

Self-recursive aliases are expanded until both sides reach an alias for a second time; the types are then assignable, since no difference
was found.
"""

from __future__ import annotations

from collections.abc import Callable as Function

from puppet_grammar.table import Table
from puppet_typesys.types import model
from puppet_typesys.types.model import UNDEF, Type
from puppet_typesys.values.meter import spend
from puppet_typesys.values.regexp import Regexp


class Guard:
    """The self-recursive aliases that were expanded on each side, and whether one was reached again.

    As in the reference, this state is shared with the comparisons that follow: an expected alias is removed after its own comparison, an
    actual one never.
    """

    __slots__ = ("actual", "actual_again", "expected", "expected_again")

    def __init__(self) -> None:
        self.expected: set[str] = set()
        self.actual: set[str] = set()
        self.expected_again = False
        self.actual_again = False

    def expect(self, name: str) -> bool:
        """Enter an alias that is expected; return whether it is the first one there, which has to leave again."""
        is_first = not self.expected_again and name not in self.expected
        self.expected_again = not is_first
        self.expected.add(name)
        return is_first

    def leave(self, name: str) -> None:
        """Leave the first alias that is expected."""
        self.expected_again = False
        self.expected.discard(name)

    def meet(self, name: str) -> None:
        """Enter an alias of the actual type."""
        self.actual_again = self.actual_again or name in self.actual
        self.actual.add(name)

    @property
    def is_circular(self) -> bool:
        """Whether aliases on both sides are met again."""
        return self.expected_again and self.actual_again


Guarded = frozenset[tuple[str, int]]
"""The self-recursive aliases that `is_instance` has expanded, each with the identity of the value."""
ACCEPTS: Table[type[Type], Function[[Type, Type, Guard | None], bool]] = Table("the types that types accept")
"""Assignability rules by class of the expected type. The actual type is no Unit, alias, Variant or Optional; these are handled before."""
IS_INSTANCE: Table[type[Type], Function[[Type, object, Guarded], bool]] = Table("the instances of types")
"""Membership rules by class of the type."""
_ACCEPTS, _IS_INSTANCE = ACCEPTS.entries, IS_INSTANCE.entries


def is_assignable(expected: Type, actual: Type, guard: Guard | None = None) -> bool:
    """Whether every value of `actual` is a value of `expected`, by the reference's rules."""
    kind = expected.__class__
    if kind is model.Any or kind is model.Unit:
        return True
    if kind is model.TypeAlias and expected.self_recursion:  # type: ignore[attr-defined]  # by its class
        return _expecting_again(expected, actual, guard or Guard())  # type: ignore[arg-type]  # by its class
    return _is_assignable(expected, actual, guard)


def _expecting_again(alias: model.TypeAlias, actual: Type, guard: Guard) -> bool:
    is_first = guard.expect(alias.name)
    result = guard.is_circular or _is_assignable(alias, actual, guard)
    if is_first:
        guard.leave(alias.name)
    return result


def _is_assignable(expected: Type, actual: Type, guard: Guard | None) -> bool:
    of_actual = _OF_ACTUAL.get(actual.__class__)
    if of_actual is not None:
        found = of_actual(expected, actual, guard)
        if found is not None:
            return found
    if expected.__class__ is model.TypeAlias:
        return is_assignable(expected.target, actual, guard)
    return _ACCEPTS[expected.__class__](expected, actual, guard)


def _accepts_unit(expected: Type, actual: Type, guard: Guard | None) -> bool:
    return True


def _accepts_optional(expected: Type, actual: model.Optional, guard: Guard | None) -> bool:
    return is_assignable(expected, UNDEF, guard) and (actual.type is None or is_assignable(expected, actual.type, guard))


def _accepts_not_undef(expected: Type, actual: model.NotUndef, guard: Guard | None) -> bool | None:
    """For a NotUndef of a type without undef, which is that type; None for any other."""
    if actual.type is None or is_assignable(actual.type, UNDEF):
        return None
    return is_assignable(expected, actual.type, guard)


def _through_actual_alias(expected: Type, alias: model.TypeAlias, guard: Guard | None) -> bool:
    if alias.self_recursion:
        guard = guard or Guard()
        guard.meet(alias.name)
        if guard.is_circular:
            return True
    return is_assignable(expected, alias.target, guard)


def _accepts_variant(expected: Type, actual: model.Variant, guard: Guard | None) -> bool:
    if isinstance(expected, model.Variant) and not expected.types:
        return True
    if isinstance(expected, model.NotUndef) and not actual.types:
        return _ACCEPTS[model.NotUndef](expected, actual, guard)
    spend(len(actual.types) >> 3)
    return bool(actual.types) and all(is_assignable(expected, each, guard) for each in actual.types)


_OF_ACTUAL: dict[type[Type], Function[..., bool | None]] = {
    model.Unit: _accepts_unit,
    model.TypeAlias: _through_actual_alias,
    model.Variant: _accepts_variant,
    model.Optional: _accepts_optional,
    model.NotUndef: _accepts_not_undef,
}
"""The rules that only the class of the actual type selects; one that returns None leaves it to the expected type."""


def is_instance(type: Type, value: object, guard: Guarded = frozenset()) -> bool:
    """Whether a value is an instance of a type, by the rules of the reference's `=~`."""
    if isinstance(type, model.TypeAlias):
        question = (type.name, id(value))
        if question in guard:
            return False
        return is_instance(type.target, value, guard | {question} if type.self_recursion else guard)
    return _IS_INSTANCE[type.__class__](type, value, guard)


def is_accepted(type: Type, value: object) -> bool:
    """Whether a parameter of a type takes a value: an instance of it, or any value if the type is an `Optional` without another one."""
    return (isinstance(type, model.Optional) and type.type is None) or is_instance(type, value)


def matches_parameter(wanted: object, value: object) -> bool:
    """Whether a part of a URI or an attribute of an Object matches a parameter: a type, a regular expression, or a string in any case."""
    if isinstance(wanted, Type):
        return is_instance(wanted, value)
    if isinstance(wanted, Regexp):
        return isinstance(value, str) and wanted.match(value) is not None
    if isinstance(wanted, str) and isinstance(value, str):
        return wanted.lower() == value.lower()
    return wanted == value
