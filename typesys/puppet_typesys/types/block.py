"""What values that can be called have in common."""

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
        """The result for arguments, which are checked."""
        raise NotImplementedError
