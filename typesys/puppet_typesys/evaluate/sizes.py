"""The sizes of values, with shared parts counted each time they occur: the cost of showing or comparing a value, or of inferring its type.

A few steps can build a value that contains itself millions of times, such as by repeating `$b = [$a, $a]`. The size of a value is computed
when it is made, from the known sizes of its parts.
"""

from __future__ import annotations

from puppet_typesys.types.model import StructElement, Type, TypeAlias
from puppet_typesys.types.objects import Instance, Object, TypeSet
from puppet_typesys.values.binary import Binary
from puppet_typesys.values.errors import BudgetError
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.sensitive import Sensitive

MAX_SIZE = 200_000
"""The limit of the size of a value."""
MIN_CACHED = 64
"""The sizes of smaller values are not cached, because computing them again is faster."""


class Sizes:
    """The sizes of the large values of an evaluation."""

    def __init__(self) -> None:
        # The value is stored as well, so that its identity is not reused.
        self.known: dict[int, tuple[object, int]] = {}

    def check(self, value: object) -> None:
        """Raise BudgetError if a value is too large."""
        if self.size_of(value) > MAX_SIZE:
            raise BudgetError("a value grows too large")

    def size_of(self, value: object) -> int:
        """The size of a value; a String counts one for every 64 characters."""
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
        if size > MIN_CACHED:
            self.known[id(value)] = (value, size)
        return size
