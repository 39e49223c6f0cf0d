"""The interface of callable values: lambdas and functions."""

from __future__ import annotations

from collections.abc import Sequence

from puppet_typesys.types.model import Callable


class Block:
    """A lambda or function as a value."""

    __slots__ = ()

    @property
    def type(self) -> Callable:
        """The signature."""
        raise NotImplementedError

    def call(self, arguments: Sequence[object]) -> object:
        """Call it; the arguments are checked against the signature."""
        raise NotImplementedError
