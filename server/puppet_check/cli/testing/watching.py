"""`--watch`: runs spec files again after changes, those that a change is about first."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from typing import NoReturn

from puppet_check.reading.folders import walk
from puppet_check.reading.places import state
from puppet_check.specs.suite import SpecFile

PAUSE = 0.1
"""Seconds between two looks at the disk."""
States = dict[str, tuple[int, int]]


def watched(files: Callable[[], Sequence[SpecFile]], run: Callable[[Sequence[SpecFile]], int]) -> NoReturn:
    """Run all, and what changes affect after each of them. Runs until interrupted by Ctrl-C."""
    known = files()
    states = _states(known)
    run(known)
    while True:
        time.sleep(PAUSE)
        now = _states(known)
        changed = {path for path in now.keys() | states.keys() if now.get(path) != states.get(path)}
        if not changed:
            continue
        known, states = files(), now
        first = _named_after(known, changed)
        if first:
            run(first)
        if not changed <= {each.path for each in known}:
            run([each for each in known if each not in first])


def _named_after(files: Sequence[SpecFile], changed: set[str]) -> list[SpecFile]:
    """The spec files that have changed, and those named after a file that has."""
    names = {os.path.splitext(os.path.basename(path))[0] for path in changed}
    found = [each for each in files if each.path in changed]
    return found + [each for each in files if each not in found and _subject(each) in names]


def _subject(file: SpecFile) -> str:
    return os.path.basename(file.path).removesuffix("_spec.rb").rpartition("__")[2]


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
