"""Requests that are answered on the protocol's thread, each step of them in limited time, so that none blocks the others."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Coroutine, Generator
from functools import partial
from typing import Any, TypeVar

from puppet_check.deadline import Deadline, GivenUp, allowed
from puppet_check.lsp.protocol import TooLong

T = TypeVar("T")
LONG = 2
"""How many times as long as a check a step of a request may take, as it may be about a large document."""


def limited(handler: Callable[..., object], deadline: Deadline) -> Callable[..., object]:
    """A handler that raises TooLong when it takes too long. A coroutine may take as long for each step between two waits."""
    if inspect.iscoroutinefunction(handler):

        async def answer_in_steps(context: object, params: object) -> object:
            return await _Steps(handler(context, params), deadline)

        return answer_in_steps

    def answer(context: object, params: object) -> object:
        return _in_time(partial(handler, context, params), deadline)

    return answer


def _in_time(step: Callable[[], T], deadline: Deadline) -> T:
    try:
        return deadline.run(step, LONG * allowed(0))
    except (GivenUp, RecursionError):
        raise TooLong from None


class _Steps(Awaitable[object]):
    """A coroutine, each step of which is limited."""

    def __init__(self, coroutine: Coroutine[Any, Any, object], deadline: Deadline) -> None:
        self._coroutine = coroutine
        self._deadline = deadline

    def __await__(self) -> Generator[Any, Any, object]:
        step: Callable[[], Any] = partial(self._coroutine.send, None)
        while True:
            try:
                waited_for = _in_time(step, self._deadline)
            except StopIteration as end:
                return end.value
            try:
                step = partial(self._coroutine.send, (yield waited_for))
            except BaseException as error:  # The coroutine decides what a cancellation means.
                step = partial(self._coroutine.throw, error)
