"""The words of files, by which those that may name something are found without reading the others."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce

from puppet_check.reading.files import read
from puppet_check.reading.places import state
from puppet_check.workspace.disk import Disk, remembered
from puppet_check.workspace.files import files_below
from puppet_check.workspace.kinds import Kind
from puppet_grammar.patterns import lazy_pattern

NAME = lazy_pattern(rb"\w+(?:::\w+)*")
OWNER = lazy_pattern(rb"\$\{?(?:::)?(\w+(?:::\w+)*)::\w")
PART = lazy_pattern(rb"\w+")
LARGEST = 1 << 21
"""The size in bytes past which a file is not indexed; it may have any word."""
NONE = -1
"""The number of such a file, and of one that cannot be read."""
OUTDATED = 1000
"""How many more numbers of earlier contents than of current ones an index may have."""
File = tuple[str, int]
"""A path with the number that the contents of the file have in an index."""
Stamp = tuple[int, int, int]
"""The time of a change in nanoseconds, the size in bytes and the inode of a file."""


class WordIndex:
    """The files in which each name and each word occurs, in lower case. Owned by a `Workspace`, for all its projects.

    Names are found as a whole (`a::b`), and as the words of other names (`:a`, `:b`).
    A file is read again when its stamp differs, which is asked once for each state of the `Disk`.
    """

    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        self._files: dict[str, tuple[int, Stamp]] = {}
        self._last = 0
        self._size = 0
        """How many numbers there are in `_by_word`, those of earlier contents included."""
        self._by_word: dict[bytes, array[int]] = {}

    def having(self, names: Iterable[bytes], files: Sequence[File]) -> Iterator[str]:
        """Those of some files that may contain any of some names in lower case, which may consist of several words."""
        several = [PART.findall(each) for each in names]
        if not all(several):
            return (path for path, _ in files)
        return _those(files, {number for each in several for number in reduce(set.intersection, map(self._with_word, each))})

    def naming(self, name: bytes, files: Sequence[File]) -> Iterator[str]:
        """Those that contain a qualified name in lower case, also as the class of a variable, but not as a part of any other name."""
        return _those(files, set(self._by_word.get(name, ())))

    def numbered(self, paths: Iterable[str]) -> tuple[File, ...]:
        """Files with their numbers in their present state."""
        return tuple((path, _number(self._disk, self, path)) for path in paths)

    def numbered_below(self, folder: str, inner: tuple[str, ...], kinds: tuple[Kind, ...]) -> tuple[File, ...]:
        """The same for the files of some kinds below the subfolders `inner` of a folder."""
        return _numbered_below(self._disk, self, folder, inner, kinds)

    def _with_word(self, word: bytes) -> set[int]:
        return {*self._by_word.get(word, ()), *self._by_word.get(b":" + word, ())}

    def add(self, path: str) -> int:
        """Read a file whose stamp is new, under a new number."""
        status = state(path)
        if status is None or status.st_size > LARGEST:
            self._files.pop(path, None)
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
        self._size += 1
        for word in words(source):
            self._by_word.setdefault(word, array("I")).append(self._last)
        if self._size > 2 * len(self._files) + OUTDATED:
            self._drop_outdated()
        return self._last

    def _drop_outdated(self) -> None:
        """Drop the numbers of earlier contents, which no file has any more."""
        current = {number for number, _ in self._files.values()}
        found = ((word, array("I", filter(current.__contains__, numbers))) for word, numbers in self._by_word.items())
        self._by_word = {word: numbers for word, numbers in found if numbers}
        self._size = len(current)


def words(source: bytes) -> set[bytes]:
    """The names in a text in lower case, those of the classes of variables, and the words of qualified names after `:`."""
    text = source.lower()
    found = set(NAME.findall(text))
    return found.union(OWNER.findall(text), (b":" + word for name in found if b"::" in name for word in name.split(b"::")))


def _those(files: Sequence[File], numbers: set[int]) -> Iterator[str]:
    return (path for path, number in files if number in numbers or number == NONE)


@remembered(1 << 17)
def _number(disk: Disk, index: WordIndex, path: str) -> int:
    return index.add(path)


@remembered(1 << 14)
def _numbered_below(disk: Disk, index: WordIndex, folder: str, inner: tuple[str, ...], kinds: tuple[Kind, ...]) -> tuple[File, ...]:
    return index.numbered(listed_below(disk, folder, inner, kinds))


@remembered(1 << 14)
def listed_below(disk: Disk, folder: str, inner: tuple[str, ...], kinds: tuple[Kind, ...]) -> tuple[str, ...]:
    """The files of some kinds below the subfolders `inner` of a folder, sorted."""
    return tuple(files_below(folder, inner, kinds))
