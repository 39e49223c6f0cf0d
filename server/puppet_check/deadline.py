"""Deadline: ends a step of a thread that takes too long, and the process if even that is not possible.

What can grow is limited where it grows, by steps and sizes (`puppet_typesys.evaluate.budget`). Behind that is this watch on the clock, for
what no budget counts. It counts the processor time of the thread, in units of what this machine needs for a fixed piece of work, so that a
slow or busy machine does not give up more than a fast one.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable
from functools import cache
from typing import TypeVar

from puppet_check.reading.files import METER
from puppet_check.stack import HAS_THREADS

SECONDS = 1.2
"""What a step may take in any case, in seconds of a machine as fast as the one where `WORK` was measured."""
PER_BYTE = 20e-6
"""What it may take in addition for each byte that it is about, or that is read in the meantime."""
WORK, WORK_SECONDS = 4_000, 0.0003
"""Rounds of a loop, and the processor time that they took."""
INTERVAL = 0.1
"""The seconds between two looks at the clock."""
HANGING = 4
"""The seconds beyond those of the step after which the system ends a process in which not even the watch runs any more."""
AGAIN = 1.0
"""The seconds after which a step that goes on gets the exception again, which a destructor or a function called by C may have lost."""
DELIVERY = 0.05
"""The seconds for which a step that ends just in time waits for an exception that is on its way."""
MORE_MEMORY, MEMORY_PER_BYTE = 1 << 30, 200
"""How many bytes more than before the check of a file may take, in any case and for each of its bytes."""
WATCHED_MEMORY = 100 << 20
"""How many bytes more than before a step may take whose memory is watched, in addition to those for each byte that was read."""

T = TypeVar("T")


class GivenUp(BaseException):
    """Raised in the thread of a step that has taken too long. It leaves what the step was about to change half changed."""


def allowed(size: int) -> float:
    """The processor time in seconds that a step about so many bytes may take here."""
    return (SECONDS + PER_BYTE * size) * slowness()


def too_long(seconds: float) -> str:
    """Why a step was given up that was to take no more than some seconds."""
    return f"it takes more than {seconds:.0f} s"


@cache
def slowness() -> float:
    """How many times as long as expected this machine takes for a piece of work; at least 1."""
    started = time.thread_time()
    total = 0
    for number in range(WORK):
        total += number & 3
    return max(1.0, (time.thread_time() - started) / WORK_SECONDS)


class _Step:
    """A running step."""

    def __init__(self, seconds: float, yields: bool, memory: int | None) -> None:
        self.thread = threading.get_ident()
        self.clock = _clock(self.thread)
        self.started = self.clock()
        self.seconds = seconds
        self.yields = yields
        self.memory = memory
        self.read_before = METER.total
        self.is_hurried = False
        self.is_over = False
        self.is_ended = False
        """Whether GivenUp has been raised in it, or is about to be."""
        self.raised_at = 0.0
        """When that was, on the clock of the watch."""

    def close(self) -> None:
        """Note that it is over."""
        self.is_over = True

    def hurry(self, seconds: float) -> None:
        """Let it take no more than so many seconds in all."""
        self.is_hurried = True
        self.seconds = seconds

    def give_up(self) -> None:
        """Note that GivenUp is about to be raised in it, for the first time or again."""
        self.raised_at = time.monotonic()
        self.is_ended = True


class Deadline:
    """Limits the steps of one thread, which run one at a time. `hurry` may be called on any thread."""

    def __init__(self, *, guards_process: bool = False) -> None:
        """With `guards_process`, the system ends the process if a step cannot be ended otherwise, as far as the system can do that."""
        self._step: _Step | None = None
        self._begun = threading.Event()
        self._watch: threading.Thread | None = None
        self._guards_process = guards_process
        self.was_hurried = False
        """Whether the last step that was given up had less time than it was to have, because of `hurry`."""
        self.was_large = False
        """Whether the last step that was given up took too much memory, not too much time."""

    def run(self, make: Callable[[], T], seconds: float, *, yields: bool = False, watches_memory: bool = False) -> T:
        """Call a function. Raises GivenUp when it has taken so many seconds of processor time, and more than what it read accounts for.

        One that `yields` gets less time when `hurry` is called meanwhile. With `watches_memory`, the memory of a process that does nothing
        else is limited too. Without threads nothing watches.
        """
        if not HAS_THREADS:
            return make()
        if self._watch is None:
            self._watch = threading.Thread(target=self._run, name="deadline", daemon=True)
            self._watch.start()
        self._step = step = _Step(seconds, yields, _resident() if watches_memory and self._guards_process else None)
        self._begun.set()
        try:
            return make()
        finally:
            self._close(step)

    def _close(self, step: _Step) -> None:
        """Note that a step is over, even if the exception comes at this moment."""
        while not step.is_over or self._step is not None:
            try:
                self._step = None
                step.close()
            except GivenUp:
                continue
        if step.is_ended:
            _await_exception()

    def hurry(self, seconds: float) -> None:
        """Let the running step take no more than so many seconds in all, if there is one that yields."""
        step = self._step
        if step is not None and step.yields and seconds < step.seconds:
            step.hurry(seconds)

    def _run(self) -> None:
        while True:
            if self._step is None:
                self._begun.wait()
            self._begun.clear()
            while (step := self._step) is not None:
                if self._guards_process:
                    _limit_processor_time(step.seconds + HANGING)
                self._look_at(step)
                time.sleep(INTERVAL)

    def _look_at(self, step: _Step) -> None:
        if step.is_ended:
            self._raise_again(step)
            return
        is_large = _is_large(step)
        if not is_large and not _is_late(step):
            return
        raise_exception = _raising()
        self.was_large = is_large
        self.was_hurried = step.is_hurried
        step.give_up()
        if not step.is_over:
            raise_exception(step.thread)

    def _raise_again(self, step: _Step) -> None:
        if not step.is_over and time.monotonic() - step.raised_at > AGAIN:
            step.give_up()
            _raising()(step.thread)


def _is_late(step: _Step) -> bool:
    taken = step.clock() - step.started
    return taken >= step.seconds + PER_BYTE * (METER.total - step.read_before) * slowness()


def _is_large(step: _Step) -> bool:
    """Whether the memory of a step is watched, and is more than what all that was read accounts for."""
    if step.memory is None:
        return False
    return (_resident() or 0) - step.memory >= WATCHED_MEMORY + MEMORY_PER_BYTE * METER.total


def _resident() -> int | None:
    """The bytes of memory of this process, where the system tells them."""
    sizes = _memory()
    return None if sizes is None else sizes[1]


def _memory() -> tuple[int, int] | None:
    """The bytes of the address space of this process, and those of it that are in memory, where the system tells them."""
    try:
        with open("/proc/self/statm", "rb") as file:
            whole, resident, *_ = map(int, file.readline().split())
    except (OSError, ValueError):
        return None
    size = os.sysconf("SC_PAGE_SIZE")
    return whole * size, resident * size


def _await_exception() -> None:
    try:
        time.sleep(DELIVERY)
    except GivenUp:
        return


@cache
def _raising() -> Callable[[int], object]:
    """A function that raises GivenUp in a thread."""
    import ctypes  # measured: 8 ms, and it is seldom needed

    tell = sys.unraisablehook

    def tell_of_others(lost: sys.UnraisableHookArgs) -> None:
        if lost.exc_type is not GivenUp:
            tell(lost)

    sys.unraisablehook = tell_of_others

    def raise_exception(thread: int) -> object:
        return ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(GivenUp))

    return raise_exception


def _clock(thread: int) -> Callable[[], float]:
    """A clock of the processor time of a thread, where the system has one; otherwise of the process."""
    find: Callable[[int], int] | None = getattr(time, "pthread_getcpuclockid", None)
    if find is None:
        return time.process_time
    number = find(thread)

    def clock() -> float:
        try:
            return time.clock_gettime(number)
        except OSError:  # The thread has just ended, and its step with it.
            return 0.0

    return clock


def _limit_processor_time(seconds: float) -> None:
    """Let the system end this process after so many more seconds, unless this is called again before."""
    try:
        import resource  # not on Windows
    except ImportError:
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    limit = int(used.ru_utime + used.ru_stime + seconds) + 1
    if most == resource.RLIM_INFINITY or limit < most:
        resource.setrlimit(resource.RLIMIT_CPU, (limit, most))


def lift_memory_limit() -> None:
    """Let this process have as much memory as the system allows, after `limit_memory`."""
    try:
        import resource
    except ImportError:
        return
    if _memory() is not None:
        _, most = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def limit_memory(size: int) -> None:
    """Let this process have at most a part more memory than now, and what a file of a size may need, where the system can do that.

    Whoever asks for more gets a MemoryError.
    """
    try:
        import resource
    except ImportError:
        return
    sizes = _memory()
    if sizes is None:
        return
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    limit = sizes[0] + MORE_MEMORY + MEMORY_PER_BYTE * size
    if most == resource.RLIM_INFINITY or limit < most:
        resource.setrlimit(resource.RLIMIT_AS, (limit, most))
