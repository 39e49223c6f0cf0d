"""`--watch`: checks files again when something changes. Results are cached, so that only affected files are checked."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Sequence

from puppet_check.analysis import Analysis
from puppet_check.cli.terminal import is_terminal
from puppet_check.cli.untrusted import control, shown
from puppet_check.config import ConfigError, Configuration
from puppet_check.config.settings import OWN
from puppet_check.deadline import Deadline, GivenUp, allowed, too_long
from puppet_check.reading.folders import walk
from puppet_check.reading.places import state
from puppet_check.reports.findings import Report, given_up
from puppet_check.reports.records import check_with_trace
from puppet_check.workspace.kinds import Change, kind_of
from puppet_check.workspace.path_states import below
from puppet_check.workspace.trace import Trace
from puppet_check.workspace.workspace import Workspace

PAUSE = 0.5
"""Seconds between two polls of the disk."""
CLEAR = "\x1b[H\x1b[2J\x1b[3J"

State = tuple[int, int]
"""The modification time and size of a file."""


class Watched:
    """The current report of each file, which is valid until something that it depends on changes."""

    def __init__(self, configuration: Configuration) -> None:
        self.configuration = configuration
        self._deadline = Deadline()
        self.states: dict[str, State | None] = {}
        self._begin()

    def _begin(self) -> None:
        self.analysis = Analysis(Workspace(self.configuration))
        self.reports: dict[str, tuple[Report, Trace]] = {}

    def update(self, states: dict[str, State | None]) -> None:
        """Apply changes on disk."""
        changed = {path for path in states.keys() | self.states.keys() if states.get(path) != self.states.get(path)}
        came_or_went = states.keys() != self.states.keys()
        self.states = states
        self.analysis.workspace.disk.forget(below)
        if came_or_went or not all(map(_is_traced, changed)):
            # Such files determine the modules, settings and data.
            self.configuration.forget()
            self._begin()
        for path in changed:
            self.reports.pop(path, None)
            self.analysis.workspace.disk.forget_contents(path)
            self.analysis.workspace.changed(path)

    def report(self, path: str) -> Report:
        """The report of a file in its current state."""
        kept = self.reports.get(os.path.abspath(path))
        if kept is not None and self.analysis.workspace.known(path).answers.hold(kept[1]):
            return kept[0]
        seconds = allowed(_size(path))
        try:
            found, depends = self._deadline.run(lambda: check_with_trace(path, self.analysis), seconds)
        except GivenUp:
            self.analysis = Analysis(Workspace(self.configuration))
            return given_up(path, too_long(seconds))
        if depends is not None:
            self.reports[os.path.abspath(path)] = (found, depends)
        return found


def watch(paths: Callable[[], Sequence[str]], configuration: Configuration, show: Callable[[list[Report]], int]) -> int:
    """Show the reports, and again after each change. Runs until interrupted by Ctrl-C."""
    watched = Watched(configuration)
    last_error = ""
    while True:
        try:
            asked = list(paths())
            states = _states(asked, watched.analysis.workspace)
            if states != watched.states:
                last_error = ""
                watched.update(states)
                reports = [watched.report(path) for path in asked]
                if is_terminal(sys.stdout):
                    control(sys.stdout, CLEAR)
                show(reports)
                # The files that the checks depended on are included from now on, with their states from before the checks.
                watched.states = _states(asked, watched.analysis.workspace) | states
        except (ConfigError, OSError) as error:
            # A folder that is gone may come again.
            configuration.forget()
            watched.states = {}
            reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
            if reason != last_error:
                last_error = reason
                print(f"puppet-check: {shown(last_error)}", file=sys.stderr, flush=True)
        time.sleep(PAUSE)


def _states(asked: Sequence[str], workspace: Workspace) -> dict[str, State | None]:
    """The states of all relevant files: those that are checked, those with definitions of their projects, and settings."""
    names = {os.path.abspath(path) for path in asked}
    for folder in {os.path.dirname(path) for path in names}:
        settings = workspace.configuration.of(folder)
        names |= {each for each in (settings.file, settings.facts, os.path.join(folder, OWN)) if each is not None}
    for known in workspace.projects():
        for module in known.project.modules.values():
            for folder, folders, files in walk(module.folder):
                folders[:] = [each for each in folders if not each.startswith(".")]
                names.update(os.path.join(folder, each) for each in files)
    return {name: _state(name) for name in names}


def _is_traced(path: str) -> bool:
    """Whether the traces of reports record that they depend on a file."""
    kind = kind_of(path)
    return kind is not None and (kind.is_code or kind.change is Change.DEFINITIONS)


def _size(path: str) -> int:
    found = _state(path)
    return 0 if found is None else found[1]


def _state(path: str) -> State | None:
    status = state(path)
    return None if status is None else (status.st_mtime_ns, status.st_size)
