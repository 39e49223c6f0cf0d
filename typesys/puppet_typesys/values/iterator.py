"""Iterator: values that are made when they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from collections.abc import Iterator as PythonIterator

from puppet_typesys.values.unknown import UnknownValue


class Iterator:
    """A lazy sequence; `element` is the type of what it gives, which this package does not know.

    `pairs` tells that it walks over a hash, whose entries a block with two parameters takes apart.
    In the reference some ways of walking share one place in the sequence, so a second walk finds nothing: `cursor` is that walk.
    `once` tells that there is no other way for this one, as for ranges and steps.
    """

    __slots__ = ("_cursor", "backward", "element", "forward", "once", "pairs", "size")

    def __init__(
        self,
        element: object,
        forward: Callable[[], Iterable[object]],
        backward: Callable[[], Iterable[object]],
        *,
        size: int | None = None,
        pairs: bool = False,
        once: bool = False,
    ) -> None:
        self.element = element
        self.forward = forward
        self.backward = backward
        self.size = size
        self.pairs = pairs
        self.once = once
        self._cursor: PythonIterator[object] | None = None

    def invalidate(self) -> None:
        """Forget where the shared walk is, since nobody knows how far it went."""
        if self.once:
            self._cursor = iter(_unknown, None)

    def __iter__(self) -> PythonIterator[object]:
        return self.cursor() if self.once else iter(self.forward())

    def cursor(self) -> PythonIterator[object]:
        """The walk that goes on where it was left."""
        if self._cursor is None:
            self._cursor = iter(self.forward())
        return self._cursor


def _unknown() -> object:
    raise UnknownValue
