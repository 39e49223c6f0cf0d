"""Which files of a project may mention a title: those that have all its words."""

from __future__ import annotations

from array import array
from collections.abc import Iterator

from puppet_check.workspace.disk import Disk, remembered
from puppet_check.workspace.kinds import TITLE, naming
from puppet_check.workspace.words import WordIndex, hashes_of_words

WITH_TITLES = naming(TITLE)
Folder = tuple[str, tuple[str, ...]]
"""A folder, and those subfolders whose files can mention a title."""
Folders = frozenset[Folder]
"""Folders as a part of keys: the hash of a frozen set is computed once."""


class TitleIndex:
    """The files of folders by their words. A search of all of them for each title would cost as many times as there are folders."""

    def __init__(self, folders: Folders, disk: Disk, words: WordIndex) -> None:
        self._paths: list[str] = []
        self._by_word: dict[int, array[int]] = {}
        """The numbers of the files by the hashes of words."""
        self._others: list[str] = []
        """The files that are not indexed, which may mention anything."""
        for folder in sorted(folders):
            for path, hashes in words.indexed_below(disk, *folder, tuple(WITH_TITLES)):
                if hashes is None:
                    self._others.append(path)
                    continue
                number = len(self._paths)
                self._paths.append(path)
                for each in hashes:
                    numbers = self._by_word.get(each)
                    if numbers is None:
                        self._by_word[each] = array("I", (number,))
                    else:
                        numbers.append(number)

    def files_with(self, title: str) -> Iterator[str]:
        """The files that may contain a title as a whole."""
        hashes = hashes_of_words(title.encode(errors="replace"))
        if not title[0].isalnum():
            # A longer word of the text may contain its first or last one.
            hashes = hashes[_is_word(title[0]) : len(hashes) - _is_word(title[-1])]
        yield from self._others
        if not hashes:
            yield from self._paths
            return
        several = sorted((self._numbers(*pair) for pair in hashes), key=len)
        yield from (self._paths[number] for number in sorted(set(several[0]).intersection(*several[1:])))

    def _numbers(self, *hashes: int) -> array[int]:
        """The numbers of the files with a word, by itself or in a name."""
        found = array("I")
        for each in hashes:
            found += self._by_word.get(each, array("I"))
        return found


def _is_word(character: str) -> bool:
    return character == "_" or character.isalnum()


@remembered(2)
def title_index(disk: Disk, words: WordIndex, folders: Folders) -> TitleIndex:
    """The index of some folders, which several projects may have: modules that are siblings."""
    return TitleIndex(folders, disk, words)
