"""Which types and values a type accepts.

`is_assignable(expected, actual)` asks about all values of a type, `is_instance(type, value)` about one. Each is a table by the class of
the expected type. The rules are in the modules that know what they need (`accept_simple`, `accept_nested`, `instances`, `init`), which
fill the tables; `types/__init__.py` imports them all, so whoever imports any module of the package finds the tables filled.

Aliases made of themselves are followed until both sides come back to one; the question is then answered with yes, since nothing spoke
against it.
"""

from __future__ import annotations

from collections.abc import Callable as Function

from puppet_typesys.types import model
from puppet_typesys.types.model import UNDEF, Type
from puppet_typesys.values.regexp import Regexp


class Guard:
    """The aliases made of themselves that a question has come to, on both sides, and whether it came back to one.

    What was found on the way stays found for what is looked at next, as in the reference: an alias expected further out is
    forgotten only when its own question is answered, one that was met on the other side never.
    """

    __slots__ = ("actual", "actual_again", "expected", "expected_again")

    def __init__(self) -> None:
        self.expected: set[str] = set()
        self.actual: set[str] = set()
        self.expected_again = False
        self.actual_again = False


Guarded = frozenset[tuple[str, int]]
"""The aliases made of themselves that `is_instance` has come to, each with the identity of the value."""
ACCEPTS: dict[type[Type], Function[[Type, Type, Guard | None], bool]] = {}
"""Whether a type of a class accepts another type. The other one is no Unit, alias, Variant or Optional: these are taken apart before."""
IS_INSTANCE: dict[type[Type], Function[[Type, object, Guarded], bool]] = {}
"""Whether a value belongs to a type of a class."""


def is_assignable(expected: Type, actual: Type, guard: Guard | None = None) -> bool:
    """Whether every value of `actual` is a value of `expected`, as the reference sees it."""
    if isinstance(expected, model.Unit | model.Any):
        return True
    if isinstance(expected, model.TypeAlias) and expected.self_recursion:
        return _expecting_again(expected, actual, guard or Guard())
    return _is_assignable(expected, actual, guard)


def _expecting_again(alias: model.TypeAlias, actual: Type, guard: Guard) -> bool:
    first = not guard.expected_again and alias.name not in guard.expected
    guard.expected_again = not first
    guard.expected.add(alias.name)
    result = (guard.expected_again and guard.actual_again) or _is_assignable(alias, actual, guard)
    if first:
        guard.expected_again = False
        guard.expected.discard(alias.name)
    return result


def _is_assignable(expected: Type, actual: Type, guard: Guard | None) -> bool:
    if isinstance(actual, model.Unit):
        return True
    if isinstance(actual, model.TypeAlias):
        return _through_actual_alias(expected, actual, guard)
    if isinstance(actual, model.Variant):
        return _accepts_variant(expected, actual, guard)
    if isinstance(actual, model.Optional):
        return is_assignable(expected, UNDEF, guard) and (actual.type is None or is_assignable(expected, actual.type, guard))
    if isinstance(actual, model.NotUndef) and actual.type is not None and not is_assignable(actual.type, UNDEF):
        return is_assignable(expected, actual.type, guard)
    if isinstance(expected, model.TypeAlias):
        return is_assignable(expected.target, actual, guard)
    accepts = ACCEPTS.get(expected.__class__)
    return accepts(expected, actual, guard) if accepts else expected == actual


def _through_actual_alias(expected: Type, alias: model.TypeAlias, guard: Guard | None) -> bool:
    if alias.self_recursion:
        guard = guard or Guard()
        guard.actual_again = guard.actual_again or alias.name in guard.actual
        guard.actual.add(alias.name)
        if guard.expected_again and guard.actual_again:
            return True
    return is_assignable(expected, alias.target, guard)


def _accepts_variant(expected: Type, actual: model.Variant, guard: Guard | None) -> bool:
    if isinstance(expected, model.Variant) and not expected.types:
        return True
    if isinstance(expected, model.NotUndef) and not actual.types:
        return ACCEPTS[model.NotUndef](expected, actual, guard)
    return bool(actual.types) and all(is_assignable(expected, each, guard) for each in actual.types)


def is_instance(type: Type, value: object, guard: Guarded = frozenset()) -> bool:
    """Whether a value is one of a type's, as the reference's `=~` sees it."""
    if isinstance(type, model.TypeAlias):
        question = (type.name, id(value))
        if question in guard:
            return False
        return is_instance(type.target, value, guard | {question} if type.self_recursion else guard)
    return IS_INSTANCE[type.__class__](type, value, guard)


def matches_parameter(wanted: object, value: object) -> bool:
    """Whether a part of a URI or of an Object matches a type's parameter: by type, regular expression or, ignoring case, as text."""
    if isinstance(wanted, Type):
        return is_instance(wanted, value)
    if isinstance(wanted, Regexp):
        return isinstance(value, str) and wanted.match(value) is not None
    if isinstance(wanted, str) and isinstance(value, str):
        return wanted.lower() == value.lower()
    return wanted == value
