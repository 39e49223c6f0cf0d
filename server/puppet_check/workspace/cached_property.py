"""A property that is found out once.

It holds no lock, as `functools.cached_property` does until Python 3.12 for all objects at once: the thread of a language server that
answers would wait for the one that checks. At worst something is found out twice.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


class cached_property(Generic[T]):  # noqa: N801  # It is used like a function.
    """Keeps the answer of a method in the object."""

    def __init__(self, method: Callable[[Any], T]) -> None:  # Any: whatever object the method is of.
        self._method = method
        self._name = method.__name__
        self.__doc__ = method.__doc__

    @overload
    def __get__(self, instance: None, owner: type) -> cached_property[T]: ...

    @overload
    def __get__(self, instance: object, owner: type) -> T: ...

    def __get__(self, instance: object | None, owner: type) -> T | cached_property[T]:
        if instance is None:
            return self
        made = vars(instance)[self._name] = self._method(instance)
        return made
