"""Whether conditions on variables hold (`values/condition.py`) of which the values are known, or the types."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from puppet_typesys.types import model
from puppet_typesys.types.infer import infer
from puppet_typesys.types.model import Type
from puppet_typesys.types.walk import alternatives
from puppet_typesys.values.condition import Condition
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.missing import MISSING
from puppet_typesys.values.unknown import PossiblyUnset, Unknown, contains_unknown

OF_TYPES: tuple[tuple[tuple[type[Type], ...], tuple[str, ...]], ...] = (
    ((model.String, model.Enum, model.Pattern), ("String",)),
    ((model.Integer,), ("Integer",)),
    ((model.Float,), ("Float",)),
    ((model.Numeric,), ("Integer", "Float")),
    ((model.Boolean,), ("TrueClass", "FalseClass")),
    ((model.Array, model.Tuple), ("Array",)),
    ((model.Hash, model.Struct), ("Hash",)),
    ((model.Undef,), ("NilClass",)),
)
"""The classes in Ruby of the values of types."""
FALSE = frozenset(("NilClass", "FalseClass"))

Find = Callable[[str], object]
"""What finds the value of a variable, or MISSING."""


def hold(conditions: Iterable[Condition], find: Find) -> bool:
    """Whether conditions certainly hold."""
    return all(truth(each, find) is True for each in conditions)


def truth(condition: Condition, find: Find) -> bool | None:
    """Whether a condition holds; None if that is not known."""
    match condition:
        case ("not", tuple() as inner):
            found = truth(inner, find)
            return None if found is None else not found
        case ("and" | "or" as operator, tuple() as left, tuple() as right):
            both = (truth(left, find), truth(right, find))
            deciding = operator == "or"
            return deciding if deciding in both else None if None in both else not deciding
        case ("var" | "nil" | "is" as kind, str() as name, *wanted):
            return _by_class(str(kind), find(name), wanted)
        case ("==", str() as name, expected):
            return _equals(find(name), expected)
        case ("empty", str() as name):
            value = find(name)
            return len(value) == 0 if isinstance(value, str | tuple | Hash) else None
    return None


def _by_class(kind: str, value: object, wanted: list[object]) -> bool | None:
    if value is True or value is False:
        return value if kind == "var" else False
    found = ruby_classes(value)
    if not found:
        return None
    those = FALSE if kind == "var" else {"NilClass"} if kind == "nil" else set(wanted)
    inside = {each in those for each in found}
    if len(inside) > 1:
        return None
    return next(iter(inside)) is (kind != "var")


def _equals(value: object, expected: object) -> bool | None:
    if value is MISSING or contains_unknown(value):
        return None
    if isinstance(value, str) and isinstance(expected, str):
        # Puppet compares texts without regard to case, Ruby with it.
        return value == expected if (value == expected) is (value.lower() == expected.lower()) else None
    if isinstance(value, bool) or isinstance(expected, bool) or value is None or expected is None:
        return value is expected
    return None if isinstance(value, int | float) else value == expected


def ruby_classes(value: object) -> list[str] | None:
    """The classes in Ruby that a value may have; None if they are not known."""
    if value is MISSING or isinstance(value, PossiblyUnset):
        return None
    if isinstance(value, bool):
        return ["TrueClass" if value else "FalseClass"]
    type = value.type if isinstance(value, Unknown) else infer(value)
    if not isinstance(type, Type):
        return None
    try:
        types = list(alternatives(type))
    except ArgumentError:
        return None
    found = [next((classes for kinds, classes in OF_TYPES if isinstance(each, kinds)), None) for each in types]
    return None if None in found else [name for each in found if each is not None for name in each]
