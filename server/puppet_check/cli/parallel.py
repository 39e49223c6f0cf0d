"""Checks files, many of them in several processes. A file whose check breaks, or breaks its process, is reported as such."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING

from puppet_check.analysis import Analysis
from puppet_check.cli.findings import Report, broken, report
from puppet_check.workspace.workspace import Workspace

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

FEW = 40
"""Up to this many files are checked sooner than further processes are started."""
RECURSION = 20_000
"""How deeply Python may nest: an evaluation nests deeper than its default allows."""
CHUNK = 16
"""How many files a process is given at a time."""


def check_file(path: str, analysis: Analysis) -> Report:
    """The report of one file."""
    try:
        checked = analysis.check(path)
        return report(path, checked.text, checked.diagnostics)
    except Exception as error:
        return broken(path, _told(error))


def _told(error: Exception) -> str:
    """An error and where it was raised, in one line."""
    from traceback import extract_tb  # only a bug needs it

    *_, frame = extract_tb(error.__traceback__)
    return f"{type(error).__name__}: {error}, {os.path.basename(frame.filename)} line {frame.lineno}"


def check_files(paths: Sequence[str], jobs: int, modulepath: Sequence[str] = ()) -> Iterator[Report]:
    """The reports of all files, in their order; `jobs` is the number of processes, 0 for one per processor."""
    processes = jobs or _processors()
    if len(paths) <= FEW or processes == 1:
        analysis = Analysis(Workspace(modulepath))
        yield from (check_file(path, analysis) for path in paths)
    else:
        yield from _check_in_processes(paths, processes, modulepath)


def _check_in_processes(paths: Sequence[str], processes: int, modulepath: Sequence[str]) -> Iterator[Report]:
    from concurrent.futures.process import BrokenProcessPool  # measured: 15 ms

    chunks = [paths[start : start + CHUNK] for start in range(0, len(paths), CHUNK)]
    with _interruptible(), _executor(processes) as executor:
        futures = [executor.submit(_check_chunk, chunk, tuple(modulepath)) for chunk in chunks]
        for chunk, future in zip(chunks, futures, strict=True):
            try:
                yield from future.result()
            except BrokenProcessPool:
                yield from _check_one_by_one(chunk, tuple(modulepath))


@contextmanager
def _interruptible() -> Iterator[None]:
    """Lets Ctrl-C end everything at once; the executor would wait for all files first, or for ever when it is interrupted early."""
    import signal
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


def _check_one_by_one(paths: Sequence[str], modulepath: tuple[str, ...]) -> Iterator[Report]:
    """The reports of files of which one may have killed its process."""
    from concurrent.futures.process import BrokenProcessPool

    for path in paths:
        with _executor(1) as executor:
            try:
                yield from executor.submit(_check_chunk, [path], modulepath).result()
            except BrokenProcessPool:
                yield broken(path, "its process ended")


def _check_chunk(paths: Sequence[str], modulepath: tuple[str, ...]) -> list[Report]:
    gc.disable()
    sys.setrecursionlimit(RECURSION)
    analysis = Analysis(_workspace(modulepath))
    return [check_file(path, analysis) for path in paths]


@lru_cache(1)
def _workspace(modulepath: tuple[str, ...]) -> Workspace:
    """What one process knows of other files, for all that it checks."""
    return Workspace(modulepath)


def _executor(processes: int) -> ProcessPoolExecutor:
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    # A fork has all modules already; elsewhere than on Linux it is not safe.
    return ProcessPoolExecutor(processes, get_context("fork" if sys.platform == "linux" else None))


def _processors() -> int:
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1
