"""`--watch`: runs spec files again after changes that may touch them, in processes that have read the rest before."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NoReturn

from puppet_check.reading.folders import walk
from puppet_check.reading.places import state
from puppet_check.reports.parallel import Processes
from puppet_check.specs.suite import Asked, Outcome, Running, SpecFile, run_again
from puppet_check.specs.touching import Touching
from puppet_check.workspace.unused.candidates import text_of

PAUSE = 0.05
"""Seconds between two looks at the disk."""
READ_AGAIN = (".pp", ".erb", ".epp", "_spec.rb")
"""How the names of files end that processes read again by themselves, or as often as they are asked for."""
States = dict[str, tuple[int, int]]
Show = Callable[[Sequence[SpecFile], Iterator[Outcome], Mapping[SpecFile, Outcome]], Sequence[Outcome]]
"""Shows the outcomes of some spec files, and returns them; those of others are from before."""


def watched(files: Callable[[], Sequence[SpecFile]], running: Running, jobs: int, show: Show) -> NoReturn:
    """Run all, and what changes touch after each of them. Runs until interrupted by Ctrl-C."""
    watch = _Watch(files, Processes(jobs, running), show)
    try:
        watch.begin()
        while True:
            time.sleep(PAUSE)
            watch.look()
    finally:
        watch.close()


class _Watch:
    """What is known of the spec files and of what they may read."""

    def __init__(self, files: Callable[[], Sequence[SpecFile]], processes: Processes[Asked, Outcome], show: Show) -> None:
        self._list = files
        self._processes = processes
        self._show = show
        self._files: Sequence[SpecFile] = ()
        self._states: States = {}
        self._texts: dict[str, bytes] = {}
        self._touching: dict[str, Touching] = {}
        self._changed: tuple[str, ...] = ()
        """The files whose contents have changed since the processes were started."""
        self._outcomes: dict[SpecFile, Outcome] = {}

    def begin(self) -> None:
        """Run all spec files."""
        self._files = self._list()
        self._states = _states(self._files)
        self._run(self._files)
        self._learn()

    def look(self) -> None:
        """Run what the changes on the disk touch."""
        now = _states(self._files)
        changed = [path for path in now.keys() | self._states.keys() if now.get(path) != self._states.get(path)]
        if not changed:
            return
        came_or_went = now.keys() != self._states.keys()
        self._states = now
        before: dict[str, bytes | None] = {path: self._texts.get(path) for path in changed}
        if came_or_went or not all(path.endswith(READ_AGAIN) for path in changed):
            self._processes.close()
            self._changed = ()
            self._files = self._list()
        else:
            self._changed += tuple(path for path in changed if not path.endswith("_spec.rb"))
        self._run(self._touched(before))
        self._learn()

    def close(self) -> None:
        """End the processes."""
        self._processes.close()

    def _touched(self, changes: Mapping[str, bytes | None]) -> list[SpecFile]:
        found: list[SpecFile] = []
        for folder, touching in self._touching.items():
            inside = {path: text for path, text in changes.items() if path.startswith(folder + os.sep)}
            found += touching.touched(inside, [each for each in self._files if each.folder == folder])
        return found

    def _run(self, files: Sequence[SpecFile]) -> None:
        kept = {each: outcome for each, outcome in self._outcomes.items() if each in self._files and each not in files}
        if files or kept.keys() != self._outcomes.keys():
            found = self._show(files, run_again(files, self._changed, self._processes), kept)
            made = {each.file: each for each in found}
            self._outcomes = {each: made.get(each) or kept[each] for each in self._files if each in made or each in kept}

    def _learn(self) -> None:
        """Look at what the spec files may read, for the next change."""
        folders = dict.fromkeys(each.folder for each in self._files)
        self._touching = {folder: Touching(folder, [each for each in self._files if each.folder == folder]) for folder in folders}
        self._texts = {path: text_of(path) for path in self._states if path.endswith(READ_AGAIN)}


def _states(files: Sequence[SpecFile]) -> States:
    """The times and sizes of the files of modules and of their specs."""
    found: States = {}
    for folder in {each.folder for each in files}:
        for each, folders, names in walk(folder):
            folders[:] = [name for name in folders if not name.startswith(".")]
            for name in names:
                path = os.path.join(each, name)
                status = state(path)
                if status is not None:
                    found[path] = (status.st_mtime_ns, status.st_size)
    return found
