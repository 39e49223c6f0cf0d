"""The sizes of values, with shared parts counted each time they occur: the cost of showing or comparing a value, or of inferring its type.

A few steps can build a value that contains itself millions of times, such as by repeating `$b = [$a, $a]`. The size of a value is computed
when it is made, from the known sizes of its parts.
"""

from __future__ import annotations

from collections.abc import Sequence

from puppet_typesys.types.model import StructElement, Type, TypeAlias
from puppet_typesys.types.objects import Instance, Object, TypeSet
from puppet_typesys.values.binary import Binary
from puppet_typesys.values.errors import BudgetError
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.meter import spend_on
from puppet_typesys.values.sensitive import Sensitive

MAX_SIZE = 200_000
"""The limit of the size of a value."""
MAX_DEPTH = 500
"""The limit of the nesting of a value: comparing, hashing and showing it recurse, some of it in C. Data of real code has ten levels."""
MIN_CACHED = 64
"""The sizes of smaller values are not cached, because computing them again is faster."""


class Sizes:
    """The sizes of the large values of an evaluation."""

    def __init__(self) -> None:
        # The value is stored as well, so that its identity is not reused.
        self.known: dict[int, tuple[object, int, int]] = {}
        """The large values with their sizes and depths."""

    def check(self, value: object) -> None:
        """Raise BudgetError if a value is too large or nested too deeply."""
        if self.size_of(value) > MAX_SIZE:
            raise BudgetError("a value grows too large")

    def size_of(self, value: object) -> int:
        """The size of a value; a String counts one for every 64 characters. Raises BudgetError if it is nested too deeply."""
        if isinstance(value, str):
            return 1 + (len(value) >> 6)
        # Before its parts are listed, which takes long for each of thousands of references to a large Hash.
        found = self.known.get(id(value))
        if found is not None:
            return found[1]
        parts = parts_of(value)
        if not parts:
            return 1 + (len(value.data) >> 6) if isinstance(value, Binary) else 1
        spend_on(parts)
        size = 1 + sum(map(self.size_of, parts))
        if size > MIN_CACHED:
            depth = 1 + max(map(self._depth_of, parts))
            if depth > MAX_DEPTH:
                raise BudgetError("a value is nested too deeply")
            self.known[id(value)] = (value, size, depth)
        return size

    def _depth_of(self, value: object) -> int:
        """The number of levels of a value whose size is known."""
        if isinstance(value, str):
            return 0
        found = self.known.get(id(value))
        if found is not None:
            return found[2]
        parts = parts_of(value)
        return 1 + max(map(self._depth_of, parts)) if parts else 0


def parts_of(value: object) -> Sequence[object]:
    """The parts of a value that count for its size."""
    match value:
        case tuple():
            return value
        case Hash():
            return [*value.keys(), *value.values()]
        case Sensitive():
            return (value.value,)
        case Instance():
            return [*value.values.values()]
        case StructElement():
            return (value.key, value.value)
        case Object() | TypeSet() | TypeAlias():
            return ()
        case Type():
            return [getattr(value, name) for name in value._fields]
    return ()
