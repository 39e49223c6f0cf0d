"""Watches folders for another process: a request and the changed paths as lines of JSON on standard input and output.

In a process of its own, since the library looks at all folders at first, and until then lets no other thread of its process run: that
took more than a second in a large repository. The process ends with its standard input.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from puppet_check.reading.folders import walk
from puppet_check.reports.ending import end_all, lead_group
from puppet_check.workspace.kinds import kind_of

STEP, DEBOUNCE = 50, 200
"""Milliseconds without a change after which changes are reported, and for which they are gathered at most."""
TIMEOUT = 1000
"""Milliseconds after which the library gives an empty answer if nothing has changed."""
UNDECODABLE = "Unable to decode path"
"""What the library says when a file with another encoding of its name changes, after which it reports nothing more."""
TICK = 0.02
"""The seconds by which the times of files may be behind the clock: Linux gives them that of its last tick."""


class Request(NamedTuple):
    """What is to be watched."""

    folders: Sequence[str]
    since: float
    """The time, in seconds since 1970, from which on changes are of interest. Folders are watched only some time after that."""


def main() -> None:
    """Read one request and write the paths that change, a list a line; a last line that is a string says why there are no more."""
    lead_group()
    request = Request(**json.loads(sys.stdin.readline()))
    threading.Thread(target=_end_with_input, daemon=True).start()
    try:
        try:
            for paths in changes(request):
                _write([*dict.fromkeys(paths)])
        except (OSError, RuntimeError) as error:
            _write(str(error))
    except BrokenPipeError:
        end_all()


def changes(request: Request) -> Iterator[Iterable[str]]:
    """The relevant paths that change, some at a time. Raises OSError and RuntimeError if folders cannot be watched."""
    there = [each for each in request.folders if _is_named_in_unicode(each) and os.path.isdir(each)]
    since = request.since
    while there:
        began = time.time()
        try:
            yield from _changes(there, since)
            return
        except RuntimeError as error:
            if UNDECODABLE not in str(error):
                raise
            time.sleep(DEBOUNCE / 1000)
            since = began  # What the library has not reported since then is looked for in the folders.


def _changes(there: Sequence[str], since: float) -> Iterator[Iterable[str]]:
    """The same of folders that are there, until a file changes whose name the library cannot decode."""
    from watchfiles import watch  # measured: 80 ms, which a process that takes `relevant` from here need not wait for

    is_first = True
    for several in watch(
        *there,
        watch_filter=None,
        debounce=DEBOUNCE,
        step=STEP,
        rust_timeout=TIMEOUT,
        yield_on_timeout=True,
        raise_interrupt=False,
        ignore_permission_denied=True,
    ):
        paths = [path for _, path in several]
        if is_first:
            paths += changed_since(there, since - TICK)
            is_first = False
        found = [*relevant(paths)]
        if found:
            yield found


def changed_since(folders: Iterable[str], since: float) -> Iterator[str]:
    """The files and folders that have changed since a time, in seconds since 1970; a folder has if something in it came or went."""
    for top in folders:
        for folder, _, files in walk(top):
            yield from (path for path in (folder, *(os.path.join(folder, each) for each in files)) if _changed_at(path) >= since)


def relevant(paths: Iterable[str]) -> Iterator[str]:
    """The relevant paths: files of a known kind, and possible folders."""
    for path in paths:
        name = os.path.basename(path)
        if f"{os.sep}.git{os.sep}" not in path and ("." not in name or kind_of(path) is not None):
            yield path


def _is_named_in_unicode(path: str) -> bool:
    """Whether the library can watch a folder, which it takes as UTF-8."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True


def _changed_at(path: str) -> float:
    with suppress(OSError):
        return os.lstat(path).st_ctime
    return 0


def _write(line: object) -> None:
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


def _end_with_input() -> None:
    # The descriptor itself: a thread that waits for `sys.stdin` would hold its lock when Python ends.
    while os.read(0, 1024):
        pass
    end_all()
