"""The results of a run that was interrupted, for one that is started again with the same nodes, code and data.

They are kept in files in the cache, each with a part of them and a hash of it, and removed when the run is done. A file that is damaged,
or that something else has written, is ignored.
"""

from __future__ import annotations

import json
import os
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any, Generic, TypeVar

from puppet_check.fingerprint import digest, sealed, unsealed
from puppet_check.installed import cache_folder, contents
from puppet_check.reading.digests import digest_of
from puppet_check.reading.files import read
from puppet_check.reading.folders import names_in, walk_listed
from puppet_check.reading.places import real
from puppet_check.reports.kept import ODD, evict
from puppet_check.writing import make_folder, remove, write

FOLDER = "unfinished"
DOT_GIT = ".git"
CODE = (".pp", ".rb", ".epp", ".erb")
MOST_FILES = 200
LARGEST = 64 << 20
"""The size of the largest file, compressed."""
LARGEST_TEXT = 256 << 20
"""The same of what is in it."""
PART = 32 << 20
"""The number of characters after which a part is written whatever the time."""
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0
"""The number of seconds after which results are kept, which doubles."""
Result = TypeVar("Result")
Row = Sequence[Any]
"""A result as JSON has it; what has another shape raises one of `WRONG` when it is read."""
WRONG = (*ODD, zlib.error, OverflowError)


class Unfinished(Generic[Result]):
    """The results of one run, by keys that say what each is about. Used once, on one thread."""

    def __init__(self, run: Callable[[], str | None], write: Callable[[Result], Row], read: Callable[[Row], Result]) -> None:
        """`run` says what all results depend on, None if that is unknown; `write` and `read` make rows of results, and results of rows."""
        self._run, self._write, self._read = run, write, read
        self._state = run()
        self._places: dict[str, str] = {}
        """The files with results of an earlier run, by keys."""
        self._open: tuple[str, dict[str, Row]] = ("", {})
        """The file that was read last, with its results."""
        self._rows: list[tuple[str, str]] = []
        self._size = self._written = 0
        self._pause = FIRST_PAUSE
        self._due = time.monotonic() + FIRST_PAUSE

    def results(self, keys: Sequence[str], made: Callable[[Sequence[int]], Iterator[Result]]) -> Iterator[Result]:
        """The results of items in their order; `made` makes those of some of them, by their numbers."""
        if self._state is None:
            yield from made(range(len(keys)))
            return
        self._places = dict(self._found())
        known = {number for number, key in enumerate(keys) if self._kept(key) is not None} if self._places else set[int]()
        fresh = made([number for number in range(len(keys)) if number not in known])
        is_done = False
        try:
            for number, key in enumerate(keys):
                result = self._kept(key) if number in known else None
                if result is None:
                    result = next(fresh)
                    self._add(key, result)
                yield result
            is_done = True
        finally:
            if is_done:
                self._remove()
            elif self._written or time.monotonic() >= self._due:
                self._keep()

    # ---- of an earlier run

    def _names(self) -> list[str]:
        folder = os.path.join(cache_folder(), FOLDER)
        return [os.path.join(folder, each) for each in names_in(folder) if each.startswith(f"{self._state}-")]

    def _found(self) -> Iterator[tuple[str, str]]:
        for path in self._names():
            yield from ((key, path) for key in self._rows_of(path))

    def _rows_of(self, path: str) -> dict[str, Row]:
        if self._open[0] != path:
            try:
                packer = zlib.decompressobj()
                rows = json.loads(packer.decompress(unsealed(read(path, LARGEST)), LARGEST_TEXT))
                self._open = path, {str(key): row for key, row in rows}
            except WRONG:
                self._open = path, {}
        return self._open[1]

    def _kept(self, key: str) -> Result | None:
        path = self._places.get(key)
        row = None if path is None else self._rows_of(path).get(key)
        try:
            return None if row is None else self._read(row)
        except WRONG:
            return None

    # ---- of this run

    def _add(self, key: str, result: Result) -> None:
        text = json.dumps(self._write(result))
        self._rows.append((key, text))
        self._size += len(text)
        if self._size >= PART or time.monotonic() >= self._due:
            self._keep()
            self._pause = min(2 * self._pause, LONGEST_PAUSE)
            self._due = time.monotonic() + self._pause

    def _keep(self) -> None:
        """Keep the results since the last time, unless code or data have changed meanwhile."""
        rows, self._rows, self._size = self._rows, [], 0
        if not rows or self._run() != self._state:
            return
        text = ",".join(f"[{json.dumps(key)},{row}]" for key, row in rows)
        packed = sealed(zlib.compress(f"[{text}]".encode("utf-8", "surrogatepass"), 1))
        if len(packed) > LARGEST:
            return
        self._written += 1
        with suppress(OSError):
            folder = os.path.join(cache_folder(), FOLDER)
            make_folder(folder)
            write(os.path.join(folder, f"{self._state}-{os.getpid()}-{self._written}.json.z"), packed, 0o600)
            evict(folder, MOST_FILES)

    def _remove(self) -> None:
        for each in self._names():
            with suppress(OSError):
                remove(each)


def state_of(folders: Iterable[str], about: object, *, unless: Sequence[bytes] = ()) -> str | None:
    """A fingerprint of the program, of all files of some folders and of a value; None if some of the code contains one of some texts."""
    parts = [contents(), repr(about)]
    for number, folder in enumerate(folders):
        for where, found in walk_listed(folder):
            if DOT_GIT in found.folders:
                found.folders.remove(DOT_GIT)
            found.folders.sort()
            parts += [f"{number} {os.path.relpath(where, folder)}", *(real(os.path.join(where, each)) for each in sorted(found.links))]
            for name in sorted(found.files):
                state = _state(os.path.join(where, name), unless)
                if state is None:
                    return None
                parts.append(f"{name} {state}")
    return digest(*(each.encode("utf-8", "surrogateescape") for each in parts))


def _state(path: str, unless: Sequence[bytes]) -> str | None:
    """The hash of a file; None if it is code that contains one of some texts."""
    try:
        if not unless or not path.endswith(CODE):
            return digest_of(path)
        content = read(path)
    except OSError:
        return ""
    return None if any(each in content for each in unless) else digest(content)
