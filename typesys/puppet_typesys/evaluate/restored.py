"""`Restored`: a context in which attributes of an object may change. It is entered for most blocks and branches, so it is no generator."""

from __future__ import annotations


class Restored:
    """Gives attributes of an object the values back that they had when this was made."""

    __slots__ = ("_object", "_values")

    def __init__(self, of: object, *names: str) -> None:
        self._object = of
        self._values = [(name, getattr(of, name)) for name in names]

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        for name, value in self._values:
            setattr(self._object, name, value)
