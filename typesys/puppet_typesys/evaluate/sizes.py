"""How much a value holds, counted as often as it is reached: what showing it, comparing it or finding its type costs.

A few steps can make a value that holds itself millions of times over, like `[$a, $a]` again and again. Each value is counted when
it is made, from what is known of its parts.
"""

from __future__ import annotations

from puppet_typesys.types.model import StructElement, Type, TypeAlias
from puppet_typesys.types.objects import Instance, Object, TypeSet
from puppet_typesys.values.binary import Binary
from puppet_typesys.values.errors import BudgetError
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.sensitive import Sensitive

LARGEST = 200_000
"""How much a value may hold."""
REMEMBERED = 64
"""Smaller values are counted afresh, which takes less than remembering them."""


class Sizes:
    """The sizes of the large values of an evaluation."""

    def __init__(self) -> None:
        # With the value, so that no other gets its identity.
        self.known: dict[int, tuple[object, int]] = {}

    def check(self, value: object) -> None:
        """Raise BudgetError when a value is too large."""
        if self.size_of(value) > LARGEST:
            raise BudgetError("a value grows too large")

    def size_of(self, value: object) -> int:
        """The size of a value; a text has one for every 64 characters."""
        match value:
            case str():
                return 1 + (len(value) >> 6)
            case tuple():
                parts: list[object] = [*value]
            case Hash():
                parts = [*value.keys(), *value.values()]
            case Sensitive():
                parts = [value.value]
            case Instance():
                parts = [*value.values.values()]
            case Binary():
                return 1 + (len(value.data) >> 6)
            case StructElement():
                parts = [value.key, value.value]
            case Object() | TypeSet() | TypeAlias():
                return 1
            case Type():
                parts = [getattr(value, name) for name in value._fields]
            case _:
                return 1
        found = self.known.get(id(value))
        if found is not None:
            return found[1]
        size = 1 + sum(map(self.size_of, parts))
        if size > REMEMBERED:
            self.known[id(value)] = (value, size)
        return size
