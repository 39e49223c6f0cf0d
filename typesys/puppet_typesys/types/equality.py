"""Whether `==` and `in` may be true for values of two types.

Unlike types, `==` ignores case, treats 1 and 1.0 as equal, and compares times with numbers.
"""

from __future__ import annotations

from puppet_typesys.types import model
from puppet_typesys.types.disjoint import kinds
from puppet_typesys.types.model import Type
from puppet_typesys.types.texts import ascii_lower
from puppet_typesys.types.walk import alternatives

NUMBERS = frozenset(("integer", "float", "timespan", "timestamp"))
SCALARS = frozenset(("string", "integer", "float", "boolean", "undef"))


def may_equal(one: Type, other: Type) -> bool:
    """Whether a value of one type may equal one of the other; True if that is unknown."""
    return any(_may_equal(first, second) for first in alternatives(one) for second in alternatives(other))


def may_include(container: Type, wanted: Type) -> bool:
    """Whether `in` may find a value of one type in a value of another; True if that is unknown."""
    if not kinds(wanted) <= SCALARS:
        return True
    elements: list[Type] = []
    for each in alternatives(container):
        match each:
            case model.Array():
                elements.append(each.element)
            case model.Tuple():
                elements += each.types
            case _:
                return True
    return not elements or any(not kinds(each) or not kinds(each) <= SCALARS or may_equal(wanted, each) for each in elements)


def _may_equal(one: Type, other: Type) -> bool:
    first, second = kinds(one), kinds(other)
    if first.isdisjoint(second):
        return not (first.isdisjoint(NUMBERS) or second.isdisjoint(NUMBERS))
    words, others = _words(one), _words(other)
    return words is None or others is None or not words.isdisjoint(others)


def _words(type: Type) -> set[str] | None:
    """All strings of a type; None if they are not known."""
    match type:
        case model.Enum() if type.values:
            return set(map(ascii_lower, type.values))
        case model.String() if type.value is not None:
            return {ascii_lower(type.value)}
    return None
