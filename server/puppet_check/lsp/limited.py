"""Requests that are answered on the protocol's thread, each step of them in limited time, so that none blocks the others."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Coroutine, Generator
from functools import partial
from typing import Any, TypeVar

from puppet_check.deadline import Deadline, GivenUp, allowed
from puppet_check.lsp.protocol import TooLong

T = TypeVar("T")


def limited(handler: Callable[..., object], deadline: Deadline, size: Callable[[], int]) -> Callable[..., object]:
    """A handler that raises TooLong when it takes too long for documents of `size` bytes.

    A coroutine may take as long for each step between two waits.
    """
    if inspect.iscoroutinefunction(handler):

        async def answer_in_steps(context: object, params: object) -> object:
            return await _Steps(handler(context, params), deadline, size)

        return answer_in_steps

    def answer(context: object, params: object) -> object:
        return _in_time(partial(handler, context, params), deadline, size())

    return answer


def _in_time(step: Callable[[], T], deadline: Deadline, size: int) -> T:
    try:
        return deadline.run(step, allowed(size))
    except (GivenUp, RecursionError):
        raise TooLong from None


class _Steps(Awaitable[object]):
    """A coroutine, each step of which is limited."""

    def __init__(self, coroutine: Coroutine[Any, Any, object], deadline: Deadline, size: Callable[[], int]) -> None:
        self._coroutine = coroutine
        self._size = size
        self._deadline = deadline

    def __await__(self) -> Generator[Any, Any, object]:
        step: Callable[[], Any] = partial(self._coroutine.send, None)
        while True:
            try:
                waited_for = _in_time(step, self._deadline, self._size())
            except StopIteration as end:
                return end.value
            try:
                step = partial(self._coroutine.send, (yield waited_for))
            except BaseException as error:  # The coroutine decides what a cancellation means.
                step = partial(self._coroutine.throw, error)
