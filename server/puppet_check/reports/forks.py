"""Checks files in forks of this process. A file whose check kills its process is named, and the rest goes on in a new one.

A fork has all modules already, so that it costs milliseconds, and even a few files are checked in one: this process always survives.
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
from collections.abc import Iterator, Sequence
from contextlib import suppress

from puppet_check.reports.findings import broken, given_up
from puppet_check.reports.records import Outcome
from puppet_check.reports.worker import Checked, Options, Worker, collect_seldom
from puppet_check.stack import run_deep

AVAILABLE = sys.platform == "linux"
"""Whether this system can fork safely: elsewhere than on Linux, system libraries may not survive it."""
LENGTH = struct.Struct("<Q")
MUCH = 1 << 20


class _Fork:
    """A process that checks the files of a part. Owned by `check_in_forks`."""

    def __init__(self, options: Options, others: Sequence[_Fork]) -> None:
        parts, self._parts = os.pipe()
        self.results, results = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            # What the others hold open would hide the end of this process from them.
            for each in (self._parts, self.results, *(descriptor for other in others for descriptor in (other._parts, other.results))):
                os.close(each)
            _serve(parts, results, options)
        os.close(parts)
        os.close(results)
        self._buffer = bytearray()
        self.number = -1
        """The number of the part."""
        self.paths: deque[str] = deque()
        """The files of the part that have not been checked yet."""

    def give(self, number: int, paths: Sequence[str]) -> None:
        """Let the process check a part."""
        self.number = number
        self.paths.extend(paths)
        message = pickle.dumps(paths)
        with suppress(BrokenPipeError):  # Its end is noticed when results are read.
            _write(self._parts, message)

    def take(self) -> list[Checked] | None:
        """The results that have come; None if the process has ended. To be called when there is something to read."""
        data = os.read(self.results, MUCH)
        if not data:
            return None
        self._buffer += data
        found: list[Checked] = []
        while len(self._buffer) >= LENGTH.size:
            (length,) = LENGTH.unpack_from(self._buffer)
            if len(self._buffer) < LENGTH.size + length:
                break
            found.append(pickle.loads(memoryview(self._buffer)[LENGTH.size : LENGTH.size + length]))
            del self._buffer[: LENGTH.size + length]
            self.paths.popleft()
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


def check_in_forks(parts: Sequence[Sequence[str]], processes: int, options: Options) -> Iterator[Checked]:
    """The results of the files of all parts, in order. A part is checked by one process."""
    gc.freeze()
    waiting: deque[tuple[int, Sequence[str]]] = deque(enumerate(parts))
    results: list[deque[Checked]] = [deque() for _ in parts]
    missing = [len(each) for each in parts]
    forks: list[_Fork] = []
    # Files that a process ended with, which are tried once more: it may have ended for another reason.
    tried: set[str] = set()
    number = 0
    try:
        while number < len(parts):
            while waiting and len(forks) < processes:
                forks.append(_Fork(options, forks))
                forks[-1].give(*waiting.popleft())
            for fork in _readable(forks):
                found = fork.take()
                if found is None:
                    forks.remove(fork)
                    found = _after_end(fork, tried)
                    if fork.paths:
                        waiting.appendleft((fork.number, [*fork.paths]))
                results[fork.number].extend(found)
                missing[fork.number] -= len(found)
                if fork in forks and not fork.paths and waiting:
                    fork.give(*waiting.popleft())
            while number < len(parts):
                while results[number]:
                    yield results[number].popleft()
                if missing[number]:
                    break
                number += 1
    finally:
        for fork in forks:
            fork.kill()


def _readable(forks: Sequence[_Fork]) -> list[_Fork]:
    poll = select.poll()
    for fork in forks:
        if fork.paths:
            poll.register(fork.results, select.POLLIN | select.POLLHUP)
    ready = {descriptor for descriptor, _ in poll.poll()}
    return [each for each in forks if each.results in ready]


def _after_end(fork: _Fork, tried: set[str]) -> list[Checked]:
    """The result of the file that a process ended with; none if the file is to be tried again."""
    number = fork.close()
    path = fork.paths[0]
    if number == signal.SIGXCPU:
        outcome = Outcome(given_up(path, "it takes too long"))
    elif path in tried:
        outcome = Outcome(broken(path, f"its process ended with signal {number}" if number else "its process ended"))
    else:
        tried.add(path)
        return []
    fork.paths.popleft()
    return [Checked(outcome, [])]


def _serve(parts: int, results: int, options: Options) -> None:
    """Check the files of parts until there are none, and end this process."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    with suppress(BaseException):  # The one at the other end of the pipe notices.
        if options.yields:
            os.nice(options.yields)
        collect_seldom()
        run_deep(lambda: _check_parts(parts, results, options))
    os._exit(0)


def _check_parts(parts: int, results: int, options: Options) -> None:
    worker = Worker(options, guards_process=True)
    while (message := _read(parts)) is not None:
        for path in pickle.loads(message):
            try:
                _write(results, pickle.dumps(worker.check(path)))
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
