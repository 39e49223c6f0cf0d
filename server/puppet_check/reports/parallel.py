"""Checks files, many of them in several processes. A file whose check fails, or kills its process, is reported as such."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Generic

from puppet_check.reading.dependencies import RECORDER
from puppet_check.reports import forks
from puppet_check.reports.findings import Report
from puppet_check.reports.forks import Item, Result, Work
from puppet_check.reports.pool import check_in_pool
from puppet_check.reports.preload import preload_all
from puppet_check.reports.records import by_project, cached_reports, keep_states
from puppet_check.reports.states import ProjectNames, begin, unchanged
from puppet_check.reports.worker import Catalogs, Checked, Checking, CheckingWithCatalogs, Earlier, Found, Options, check_each
from puppet_check.stack import run_deep
from puppet_check.workspace.known import Known
from puppet_check.workspace.roots import CODE
from puppet_check.workspace.store import Record
from puppet_check.workspace.workspace import Read, Workspace
from puppet_grammar.patterns import lazy_pattern

FEW = 40
"""Up to this many files are checked in less time than it takes to start more processes."""
CHUNK = 16
"""The smallest number of files in a chunk; those of one module go together, since they depend on each other."""
LARGEST_CHUNK = 96
"""The largest: otherwise one process would be left working alone at the end."""
TOGETHER = 200
"""How many records are stored at a time, which limits how many are lost if the process is killed."""
INSIDE = lazy_pattern(rf"[/\\](?:{'|'.join(CODE)})[/\\]")
"""Where the folder of a module ends."""


def check_files(paths: Sequence[str], jobs: int, options: Options) -> Iterator[Report]:
    """The reports of all files, in their order; `jobs` is the number of processes, 0 for one per processor."""
    return (each for each in check_with_catalogs(paths, jobs, options, None) if isinstance(each, Report))


def check_with_catalogs(paths: Sequence[str], jobs: int, options: Options, catalogs: Catalogs | None) -> Iterator[Report | Found]:
    """The same, and somewhere among them what is found about some catalogs."""
    workspace = options.workspace()
    is_kept = options.fixing is None and not options.unsaved
    cached: dict[str, Report] = {}
    keys: list[tuple[str, str]] = []
    """The records whose state is to be noted, by the path of the file and by key."""
    names = ProjectNames(workspace)
    for report, key, state in cached_reports(paths, names, workspace):
        if options.fixing is None or not _is_fixable(report):
            cached[report.file] = report
            keys += [(report.file, key)] if state.whole != workspace.known(report.file).state else []
    pending = [path for path in paths if path not in cached]
    if len(pending) > options.most_recorded:
        RECORDER.stop()
        options = options._replace(is_recorded=False)
    processes = jobs or processors()
    read = None
    if len(pending) <= FEW:
        processes = 1
    else:
        options = options._replace(notes_names=workspace.store is not None)
        begin(pending, workspace)  # For a few files, all answers take less time than all files of their projects.
        if forks.AVAILABLE and options.formatting is None:
            read = workspace.read_ahead(pending)
            if processes > 1:
                preload_all()
    earlier = catalogs.earlier(workspace, names) if catalogs is not None and is_kept and workspace.store is not None else None
    if catalogs is not None and earlier is not None:
        catalogs = catalogs.beside(earlier.known)
        if earlier.is_whole:
            yield catalogs.found(workspace)
            catalogs = None
    checked = _checked(pending, processes, options, read) if catalogs is None else _with(catalogs, pending, processes, options, read)
    found: Found | None = None
    left = iter(paths)
    for each in _reports(checked, workspace, names, keys):
        if isinstance(each, Found):
            yield (found := each)
            continue
        for path in left:
            if path not in cached:
                yield each
                break
            yield cached.pop(path)
    yield from map(cached.pop, left)
    if is_kept:
        _keep(by_project(keys, workspace), names, workspace, earlier, found)


def _keep(
    keys: Mapping[Known, Sequence[str]], names: ProjectNames, workspace: Workspace, earlier: Earlier | None, found: Found | None
) -> None:
    """Store the states in which the records with some keys hold, and what was found about catalogs, if their projects are unchanged."""
    same = unchanged({*keys, *(() if earlier is None else earlier.projects)})
    keep_states({known: several for known, several in keys.items() if known in same}, names, workspace)
    if earlier is not None and same.issuperset(earlier.projects):
        earlier.keep(() if found is None else found.parts)


def _is_fixable(report: Report) -> bool:
    return any(each.fixes for each in report.findings)


def _checked(paths: Sequence[str], processes: int, options: Options, read: Read | None) -> Iterator[Checked]:
    if forks.AVAILABLE:
        return forks.in_forks([*_parts(paths)], processes, Checking(options, read))
    if processes == 1:
        return check_each(paths, options)
    return check_in_pool([*_parts(paths)], processes, options)


def _with(catalogs: Catalogs, paths: Sequence[str], processes: int, options: Options, read: Read | None) -> Iterator[Checked | Found]:
    """The results of files, and what is found about catalogs."""
    if not forks.AVAILABLE:
        found = run_deep(partial(catalogs.found, Workspace(options.configuration)))
        return chain((found,), _checked(paths, processes, options, read))
    parts: list[list[str | Catalogs]] = [[*part] for part in _parts(paths)]
    if processes == 1:
        # What the files have read is there then.
        parts.append([catalogs])
    else:
        # It takes longest, and the processes that are idle meanwhile check files.
        parts.insert(0, [catalogs])
    return forks.in_forks(parts, processes, CheckingWithCatalogs(Checking(options, read)))


def _reports(
    checked: Iterable[Checked | Found], workspace: Workspace, names: ProjectNames, keys: list[tuple[str, str]]
) -> Iterator[Report | Found]:
    """The reports of files, which are stored if possible; `keys` gets the paths and keys of those that are, `names` what they show."""
    records: list[tuple[str, Record]] = []
    summaries: list[tuple[str, str]] = []
    for each in checked:
        RECORDER.add(each.dependencies)
        if isinstance(each, Found):
            yield each
            continue
        outcome, read = each.outcome, each.summaries
        yield outcome.report
        if outcome.record is not None:
            records.append(outcome.record)
            keys.append((outcome.report.file, outcome.record[0]))
            names.add(os.path.abspath(outcome.report.file), outcome.record[1])
        summaries += read
        # What files define is wanted by other processes soon.
        if (len(records) >= TOGETHER or len(summaries) >= CHUNK) and workspace.store is not None:
            workspace.store.keep(records, summaries)
            records, summaries = [], []
    if workspace.store is not None:
        workspace.store.keep(records, summaries)


def _parts(paths: Sequence[str]) -> Iterator[list[str]]:
    """The files in their order, in parts that end where a module ends if they can."""
    part: list[str] = []
    for path in paths:
        if len(part) >= LARGEST_CHUNK or (len(part) >= CHUNK and _module(path) != _module(part[-1])):
            yield part
            part = []
        part.append(path)
    if part:
        yield part


def _module(path: str) -> str:
    """The folder of the module that a file seems to be in."""
    inside = INSIDE.search(path)
    return os.path.dirname(path) if inside is None else path[: inside.start()]


def in_processes(items: Sequence[Item], jobs: int, work: Work[Item, Result]) -> Iterator[Result]:
    """The results of a few items that take long, in their order; `jobs` as in `check_files`."""
    if forks.AVAILABLE:
        return forks.in_forks([[each] for each in items], min(jobs or processors(), len(items)), work)
    result_of = work.started()
    return (run_deep(partial(result_of, each)) for each in items)


class Processes(Generic[Item, Result]):
    """Processes for a few items that take long, which last until they are closed. Used on one thread."""

    def __init__(self, jobs: int, work: Work[Item, Result]) -> None:
        """`jobs` as in `check_files`."""
        self._forks = forks.Forks(jobs or processors(), work) if forks.AVAILABLE else None
        self._work = work
        self._result_of: Callable[[Item], Result] | None = None

    def results(self, items: Sequence[Item]) -> Iterator[Result]:
        """The results of items, in their order, to be taken to the end."""
        if self._forks is not None:
            return self._forks.results([[each] for each in items])
        result_of = self._result_of = self._result_of or self._work.started()
        return (run_deep(partial(result_of, each)) for each in items)

    def close(self) -> None:
        """End the processes; others are started for what follows."""
        self._result_of = None
        if self._forks is not None:
            self._forks.close()


def processors() -> int:
    """The number of processors that this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1
