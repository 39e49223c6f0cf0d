"""`[$a, $b] = value`: what each variable gets of a value that is known by its type."""

from __future__ import annotations

from collections.abc import Sequence

from puppet_typesys.types import model
from puppet_typesys.types.elements import element_at
from puppet_typesys.types.model import Type
from puppet_typesys.types.narrow import is_never, joined
from puppet_typesys.types.ranges import contains
from puppet_typesys.types.spread import hash_size, is_closed, key_and_value, sequence_size, spread
from puppet_typesys.types.struct_keys import element_of

Problem = int | str | None
"""Why values of a type cannot be assigned to several variables: another number of values, or a key that they lack."""


def destructured(type: Type, names: Sequence[str | None]) -> tuple[list[Type], Problem]:
    """The types of the values that variables get, by their names (None: a nested list); with the problem that all values have, if any."""
    found: list[list[Type]] = []
    problems: list[Problem] = []
    for kind, each in spread(type):
        parts, problem = _of_member(kind, each, names)
        if parts:
            found.append(parts)
        problems.append(problem)
    if not found and not is_never(type):
        return [], next((each for each in problems if each is not None), None)
    return [joined(each) for each in zip(*found, strict=True)] or [model.ANY] * len(names), None


def _of_member(kind: str, type: Type, names: Sequence[str | None]) -> tuple[list[Type], Problem]:
    unknown: list[Type] = [model.ANY] * len(names)
    match kind:
        case "array":
            size = sequence_size(type)
            if not contains(size, len(names)):
                return [], (size.high if size.high is not None and size.high < len(names) else size.low)
            return [element_at(type, index) for index in range(len(names))], None
        case "hash":
            return _of_hash(type, names)
        case "type" | "runtime" | "object":
            return unknown, None  # A reference to a class has the values of the class's variables.
    return ([type], None) if len(names) == 1 else ([], 1)


def _of_hash(type: Type, names: Sequence[str | None]) -> tuple[list[Type], Problem]:
    if not isinstance(type, model.Struct) or not is_closed(type):
        missing = next(iter(names), None) if hash_size(type).high == 0 else None
        value = key_and_value(type)[1]
        return ([], missing) if missing is not None else ([value] * len(names), None)
    parts: list[Type] = []
    for name in names:
        found = None if name is None else element_of(type, name)
        if found is None and name is not None:
            return [], name
        parts.append(model.ANY if found is None else found.value)
    return parts, None
