"""The words of files, by which those that may name something are found without reading the others."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from functools import reduce

from puppet_check.reading.files import read
from puppet_check.reading.places import state
from puppet_check.workspace.disk import Disk, remembered
from puppet_check.workspace.files import files_below
from puppet_check.workspace.kinds import Kind
from puppet_grammar.patterns import lazy_pattern

WORD = lazy_pattern(rb"\w+(?:::\w+)*")
PART = lazy_pattern(rb"\w+")
LARGEST = 1 << 21
"""The size in bytes past which a file is not indexed; it may have any word."""
NONE = -1
"""The number of such a file, and of one that cannot be read."""
Files = tuple[tuple[str, int], ...]
"""Paths with the numbers that the contents of the files have in an index."""
Stamp = tuple[int, int, int]
"""The time of a change in nanoseconds, the size in bytes and the inode of a file."""


class WordIndex:
    """The files in which each word occurs, in lower case: qualified names and their parts. Owned by a `Known`.

    A file is read again when its stamp differs, which is asked once for each state of the `Disk`.
    """

    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        self._files: dict[str, tuple[int, Stamp]] = {}
        self._last = 0
        self._by_word: dict[bytes, array[int]] = {}

    def having(self, names: Iterable[str], files: Files) -> Iterator[str]:
        """Those of some files that may contain any of some names, which may consist of several words."""
        several = [PART.findall(_folded(each)) for each in names]
        if not all(several):
            return (path for path, _ in files)
        return _those(files, {number for each in several for number in reduce(set.intersection, map(self._numbers, each))})

    def naming(self, name: str, files: Files) -> Iterator[str]:
        """Those that contain a qualified name, or one that begins with it, such as that of a variable of a class."""
        return _those(files, self._numbers(_folded(name)))

    def numbered(self, paths: Iterable[str]) -> Files:
        """Files with their numbers in their present state."""
        return tuple((path, _number(self._disk, self, path)) for path in paths)

    def _numbers(self, word: bytes) -> set[int]:
        return set(self._by_word.get(word, ()))

    def add(self, path: str) -> int:
        """Read a file whose stamp is new, under a new number."""
        status = state(path)
        if status is None or status.st_size > LARGEST:
            return NONE
        stamp = status.st_mtime_ns, status.st_size, status.st_ino
        number, known = self._files.get(path, (NONE, None))
        if known == stamp:
            return number
        try:
            source = read(path, LARGEST)
        except OSError:
            return NONE
        self._last += 1
        self._files[path] = self._last, stamp
        for word in words(source):
            self._by_word.setdefault(word, array("I")).append(self._last)
        return self._last


def words(source: bytes) -> set[bytes]:
    """The words of a text in lower case: qualified names, what they begin with, and their segments."""
    found = set(WORD.findall(source.lower()))
    for name in [each for each in found if b"::" in each]:
        segments = name.split(b"::")
        found.update(segments)
        found.update(b"::".join(segments[:count]) for count in range(2, len(segments)))
    return found


def _those(files: Files, numbers: set[int]) -> Iterator[str]:
    return (path for path, number in files if number in numbers or number == NONE)


def _folded(name: str) -> bytes:
    return name.lower().encode(errors="surrogatepass")


@remembered(1 << 17)
def _number(disk: Disk, index: WordIndex, path: str) -> int:
    return index.add(path)


@remembered(1 << 14)
def listed_below(disk: Disk, folder: str, inner: tuple[str, ...], kinds: tuple[Kind, ...]) -> tuple[str, ...]:
    """The files of some kinds below the subfolders `inner` of a folder, sorted."""
    return tuple(files_below(folder, inner, kinds))
