"""The words of files, by which those that may name something are found without reading the others."""

from __future__ import annotations

import threading
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from puppet_check.reading.files import read
from puppet_check.reading.places import state
from puppet_check.workspace.disk import NAMES, Disk, remembered, remembered_by_size
from puppet_check.workspace.files import files_below
from puppet_check.workspace.kinds import Kind
from puppet_grammar.patterns import lazy_pattern

NAME = lazy_pattern(rb"\w+(?:::\w+)*")
OWNER = lazy_pattern(rb"\$\{?(?:::)?(\w+(?:::\w+)*)::\w")
PART = lazy_pattern(rb"\w+")
SEPARATED = bytes(code if PART.match(bytes((code,))) or code == ord(":") else ord(" ") for code in range(256))
"""What becomes of each byte, so that white space separates what may contain names: to split a text takes half as long as to search it."""
LARGEST = 1 << 21
"""The size in bytes past which a file is not indexed; it may have any word."""
MOST_FILES = 1 << 17
"""How many files an index has at most; the oldest are dropped."""
HASH = (1 << 32) - 1
"""The bits of a hash that are kept. Two words with the same ones only cause a file to be read in vain."""
Hashes: TypeAlias = "array[int]"
"""The hashes of the words of a file, sorted: a sixth of the memory of the words themselves with the files that have them."""
File: TypeAlias = "tuple[str, Hashes | None]"
"""A path with the words of the file; None if it is too large or cannot be read."""
Stamp: TypeAlias = int
"""A hash of the time of a change in nanoseconds, the size in bytes and the inode of a file."""


class WordIndex:
    """The names and words of files, in lower case. Used by any thread: what it has for a file only depends on the contents.

    Names are found as a whole (`a::b`), and as the words of other names (`:a`, `:b`).
    A file is read again when its stamp differs, which is asked once for each state of a `Disk`.
    """

    def __init__(self) -> None:
        self._files: dict[str, tuple[Stamp, Hashes]] = {}
        self._lock = threading.Lock()

    def indexed(self, disk: Disk, paths: Iterable[str]) -> tuple[File, ...]:
        """Files with their words in their present state."""
        return tuple((path, _hashes(disk, self, path)) for path in paths)

    def indexed_below(self, disk: Disk, folder: str, inner: tuple[str, ...], kinds: tuple[Kind, ...]) -> tuple[File, ...]:
        """The same for the files of some kinds below the subfolders `inner` of a folder."""
        return _indexed_below(disk, self, folder, inner, kinds)

    def of(self, path: str) -> Hashes | None:
        """The words of a file, which is read if its stamp is new."""
        status = state(path)
        if status is None or status.st_size > LARGEST:
            with self._lock:
                self._files.pop(path, None)
            return None
        stamp = hash((status.st_mtime_ns, status.st_size, status.st_ino))
        known = self._files.get(path)
        if known is not None and known[0] == stamp:
            return known[1]
        try:
            source = read(path, LARGEST)
        except OSError:
            return None
        made = array("I", sorted({_hash(word) for word in words(source)}))
        with self._lock:
            if len(self._files) >= MOST_FILES:
                del self._files[next(iter(self._files))]
            self._files[path] = stamp, made
        return made


def words(source: bytes) -> set[bytes]:
    """The names in a text in lower case, those of the classes of variables, and the words of qualified names after `:`."""
    text = source.lower()
    pieces = set(text.translate(SEPARATED).split())
    with_colons = {each for each in pieces if b":" in each}
    names = {name for each in with_colons for name in NAME.findall(each)}
    qualified = (b":" + word for name in names if b"::" in name for word in name.split(b"::"))
    return (pieces - with_colons).union(names, OWNER.findall(text), qualified)


def having(names: Iterable[bytes], files: Sequence[File]) -> Iterator[str]:
    """Those of some files that may contain any of some names in lower case, which may consist of several words."""
    several = [*map(hashes_of_words, names)]
    return (path for path, found in files if found is None or any(_has_all(found, each) for each in several))


def hashes_of_words(text: bytes) -> list[tuple[int, int]]:
    """The hashes of each word of a text, by itself and in a qualified name."""
    return [(_hash(word), _hash(b":" + word)) for word in PART.findall(text.lower())]


def naming(name: bytes, files: Sequence[File]) -> Iterator[str]:
    """Those that contain a qualified name in lower case, also as the class of a variable, but not as a part of any other name."""
    wanted = _hash(name)
    return (path for path, found in files if found is None or _has(found, wanted))


def _has_all(found: Hashes, words: Sequence[tuple[int, int]]) -> bool:
    """Whether each of some words is there, by itself or in a name."""
    return all(_has(found, alone) or _has(found, inside) for alone, inside in words)


def _has(found: Hashes, wanted: int) -> bool:
    at = bisect_left(found, wanted)
    return at < len(found) and found[at] == wanted


def _hash(word: bytes) -> int:
    return hash(word) & HASH


@remembered(MOST_FILES)
def _hashes(disk: Disk, index: WordIndex, path: str) -> Hashes | None:
    return index.of(path)


@remembered_by_size(NAMES)
def _indexed_below(disk: Disk, index: WordIndex, folder: str, inner: tuple[str, ...], kinds: tuple[Kind, ...]) -> tuple[File, ...]:
    # Each file without an entry of its own: the answer is remembered as a whole.
    return tuple((path, index.of(path)) for path in listed_below(disk, folder, inner, kinds))


@remembered_by_size(NAMES)
def listed_below(disk: Disk, folder: str, inner: tuple[str, ...], kinds: tuple[Kind, ...]) -> tuple[str, ...]:
    """The files of some kinds below the subfolders `inner` of a folder, sorted."""
    return tuple(files_below(folder, inner, kinds))
