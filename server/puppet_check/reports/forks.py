"""Works on items in forks of this process. The item that kills its process is named, and the rest goes on in a new one.

A fork has all modules already, so that it costs milliseconds, and even a few items are worked on in one: this process always survives.
"""

from __future__ import annotations

import gc
import os
import pickle
import select
import signal
import struct
import sys
from collections import deque
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import suppress
from typing import Generic, Protocol, TypeVar

from puppet_check.stack import run_deep

AVAILABLE = sys.platform == "linux"
"""Whether this system can fork safely: elsewhere than on Linux, system libraries may not survive it."""
LENGTH = struct.Struct("<Q")
MUCH = 1 << 20

Item = TypeVar("Item", bound=Hashable)
Result = TypeVar("Result")
Consumed = TypeVar("Consumed", bound=Hashable, contravariant=True)
Produced = TypeVar("Produced", covariant=True)


class Work(Protocol[Consumed, Produced]):
    """What processes do. Items and results can be pickled."""

    def started(self) -> Callable[[Consumed], Produced]:
        """The function that makes the result of an item. Called once in each process, on a thread with a large stack."""

    def ended(self, item: Consumed, reason: str, *, is_slow: bool) -> Produced:
        """The result for an item with which its process ended: either the system ended it for its slowness, or it failed twice."""


class Fork(Generic[Item, Result]):
    """A process that works on the items of a part. Owned by what has made it."""

    def __init__(self, work: Work[Item, Result], others: Sequence[Fork[Item, Result]]) -> None:
        parts, self._parts = os.pipe()
        self.results, results = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            # What the others hold open would hide the end of this process from them.
            for each in (self._parts, self.results, *(descriptor for other in others for descriptor in (other._parts, other.results))):
                os.close(each)
            _serve(parts, results, work)
        os.close(parts)
        os.close(results)
        self._buffer = bytearray()
        self.number = -1
        """The number of the part."""
        self.items: deque[Item] = deque()
        """The items of the part that have no result yet."""

    def give(self, number: int, items: Sequence[Item]) -> None:
        """Let the process work on a part."""
        self.number = number
        self.items.extend(items)
        message = pickle.dumps(items)
        with suppress(BrokenPipeError):  # Its end is noticed when results are read.
            _write(self._parts, message)

    def take(self) -> list[Result] | None:
        """The results that have come; None if the process has ended. To be called when there is something to read."""
        data = os.read(self.results, MUCH)
        if not data:
            return None
        self._buffer += data
        found: list[Result] = []
        while len(self._buffer) >= LENGTH.size:
            (length,) = LENGTH.unpack_from(self._buffer)
            if len(self._buffer) < LENGTH.size + length:
                break
            found.append(pickle.loads(memoryview(self._buffer)[LENGTH.size : LENGTH.size + length]))
            del self._buffer[: LENGTH.size + length]
            self.items.popleft()
        return found

    def close(self) -> int:
        """Forget the process, which has ended or is about to; returns the number of the signal that ended it, or 0."""
        for each in (self._parts, self.results):
            os.close(each)
        _, status = os.waitpid(self.pid, 0)
        return os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0

    def kill(self) -> None:
        """End the process, which is idle or not wanted any more."""
        os.kill(self.pid, signal.SIGKILL)
        self.close()


def in_forks(parts: Sequence[Sequence[Item]], processes: int, work: Work[Item, Result]) -> Iterator[Result]:
    """The results of the items of all parts, in order. A part is worked on by one process."""
    forks = Forks(processes, work)
    try:
        yield from forks.results(parts)
    finally:
        forks.close()


class Forks(Generic[Item, Result]):
    """Processes that last until they are closed. Used on one thread."""

    def __init__(self, processes: int, work: Work[Item, Result]) -> None:
        self._processes = processes
        self._work = work
        self._forks: list[Fork[Item, Result]] = []

    def close(self) -> None:
        """End the processes."""
        while self._forks:
            self._forks.pop().kill()

    def results(self, parts: Sequence[Sequence[Item]]) -> Iterator[Result]:
        """The results of the items of all parts, in order, to be taken to the end. A part is worked on by one process."""
        gc.freeze()
        forks, work = self._forks, self._work
        waiting: deque[tuple[int, Sequence[Item]]] = deque(enumerate(parts))
        results: list[deque[Result]] = [deque() for _ in parts]
        missing = [len(each) for each in parts]
        # Items that a process ended with, which are tried once more: it may have ended for another reason.
        tried: set[Item] = set()
        number = 0
        for fork in forks:
            if waiting:
                fork.give(*waiting.popleft())
        while number < len(parts):
            while waiting and len(forks) < self._processes:
                forks.append(Fork(work, forks))
                forks[-1].give(*waiting.popleft())
            for fork in readable(forks):
                found = fork.take()
                if found is None:
                    forks.remove(fork)
                    found = after_end(fork, tried, work)
                    if fork.items:
                        waiting.appendleft((fork.number, [*fork.items]))
                results[fork.number].extend(found)
                missing[fork.number] -= len(found)
                if fork in forks and not fork.items and waiting:
                    fork.give(*waiting.popleft())
            while number < len(parts):
                while results[number]:
                    yield results[number].popleft()
                if missing[number]:
                    break
                number += 1


def readable(forks: Sequence[Fork[Item, Result]]) -> list[Fork[Item, Result]]:
    poll = select.poll()
    for fork in forks:
        if fork.items:
            poll.register(fork.results, select.POLLIN | select.POLLHUP)
    ready = {descriptor for descriptor, _ in poll.poll()}
    return [each for each in forks if each.results in ready]


def after_end(fork: Fork[Item, Result], tried: set[Item], work: Work[Item, Result]) -> list[Result]:
    """The result of the item that a process ended with; none if the item is to be tried again."""
    number = fork.close()
    item = fork.items[0]
    if number == signal.SIGXCPU:
        result = work.ended(item, "it takes too long", is_slow=True)
    elif item in tried:
        result = work.ended(item, f"its process ended with signal {number}" if number else "its process ended", is_slow=False)
    else:
        tried.add(item)
        return []
    fork.items.popleft()
    return [result]


def _serve(parts: int, results: int, work: Work[Item, Result]) -> None:
    """Work on the items of parts until there are none, and end this process."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    with suppress(BaseException):  # The one at the other end of the pipe notices.
        run_deep(lambda: _work_on_parts(parts, results, work))
    os._exit(0)


def _work_on_parts(parts: int, results: int, work: Work[Item, Result]) -> None:
    result_of = work.started()
    while (message := _read(parts)) is not None:
        for item in pickle.loads(message):
            try:
                _write(results, pickle.dumps(result_of(item)))
            except BrokenPipeError:
                return


def _write(descriptor: int, message: bytes) -> None:
    rest = memoryview(LENGTH.pack(len(message)) + message)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def _read(descriptor: int) -> bytes | None:
    """The next message; None at the end."""
    length = _exactly(descriptor, LENGTH.size)
    return None if length is None else _exactly(descriptor, LENGTH.unpack(length)[0])


def _exactly(descriptor: int, count: int) -> bytes | None:
    parts = bytearray()
    while len(parts) < count:
        part = os.read(descriptor, count - len(parts))
        if not part:
            return None
        parts += part
    return bytes(parts)
