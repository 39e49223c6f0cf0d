"""Threads with a large stack, for code that nests deeply: evaluation, and whatever walks values and types."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import TypeVar

SIZE = 256 << 20
"""Bytes of stack; only what is used is allocated."""
RECURSION = 20_000
"""The recursion limit of Python code, for which the stack suffices by far."""

HAS_THREADS = sys.platform != "emscripten"
"""Whether there are threads: WebAssembly in a browser has none, and its stack is as large as the page makes it."""

T = TypeVar("T")


def start_deep(run: Callable[[], None]) -> threading.Thread:
    """A started daemon thread with a large stack."""
    sys.setrecursionlimit(RECURSION)
    before = threading.stack_size(SIZE)
    try:
        thread = threading.Thread(target=run, name="deep", daemon=True)
        thread.start()
    finally:
        threading.stack_size(before)
    return thread


def run_deep(run: Callable[[], T]) -> T:
    """The result of a function that is called on a thread with a large stack. Ctrl-C interrupts the waiting."""
    if not HAS_THREADS:
        return run()
    results: list[T] = []
    failures: list[BaseException] = []

    def body() -> None:
        try:
            results.append(run())
        except BaseException as error:
            failures.append(error)

    thread = start_deep(body)
    while thread.is_alive():
        thread.join(0.5)
    if failures:
        raise failures.pop()
    return results.pop()
