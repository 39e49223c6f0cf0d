"""Checks files, many of them in several processes. A file whose check fails, or kills its process, is reported as such."""

from __future__ import annotations

import gc
import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from puppet_check.analysis import Analysis
from puppet_check.config import Configuration
from puppet_check.reports.findings import Report, broken
from puppet_check.reports.records import Outcome, cached_reports, check_file
from puppet_check.workspace.roots import CODE
from puppet_check.workspace.store import Record, Store
from puppet_check.workspace.workspace import Workspace

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

FEW = 40
"""Up to this many files are checked in less time than it takes to start more processes."""
RECURSION = 20_000
"""The recursion limit: an evaluation nests deeper than the default allows."""
YOUNG = 600_000
"""The number of new objects after which the garbage collector runs."""
CHUNK = 16
"""The smallest number of files in a chunk; those of one module go together, since they depend on each other."""
MOST = 96
"""The largest: otherwise one process would be left working alone at the end."""
TOGETHER = 200
"""How many records are stored at a time, which limits how many are lost if the process is killed."""
INSIDE = re.compile(rf"[/\\](?:{'|'.join(CODE)})[/\\]")
"""Where the folder of a module ends."""


class Options(NamedTuple):
    """The options of all processes."""

    configuration: Configuration = Configuration()
    store: str | None = None
    """Where records are stored; None: nowhere."""
    yields: int = 0
    """The nice value of the processes."""

    def workspace(self) -> Workspace:
        """A new workspace."""
        return Workspace(self.configuration, None if self.store is None else Store(self.store))


class Chunk(NamedTuple):
    """The results of a process for some files."""

    outcomes: list[Outcome]
    summaries: list[tuple[str, str, str]]
    """The summaries of other files that it read."""


def check_files(paths: Sequence[str], jobs: int, options: Options) -> Iterator[Report]:
    """The reports of all files, in their order; `jobs` is the number of processes, 0 for one per processor."""
    workspace = options.workspace()
    cached = {found.file: found for found in cached_reports(paths, workspace)}
    pending = [path for path in paths if path not in cached]
    if pending and options.yields and hasattr(os, "nice"):
        os.nice(options.yields)
    processes = jobs or _processors()
    if len(pending) <= FEW or processes == 1:
        chunks = _check_here(pending, workspace)
    else:
        chunks = _check_in_processes(pending, processes, options)
    fresh = _reports(chunks, workspace)
    for path in paths:
        yield cached.pop(path) if path in cached else next(fresh)
    for _ in fresh:
        pass


def _reports(chunks: Iterable[Chunk], workspace: Workspace) -> Iterator[Report]:
    """The reports of chunks, which are stored if possible."""
    records: list[tuple[str, Record]] = []
    summaries: list[tuple[str, str, str]] = []
    for chunk in chunks:
        yield from (outcome.report for outcome in chunk.outcomes)
        records += [(os.path.abspath(each.report.file), each.record) for each in chunk.outcomes if each.record is not None]
        summaries += chunk.summaries
        # What files define is wanted by other processes soon.
        if (len(records) >= TOGETHER or len(summaries) >= CHUNK) and workspace.store is not None:
            workspace.store.keep(records, summaries)
            records, summaries = [], []
    if workspace.store is not None:
        workspace.store.keep(records, summaries)


def _check_here(paths: Sequence[str], workspace: Workspace) -> Iterator[Chunk]:
    analysis = Analysis(workspace)
    for path in paths:
        yield Chunk([check_file(path, analysis)], workspace.summaries.take_fresh())


def _check_in_processes(paths: Sequence[str], processes: int, options: Options) -> Iterator[Chunk]:
    parts = [*_parts(paths)]
    while parts:
        done = 0
        for chunk in _check_while_whole(parts, processes, options):
            yield chunk
            done += 1
        if done < len(parts):
            # A process has ended, perhaps because of a file of this part; the others are tried again.
            yield from _check_one_by_one(parts[done], options)
            done += 1
        parts = parts[done:]


def _parts(paths: Sequence[str]) -> Iterator[list[str]]:
    """The files in their order, in parts that end where a module ends if they can."""
    part: list[str] = []
    for path in paths:
        if len(part) >= MOST or (len(part) >= CHUNK and _module(path) != _module(part[-1])):
            yield part
            part = []
        part.append(path)
    if part:
        yield part


def _module(path: str) -> str:
    """The folder of the module that a file seems to be in."""
    inside = INSIDE.search(path)
    return os.path.dirname(path) if inside is None else path[: inside.start()]


def _check_while_whole(parts: Sequence[Sequence[str]], processes: int, options: Options) -> Iterator[Chunk]:
    """The results of the first chunks: those until a process dies."""
    from concurrent.futures.process import BrokenProcessPool  # measured: 15 ms

    with _interruptible(), _executor(processes) as executor:
        try:
            futures = [executor.submit(_check_chunk, part, options) for part in parts]
            for future in futures:
                yield future.result()
        except BrokenProcessPool:
            return


@contextmanager
def _interruptible() -> Iterator[None]:
    """Lets Ctrl-C end everything at once; the executor would wait for all files first, or forever if it is interrupted early."""
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


def _check_one_by_one(paths: Sequence[str], options: Options) -> Iterator[Chunk]:
    """The results of files one of which may have killed its process."""
    from concurrent.futures.process import BrokenProcessPool

    for path in paths:
        with _executor(1) as executor:
            try:
                yield executor.submit(_check_chunk, [path], options).result()
            except BrokenProcessPool:
                yield Chunk([Outcome(broken(path, "its process ended"))], [])


def collect_seldom() -> None:
    """Collect garbage seldom: trees contain no reference cycles, but evaluations leave some."""
    gc.set_threshold(YOUNG, 50, 1000)


def _check_chunk(paths: Sequence[str], options: Options) -> Chunk:
    collect_seldom()
    sys.setrecursionlimit(RECURSION)
    analysis = Analysis(_workspace(options))
    return Chunk([check_file(path, analysis) for path in paths], analysis.workspace.summaries.take_fresh())


@lru_cache(1)
def _workspace(options: Options) -> Workspace:
    """The workspace of one process, for all files that it checks."""
    return options.workspace()


def _executor(processes: int) -> ProcessPoolExecutor:
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    # A fork has all modules already; elsewhere than on Linux it is not safe. What is started anew must not import from the current folder.
    os.environ["PYTHONSAFEPATH"] = "1"
    return ProcessPoolExecutor(processes, get_context("fork" if sys.platform == "linux" else None), _end_with_parent)


def _end_with_parent() -> None:
    """End this process when its parent is killed."""
    from multiprocessing import parent_process
    from threading import Thread

    parent = parent_process()

    def wait() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    Thread(target=wait, daemon=True).start()


def _processors() -> int:
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1
