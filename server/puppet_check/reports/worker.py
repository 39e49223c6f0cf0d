"""What a process that checks files does: one file after the other, each with a limit of time and memory."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import inf
from queue import SimpleQueue
from typing import Protocol

from puppet_check.analysis import Analysis
from puppet_check.config import Configuration
from puppet_check.deadline import Deadline, GivenUp, allowed, lift_memory_limit, limit_memory, too_long
from puppet_check.fixing import Fixing
from puppet_check.formatting.style import Formatting
from puppet_check.reading.dependencies import RECORDER, Key, State
from puppet_check.reading.places import state
from puppet_check.reports.findings import Finding, broken, given_up
from puppet_check.reports.records import Outcome, check_file, fix_file
from puppet_check.reports.states import ProjectNames
from puppet_check.stack import start_deep
from puppet_check.workspace.known import Known
from puppet_check.workspace.store import LARGEST_STORE, Store
from puppet_check.workspace.trace import Trace
from puppet_check.workspace.workspace import Read, Workspace
from puppet_grammar.named import NamedTuple

FIXING = 20
"""How many times as long as its check the fixing of a file may take."""


class Options(NamedTuple):
    """The options of all processes."""

    configuration: Configuration = Configuration()
    store: str | None = None
    """Where records are stored; None: nowhere."""
    most_stored: int = LARGEST_STORE
    """The size in bytes past which records are removed that were not used for long."""
    yields: int = 0
    """The nice value of the processes."""
    unsaved: tuple[tuple[str, bytes], ...] = ()
    """Texts that replace those of files, by path."""
    fixing: Fixing | None = None
    """How the files are fixed; None: not at all."""
    formatting: Formatting | None = None
    """How the files are formatted instead of being checked; None: they are checked."""
    is_recorded: bool = False
    """Whether the files and folders that results depend on are noted."""
    notes_names: bool = False
    """Whether records of manifests say what other files may ask about names."""
    most_recorded: float = inf
    """How many files may have to be checked for that; for more, nothing is noted any more."""

    def workspace(self, read: Read | None = None) -> Workspace:
        """A new workspace, which may take over what another one has read."""
        store = None if self.store is None else Store(self.store, self.most_stored)
        return Workspace(self.configuration, store, notes_fresh=True, read=read)


class Checked(NamedTuple):
    """The result for one file."""

    outcome: Outcome
    summaries: list[tuple[str, str]]
    """The summaries of other files that were read for it."""
    dependencies: dict[Key, State] | None = None
    """The files and folders that were asked for since the result before, if they are noted; None if they are not certain."""


class Catalogs(Protocol):
    """The catalogs that begin in files, as an item of the work of a process; it can be pickled."""

    def __hash__(self) -> int: ...

    @property
    def paths(self) -> tuple[str, ...]:
        """The files."""

    def found(self, workspace: Workspace) -> Found:
        """What is wrong with them."""

    def earlier(self, workspace: Workspace, names: ProjectNames) -> Earlier:
        """What an earlier run has found."""

    def beside(self, known: Sequence[FoundPart]) -> Catalogs:
        """The same of which some parts are known."""


class Earlier(Protocol):
    """What earlier runs have found about catalogs, in the cache."""

    @property
    def projects(self) -> Sequence[Known]:
        """The projects that the findings depend on, with their states before the checks."""

    @property
    def is_whole(self) -> bool:
        """Whether all parts are known."""

    @property
    def known(self) -> Sequence[FoundPart]:
        """The parts that are cached and still hold."""

    def keep(self, made: Sequence[FoundPart]) -> None:
        """Store other parts, and that all of them hold in the states in which the projects still are."""


PartName = tuple[str, str, str]
"""What is looked for in catalogs, the folder of the project, and that of the module or nothing."""


class FoundPart(NamedTuple):
    """What is found about some catalogs, whatever is found about others."""

    name: PartName
    findings: dict[str, list[Finding]]
    """By the absolute paths of files."""
    is_complete: bool = True
    """Whether none was given up because of time or memory, or a failure of ours."""
    trace: Trace | None = None
    """What that depends on; None if it may be any file."""


class Found(NamedTuple):
    """What is found about catalogs."""

    findings: dict[str, list[Finding]]
    """By the absolute paths of files."""
    is_complete: bool = True
    """As that of a part."""
    parts: tuple[FoundPart, ...] = ()
    """The parts that were computed."""
    dependencies: dict[Key, State] | None = None
    """As those of `Checked`."""


class Worker:
    """Checks files with a workspace of its own. Used on one thread, whose stack is deep (`puppet_check.stack`)."""

    def __init__(self, options: Options, read: Read | None = None, *, guards_process: bool) -> None:
        """With `guards_process`, the system ends this process if a check cannot be ended otherwise, and limits its memory.

        `read` is what the process has read that this one is a fork of.
        """
        self._options = options
        self._read = read
        if options.is_recorded:
            if RECORDER.is_on:
                RECORDER.take()  # In a fork, what was noted before it is that of the other process.
            else:
                RECORDER.start()
        self._deadline = Deadline(guards_process=guards_process)
        self._guards_process = guards_process
        self._analysis = self._new_analysis()

    def check(self, path: str) -> Checked:
        """Check a file."""
        size = self._size(path)
        if self._guards_process:
            limit_memory(size)
        seconds = allowed(size) * (1 if self._options.fixing is None else FIXING)
        try:
            outcome = self._deadline.run(lambda: self._outcome(path), seconds)
        except GivenUp:
            outcome = self._given_up(path, too_long(seconds))
        except MemoryError:
            outcome = self._given_up(path, "it takes too much memory")
        noted = RECORDER.take() if self._options.is_recorded else None
        return Checked(outcome, self._analysis.workspace.summaries.take_fresh(), noted)

    def look_at(self, catalogs: Catalogs) -> Found:
        """Find what is wrong with catalogs, with what the checks of files have read."""
        if self._guards_process:
            # What was allowed for the last file is not for these; their evaluations have limits of their own.
            lift_memory_limit()
        found = catalogs.found(self._analysis.workspace)
        return found._replace(dependencies=RECORDER.take()) if self._options.is_recorded else found

    def _outcome(self, path: str) -> Outcome:
        formatting = self._options.formatting
        if formatting is not None:
            from puppet_check.reports.formats import format_file  # takes longer than checking a file

            return Outcome(format_file(path, self._options.configuration, formatting, dict(self._options.unsaved).get(path)))
        fixing = self._options.fixing
        if fixing is not None:
            return fix_file(path, self._analysis, fixing)
        return check_file(path, self._analysis, notes_names=self._options.notes_names)

    def _given_up(self, path: str, reason: str) -> Outcome:
        # What was about to be computed may be half there.
        self._analysis = self._new_analysis()
        return Outcome(given_up(path, reason)._replace(failed=self._options.formatting is not None, refusal=reason))

    def _new_analysis(self) -> Analysis:
        analysis = Analysis(self._options.workspace(self._read))
        for path, text in self._options.unsaved:
            analysis.open(path, text)
        return analysis

    def _size(self, path: str) -> int:
        for name, text in self._options.unsaved:
            if name == path:
                return len(text)
        status = state(path)
        return 0 if status is None else status.st_size


class Checking(NamedTuple):
    """The check of files, as the `Work` of processes of their own (`reports/forks.py`)."""

    options: Options
    read: Read | None = None
    """What this process has read for all of them."""

    def started(self) -> Callable[[str], Checked]:
        """The function that checks a file."""
        return self.worker().check

    def worker(self) -> Worker:
        """The worker of a process."""
        if self.options.yields:
            os.nice(self.options.yields)
        return Worker(self.options, self.read, guards_process=True)

    def ended(self, item: str, reason: str, *, is_slow: bool) -> Checked:
        """The result for a file with whose check the process ended."""
        return Checked(Outcome(given_up(item, reason) if is_slow else broken(item, reason)), [])


class CheckingWithCatalogs(NamedTuple):
    """The check of files and of the catalogs that begin in them."""

    checking: Checking

    def started(self) -> Callable[[str | Catalogs], Checked | Found]:
        """The function that checks a file, or evaluates catalogs."""
        worker = self.checking.worker()
        return lambda item: worker.check(item) if isinstance(item, str) else worker.look_at(item)

    def ended(self, item: str | Catalogs, reason: str, *, is_slow: bool) -> Checked | Found:
        """The result for what the process ended with."""
        if isinstance(item, str):
            return self.checking.ended(item, reason, is_slow=is_slow)
        path = os.path.abspath(min(item.paths))
        return Found({} if is_slow else {path: [*broken(path, reason).findings]})


class WorkerThread:
    """A worker on a thread of its own in this process, whose memory is not limited."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._asked: SimpleQueue[str] = SimpleQueue()
        self._checked: SimpleQueue[Checked] = SimpleQueue()
        start_deep(self._run)

    def check(self, path: str) -> Checked:
        """Check a file."""
        self._asked.put(path)
        return self._checked.get()

    def _run(self) -> None:
        worker = Worker(self._options, guards_process=False)
        while True:
            self._checked.put(worker.check(self._asked.get()))


def check_each(paths: Iterable[str], options: Options) -> Iterator[Checked]:
    """The results of some files, checked in this process."""
    return map(WorkerThread(options).check, paths)
