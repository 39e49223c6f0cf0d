"""`Restored`: a context in which an attribute may change. It is entered for most blocks and branches, so it is no generator."""

from __future__ import annotations


class Restored:
    """Gives an attribute of an object the value back that it had when this was made."""

    __slots__ = ("_name", "_object", "_value")

    def __init__(self, of: object, name: str) -> None:
        self._object = of
        self._name = name
        self._value: object = getattr(of, name)

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        setattr(self._object, self._name, self._value)
