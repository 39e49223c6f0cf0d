"""Iterator: values that are made when they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from collections.abc import Iterator as PythonIterator


class Iterator:
    """A lazy sequence that can be walked many times; `element` is the type of what it gives, which this package does not know.

    `pairs` tells that it walks over a hash, whose entries a block with two parameters takes apart.
    """

    __slots__ = ("backward", "element", "forward", "pairs", "size")

    def __init__(
        self,
        element: object,
        forward: Callable[[], Iterable[object]],
        backward: Callable[[], Iterable[object]],
        *,
        size: int | None = None,
        pairs: bool = False,
    ) -> None:
        self.element = element
        self.forward = forward
        self.backward = backward
        self.size = size
        self.pairs = pairs

    def __iter__(self) -> PythonIterator[object]:
        return iter(self.forward())
