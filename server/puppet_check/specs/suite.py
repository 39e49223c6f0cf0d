"""The spec files of modules, and the results of their examples, computed in several processes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from puppet_check.reading.folders import walk
from puppet_check.reading.places import exists, is_file, is_folder
from puppet_check.reports.parallel import Processes, in_processes
from puppet_check.specs.catalogs.compiling import Catalogs
from puppet_check.specs.machine import Options
from puppet_check.specs.outcomes import Result
from puppet_check.specs.running import run_file
from puppet_typesys.coverage.recorder import Counts

KINDS = ("classes", "defines", "functions", "type_aliases", "hosts")
"""The folders of specs that are run."""
OTHERS = ("unit", "types", "plans", "tasks", "integration", "aliases", "providers", "provider", "facter", "lib")
"""Further folders of specs that `rake spec` runs, which are of Ruby itself or of Bolt."""
SUFFIX = "_spec.rb"


class SpecFile(NamedTuple):
    """A spec file of a module."""

    path: str
    folder: str
    """The folder of the module."""

    @property
    def kind(self) -> str:
        """The folder below `spec` that it is in."""
        return os.path.relpath(self.path, os.path.join(self.folder, "spec")).partition(os.sep)[0]


class Outcome(NamedTuple):
    """What came of a spec file."""

    file: SpecFile
    results: tuple[Result, ...]
    looked_at: tuple[tuple[str, str], ...] = ()
    """The resources that examples have looked at, each as type and title."""
    declared: tuple[tuple[str, str, str], ...] = ()
    """The resources of the module's own code in its catalogs, with their places."""
    counts: tuple[Counts, ...] = ()
    """How often branches of the module's own code were evaluated, if that was asked for."""


def module_of(path: str) -> str | None:
    """The folder of the module that a path belongs to: the nearest one with a folder `spec` or a `metadata.json`."""
    folder = os.path.abspath(path if is_folder(path) else os.path.dirname(path))
    while True:
        if exists(os.path.join(folder, "metadata.json")) or is_file(os.path.join(folder, "spec", "spec_helper.rb")):
            return folder
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder = above


def spec_files(path: str) -> list[SpecFile]:
    """The spec files that a path names: a file, or those below a folder of a module."""
    folder = module_of(path)
    if folder is None:
        return []
    whole = os.path.abspath(path)
    if is_file(whole):
        return [SpecFile(whole, folder)]
    specs = os.path.join(folder, "spec")
    top = whole if whole == specs or whole.startswith(specs + os.sep) else specs
    found: list[SpecFile] = []
    for each, folders, files in walk(top):
        folders.sort()
        if each == specs:
            folders[:] = [name for name in folders if name in (*KINDS, *OTHERS)]
        found += [SpecFile(os.path.join(each, name), folder) for name in sorted(files) if name.endswith(SUFFIX)]
    return found


class Asked(NamedTuple):
    """A spec file that is to be run."""

    file: SpecFile
    changed: tuple[str, ...] = ()
    """The files of modules whose contents have changed since processes were started, in order."""


class Running(NamedTuple):
    """The run of spec files, as the `Work` of processes (`reports/forks.py`)."""

    options: Options
    counts: bool = False
    """Whether evaluations of branches are counted."""

    def started(self) -> Callable[[Asked], Outcome]:
        """The function that runs a spec file."""
        known: dict[str, Catalogs] = {}
        applied: dict[str, int] = {}
        """The number of changes that the catalogs of a module follow."""

        def run(asked: Asked) -> Outcome:
            file = asked.file
            catalogs = known.get(file.folder)
            if catalogs is None:
                catalogs = known[file.folder] = Catalogs(file.folder, self.options.unsaved, counts=self.counts)
                applied[file.folder] = len(asked.changed)
            for path in dict.fromkeys(asked.changed[applied[file.folder] :]):
                catalogs.changed(path)
            applied[file.folder] = len(asked.changed)
            results = tuple(run_file(file.path, file.folder, catalogs, self.options))
            made = Outcome(file, results, *catalogs.take_coverage(), catalogs.take_counts())
            catalogs.forget()
            return made

        return run

    def ended(self, item: Asked, reason: str, *, is_slow: bool) -> Outcome:
        """What came of a file with which a process ended."""
        return Outcome(item.file, (not_run(item.file, f"its run was given up: {reason}"),))


def not_run(file: SpecFile, reason: str) -> Result:
    """The result that stands for a file that is not run."""
    name = "./" + os.path.relpath(file.path, file.folder)
    return Result(name, name, 1, "all examples", "unsupported", reason)


def run(files: Sequence[SpecFile], running: Running, jobs: int) -> Iterator[Outcome]:
    """The outcomes of spec files, in order."""
    wanted = [Asked(each) for each in files if each.kind in KINDS]
    outcomes = in_processes(wanted, jobs, running) if wanted else iter(())
    yield from _all_outcomes(files, outcomes)


def run_again(files: Sequence[SpecFile], changed: tuple[str, ...], processes: Processes[Asked, Outcome]) -> Iterator[Outcome]:
    """The outcomes of spec files in processes that have run others before, since when the contents of files have changed."""
    wanted = [Asked(each, changed) for each in files if each.kind in KINDS]
    yield from _all_outcomes(files, processes.results(wanted))


def _all_outcomes(files: Sequence[SpecFile], outcomes: Iterator[Outcome]) -> Iterator[Outcome]:
    for each in files:
        if each.kind in KINDS:
            yield next(outcomes)
        else:
            yield Outcome(each, (not_run(each, f"specs in spec/{each.kind} are not run"),))
