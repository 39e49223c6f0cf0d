"""Which folders of a project may mention a title: those with files that have all its words."""

from __future__ import annotations

from collections.abc import Iterable

from puppet_check.workspace.disk import Disk, remembered
from puppet_check.workspace.kinds import TITLE, naming
from puppet_check.workspace.words import WordIndex, hashes_of_words

WITH_TITLES = naming(TITLE)
Folder = tuple[str, tuple[str, ...]]
"""A folder, and those subfolders whose files can mention a title."""


Folders = tuple[Folder, ...]


class TitleIndex:
    """The folders by the words of their files. A search of all of them for each title would cost as many times as there are folders."""

    def __init__(self, folders: Folders, disk: Disk, words: WordIndex) -> None:
        self._folders = folders
        self._by_word: dict[int, list[Folder]] = {}
        """The folders by the hashes of words."""
        self._other: list[Folder] = []
        """Those with files that are not indexed, which may mention anything."""
        for folder in folders:
            found = _words_below(disk, words, folder)
            if found is None:
                self._other.append(folder)
            for each in found or ():
                self._by_word.setdefault(each, []).append(folder)

    def folders_with(self, title: str) -> Iterable[Folder]:
        """The folders whose files may contain a title as a whole."""
        hashes = hashes_of_words(title.encode(errors="replace"))
        if not title[0].isalnum():
            # A longer word of the text may contain its first or last one.
            hashes = hashes[_is_word(title[0]) : len(hashes) - _is_word(title[-1])]
        if not hashes:
            return self._folders
        alone, inside = min(hashes, key=lambda both: sum(len(self._by_word.get(each, ())) for each in both))
        found = dict.fromkeys((*self._by_word.get(alone, ()), *self._by_word.get(inside, ())))
        for pair in hashes:
            having = {folder for each in pair for folder in self._by_word.get(each, ())} if len(found) > 1 else found
            found = {folder: None for folder in found if folder in having}
        return (*found, *self._other)


def _is_word(character: str) -> bool:
    return character == "_" or character.isalnum()


def _words_below(disk: Disk, words: WordIndex, folder: Folder) -> set[int] | None:
    """The hashes of the words of the files below a folder; None if some file is not indexed."""
    found: set[int] = set()
    for _, hashes in words.indexed_below(disk, *folder, tuple(WITH_TITLES)):
        if hashes is None:
            return None
        found.update(hashes)
    return found


@remembered(2)
def title_index(disk: Disk, words: WordIndex, folders: Folders) -> TitleIndex:
    """The index of some folders, which several projects may have: modules that are siblings."""
    return TitleIndex(folders, disk, words)
