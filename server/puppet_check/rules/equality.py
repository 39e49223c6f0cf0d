"""Whether `==` may be true for values of two types.

Unlike types, `==` ignores case, treats 1 and 1.0 as equal, and compares times with numbers.
"""

from __future__ import annotations

from puppet_check.rules.file import File
from puppet_grammar import ast
from puppet_typesys.infer.model import MAX_VALUES
from puppet_typesys.types import model
from puppet_typesys.types.disjoint import kinds
from puppet_typesys.types.model import Type
from puppet_typesys.types.texts import ascii_lower
from puppet_typesys.types.walk import alternatives
from puppet_typesys.values.unknown import Unknown

NUMBERS = frozenset(("integer", "float", "timespan", "timestamp"))
SCALARS = frozenset(("string", "integer", "float", "boolean", "undef"))


def may_equal(one: Type, other: Type) -> bool:
    """Whether a value of one type may equal one of the other; True if that is unknown."""
    first, second = list(alternatives(one)), list(alternatives(other))
    if all(isinstance(each, model.Undef) for each in first) or all(isinstance(each, model.Undef) for each in second):
        return True  # Comparing with undef is a reasonable precaution even if the value is never undef.
    return any(_may_equal(one, other) for one in first for other in second)


def type_seen(node: ast.Expression, file: File) -> Type | None:
    """The type of all values of an expression; None if it is unknown."""
    if file.model is None or len(file.model.values.get(id(node), ())) >= MAX_VALUES:
        return None
    if any(code == "possibly-unset-variable" and node.start <= start < node.end for start, code, _ in file.model.findings):
        return None
    return file.model.type_of(node)


def is_constant(node: ast.Expression, file: File) -> bool:
    """Whether an expression does not depend on the caller."""
    return file.model is not None and not any(isinstance(each, Unknown) for each in file.model.values.get(id(node), ()))


def elements(type: Type) -> list[Type] | None:
    """The types of the elements of an array of scalars, with which `in` compares; None for other types."""
    found: list[Type] = []
    for each in alternatives(type):
        match each:
            case model.Array():
                found.append(each.element)
            case model.Tuple():
                found += each.types
            case _:
                return None
    return found if found and all(kinds(each) and kinds(each) <= SCALARS for each in found) else None


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
