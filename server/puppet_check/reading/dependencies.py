"""The files and folders that the result of a run depends on, with their states: while these are the same, so is the result.

All questions to the file system go through this package, which notes each of them while a run is recorded.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Mapping
from stat import S_IFMT, S_ISDIR

State = tuple[int, ...]
"""What distinguishes one version of a file or folder from others; empty for what is not there."""
AT, LISTED, LINK = "at", "listed", "link"
"""What was asked: what is at a path, what is in the folder there, and whether it is a link."""
Key = tuple[str, str]
"""What was asked, and the path."""
ABSENT: State = ()
IDENTITY = 3
"""How many numbers say which file or folder it is; those after them say which version of it."""
RECENT = 0.1
"""How many seconds ago a change is so recent that another one may follow with the same time."""


class Recorder:
    """Notes the dependencies of this process, of all of its threads, from the moment on that it is started.

    From then on, what the file system says of a path is asked once: a run sees each path as it was at one moment. What is read is compared
    with that.
    """

    def __init__(self) -> None:
        self.is_on = False
        self._answers: dict[Key, os.stat_result | None] = {}
        self._noted: dict[Key, State] = {}
        """All that was noted, by this process and by others."""
        self._fresh: dict[Key, State] = {}
        """What this process has noted since it was last taken."""
        self._is_certain = True

    def start(self) -> None:
        """Note what is asked from now on."""
        self.is_on = self._is_certain = True
        self._answers, self._noted, self._fresh = {}, {}, {}

    def stop(self) -> None:
        """Note nothing any more: the dependencies of this run are not certain."""
        self.is_on = self._is_certain = False
        self._answers, self._noted, self._fresh = {}, {}, {}

    def status(self, kind: str, path: str) -> os.stat_result | None:
        """What the file system says of a path, or has said before."""
        key = kind, path
        try:
            return self._answers[key]
        except KeyError:
            found = self._answers[key] = _status(kind, path)
            self.note(kind, path, found)
            return found

    def note(self, kind: str, path: str, status: os.stat_result | None) -> None:
        """Note what the file system says of a path at this moment."""
        key = kind, path
        state = ABSENT if status is None else _state(kind, status)
        noted = self._noted.get(key)
        if noted is None:
            self._noted[key] = self._fresh[key] = state
        is_recent = status is not None and len(state) > IDENTITY and time.time() - status.st_ctime < RECENT
        if is_recent or (noted is not None and noted != state):
            self._is_certain = False

    def add(self, states: Mapping[Key, State] | None) -> None:
        """Add what another process noted; None if that is not certain."""
        if not self.is_on:
            return
        if states is None:
            self._is_certain = False
            return
        self._is_certain &= all(self._noted.setdefault(key, state) == state for key, state in states.items())

    def take(self) -> dict[Key, State] | None:
        """The dependencies that this process has noted since they were taken before; None if what was read may have changed meanwhile."""
        states, self._fresh = self._fresh, {}
        return states if self._is_certain else None

    def all_of_them(self) -> dict[Key, State] | None:
        """All dependencies, those of other processes included; None if what was read may have changed meanwhile."""
        return self._noted if self._is_certain else None


RECORDER = Recorder()


def status_of(path: str) -> os.stat_result | None:
    """What is at a path, or where it links to; None if there is nothing."""
    return _asked(AT, path)


def link_status_of(path: str) -> os.stat_result | None:
    """What is at a path itself, which may be a link; None if there is nothing."""
    return _asked(LINK, path)


def note_listing(folder: str) -> None:
    """Note that the entries of a folder are read."""
    if RECORDER.is_on:
        RECORDER.note(LISTED, folder, _status(LISTED, folder))


def note_opened(path: str, status: os.stat_result) -> None:
    """Note what a file was when it was opened."""
    if RECORDER.is_on:
        RECORDER.note(AT, path, status)


def hold(states: Iterable[tuple[str, Mapping[str, object]]]) -> bool:
    """Whether all dependencies are in the same states as before: what was asked, and the states by path, which are lists in JSON."""
    return all([*_now(kind, path)] == state for kind, by_path in states for path, state in by_path.items())


def _asked(kind: str, path: str) -> os.stat_result | None:
    return RECORDER.status(kind, path) if RECORDER.is_on else _status(kind, path)


def _status(kind: str, path: str) -> os.stat_result | None:
    try:
        return os.lstat(path) if kind == LINK else os.stat(path)
    except (OSError, ValueError):
        return None


def _now(kind: str, path: str) -> State:
    found = _status(kind, path)
    return ABSENT if found is None else _state(kind, found)


def _state(kind: str, status: os.stat_result) -> State:
    which = (S_IFMT(status.st_mode), status.st_ino, status.st_dev)
    if kind == LINK or (kind == AT and S_ISDIR(status.st_mode)):
        return which  # Its entries and times are of no account.
    return (*which, status.st_size, status.st_mtime_ns, status.st_ctime_ns)
