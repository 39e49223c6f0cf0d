"""A cached property without a lock.

Until Python 3.12, `functools.cached_property` holds one lock for all objects, so the protocol's thread of the language server would wait
for the checking thread. Without it, two threads may at worst compute the same value twice.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


class cached_property(Generic[T]):  # noqa: N801  # used as a decorator
    """A property whose value is computed once and then stored in the instance."""

    def __init__(self, method: Callable[[Any], T]) -> None:  # Any: the class that has the method
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
