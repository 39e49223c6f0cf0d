"""Iterator: a lazy sequence."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from collections.abc import Iterator as PythonIterator

from puppet_typesys.values.meter import spend
from puppet_typesys.values.unknown import UnknownValue


class Iterator:
    """A lazy sequence; `element` is the type of its elements, which this package does not interpret.

    `pairs` means that it iterates over a Hash, whose entries are split for a block with two parameters. In the reference some traversals
    share one position, so that a second one finds nothing: that is `cursor`. `once` means that every traversal shares it, as for ranges
    and steps.
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
        """Mark the shared position as unknown, after a traversal of unknown length."""
        if self.once:
            self._cursor = iter(_unknown, None)

    def __iter__(self) -> PythonIterator[object]:
        return self.cursor() if self.once else _charged(self.forward())

    def cursor(self) -> PythonIterator[object]:
        """The shared traversal, which continues where it stopped."""
        if self._cursor is None:
            self._cursor = _charged(self.forward())
        return self._cursor


def _charged(elements: Iterable[object]) -> PythonIterator[object]:
    """The elements, each of which counts as a step."""
    for each in elements:
        spend(1)
        yield each


def _unknown() -> object:
    raise UnknownValue
