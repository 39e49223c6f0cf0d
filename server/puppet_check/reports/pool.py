"""Checks files in a pool of processes, on systems where this one cannot be forked. A file whose check kills its process is named."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING

from puppet_check.garbage import collect_seldom
from puppet_check.reports.findings import broken
from puppet_check.reports.records import Outcome
from puppet_check.reports.worker import Checked, Options, WorkerThread

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor  # only for several workers


def check_in_pool(parts: Sequence[Sequence[str]], processes: int, options: Options) -> Iterator[Checked]:
    """The results of the files of all parts, in order. A part is checked by one process."""
    parts = [*parts]
    while parts:
        done = 0
        for found in _check_while_whole(parts, processes, options):
            yield from found
            done += 1
        if done < len(parts):
            # A process has ended, perhaps because of a file of this part; the others are tried again.
            yield from _check_one_by_one(parts[done], options)
            done += 1
        parts = parts[done:]


def _check_while_whole(parts: Sequence[Sequence[str]], processes: int, options: Options) -> Iterator[list[Checked]]:
    """The results of the first parts: those until a process dies."""
    from concurrent.futures.process import BrokenProcessPool  # measured: 15 ms

    with _interruptible(), _executor(processes) as executor:
        try:
            futures = [executor.submit(_check_part, part, options) for part in parts]
            for future in futures:
                yield future.result()
        except BrokenProcessPool:
            return


@contextmanager
def _interruptible() -> Iterator[None]:
    """Lets Ctrl-C end everything at once; the executor would wait for all files first, or forever if it is interrupted early."""
    import signal  # only for several workers
    from multiprocessing import active_children

    def end(number: int, frame: object) -> None:
        for process in active_children():
            process.kill()
        os._exit(128 + number)

    before = signal.signal(signal.SIGINT, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _check_one_by_one(paths: Sequence[str], options: Options) -> Iterator[Checked]:
    """The results of files one of which may have killed its process."""
    from concurrent.futures.process import BrokenProcessPool  # only after a worker was killed

    for path in paths:
        with _executor(1) as executor:
            try:
                yield from executor.submit(_check_part, [path], options).result()
            except BrokenProcessPool:
                yield Checked(Outcome(broken(path, "its process ended")), [])


def _check_part(paths: Sequence[str], options: Options) -> list[Checked]:
    if options.yields and hasattr(os, "nice"):
        os.nice(options.yields - os.nice(0))
    worker = _worker(options)
    return [worker.check(path) for path in paths]


@lru_cache(1)
def _worker(options: Options) -> WorkerThread:
    """The worker of this process, for all files that it checks."""
    collect_seldom()
    return WorkerThread(options)


def _executor(processes: int) -> ProcessPoolExecutor:
    from concurrent.futures import ProcessPoolExecutor  # only for several workers
    from multiprocessing import get_context

    # What is started anew must not import from the current folder.
    os.environ["PYTHONSAFEPATH"] = "1"
    return ProcessPoolExecutor(processes, get_context("spawn"), _end_with_parent)


def _end_with_parent() -> None:
    """End this process when its parent is killed."""
    from multiprocessing import parent_process  # only in processes of workers
    from threading import Thread

    parent = parent_process()

    def wait() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    Thread(target=wait, daemon=True).start()
