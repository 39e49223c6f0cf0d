"""Whether some file of a project may declare a resource with a title.

A reference to a resource that nothing declares is an error, but titles may be computed: from strings in manifests, in data or in Ruby. So
a title is certainly not declared if it occurs in no file and matches no string with interpolations.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cached_property
from itertools import chain, islice

from puppet_check.reading.files import LARGEST_SEARCHED, read, read_text
from puppet_check.workspace.computed import Computed, ComputedStrings, computed
from puppet_check.workspace.disk import NAMES, Disk, remembered, remembered_by_size
from puppet_check.workspace.files import files_below
from puppet_check.workspace.kinds import Kind
from puppet_check.workspace.project import Project
from puppet_check.workspace.title_index import WITH_TITLES, Folder, Folders, title_index
from puppet_check.workspace.words import WordIndex
from puppet_grammar.patterns import beginning, lazy_pattern
from puppet_typesys.builtins.resource_types import native_type

FOLDERS = ("manifests", "functions", "plans", "lib", "data", "templates")
OF_ENVIRONMENT = ("manifests", "data", "hieradata")
REFERRED_TYPE = lazy_pattern(r"\b[A-Z]\w*(?:::[A-Z]\w*)*\Z")
"""The type before the bracket of a reference."""
NEAR = 400
"""The largest distance in characters between a title and the brackets of its reference."""
COMPUTED = lazy_pattern(r"\"([^\"\n$#]*+[$#][^\"\n]*+)\"")
"""Strings with interpolations, in manifests and in Ruby."""
INSIDE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")
"""The characters that may continue a word."""
WORD = lazy_pattern(r"\w{2}")
COMMENT = lazy_pattern(r"\n[ \t]*+#.*")
"""A line that is a comment, with the end of the line before."""
REFERENCE = lazy_pattern(r"[A-Z](?<!\w[A-Z])\w*(?:::[A-Z]\w*)*\[[^\[\]]*\]")
BEFORE_TITLE = lazy_pattern(r"@{0,2}\b((?:::)?[a-z][\w:]*)\s*\{\s*['\"]?\Z")
TITLE = lazy_pattern(r"\{\s*+['\"]([^'\"$\n]++)['\"]\s*+:")
TYPE_BEFORE = lazy_pattern(r"\b((?:::)?[a-z][\w:]*+)\s*+\Z")
LONGEST_TYPE = 200
"""How many characters before a title its type is looked for."""
MOST_TITLES = 500
"""The number of titles of a text past which they are ignored."""
AFTER_TITLE = lazy_pattern(r"['\"]?\s*:(?!:)")


QUOTED = lazy_pattern(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"")
OF_COMMAND = lazy_pattern(r"[$/|;<>=(){}&%]")
"""What is in commands and sentences, and not in lists of names."""
SPLIT = "split"
"""The function by which a text is a list of names after all."""
INSTANCE_VARIABLE = lazy_pattern(r"@([a-z_]\w*)")
USED = lazy_pattern(r"(?<!\w::)\b(\w+)::|\b(?:include|contain|require)[ (]+['\"]?(?:::)?(\w+)|\bclass\s*\{\s*['\"]?(?:::)?(\w+)")
"""What uses a module."""
QUALIFIED = lazy_pattern(
    r"(?:\$\{?|" + beginning("scope") + r"\[\s*['\"]|" + beginning("lookupvar") + r"[(\s]+['\"])(?:::)?(\w+(?:::\w+)*)::(\w+)"
)
"""A read of a variable of a class, in a manifest or in a template."""
INCLUDES = lazy_pattern(r"\b(?:include|contain|require|hiera_include|lookup|hiera_array|hiera|class\s*\{)")
"""What includes classes in a manifest."""
FEW = 200
"""The number of folders up to which each of them is searched for a title, without an index."""
KEPT = 32 << 20
"""The number of characters of the texts of folders that are kept."""


class Mentions:
    """The texts of a project, read on first use."""

    def __init__(self, project: Project, disk: Disk, words: WordIndex, is_elsewhere: Callable[[str, str], bool]) -> None:
        """`is_elsewhere` tells whether a module that is not installed may declare a resource of a type with a title."""
        self._is_elsewhere = is_elsewhere
        self._disk = disk
        self._words = words
        self._project = project
        self._known: dict[tuple[str, str], bool] = {}
        self._latest: tuple[Folder, ...] = ()
        """The folder that had the last title: files of one module are checked in a row, and most of their titles are in it."""
        self._first: dict[re.Pattern[str], str | None] = {}
        """A file with a match of each pattern that was asked for."""

    def may_be_declared(self, type: str, title: str) -> bool:
        """Whether some resource of a type, given in lower case, may have a title."""
        known = self._known.get((type, title))
        if known is None:
            known = self._known[type, title] = self._is_mentioned(type, title)
        return known

    def has_text(self, type: str, title: str) -> bool:
        """Whether some text contains what may become the title of a resource of a type, which is not computed."""
        for each in self._places(title):
            if _mentions(self._disk, type, title, *each):
                self._latest = (each,)
                return True
        return False

    def may_have_part(self, type: str, word: str) -> bool:
        """Whether some resource of a type, given in lower case, may have a title with a word, which is all that is known of the title."""
        has_word = any(_mentions_word(self._disk, type, word, *each) for each in self._places(word))
        return has_word or _computed_strings(self._disk, self._folders).fit(word) or self._is_elsewhere(type, word)

    def _is_mentioned(self, type: str, title: str) -> bool:
        return self.has_text(type, title) or _computed_strings(self._disk, self._folders).fit(title) or self._is_elsewhere(type, title)

    def first_match(self, pattern: re.Pattern[str], names: Iterable[str]) -> str | None:
        """A file with a match of a pattern, all of whose matches contain one of some names as a whole."""
        if pattern not in self._first:
            self._first[pattern] = self._found(pattern, names)
        return self._first[pattern]

    def _found(self, pattern: re.Pattern[str], names: Iterable[str]) -> str | None:
        if len(self._folders) <= FEW:
            paths = [path for folder, inner in sorted(self._folders) for path in files_below(folder, inner, WITH_TITLES)]
        else:
            index = title_index(self._disk, self._words, self._folders)
            paths = [*dict.fromkeys(path for each in names for path in index.files_with(each))]
        for path in paths:
            with suppress(OSError):
                if pattern.search(read_text(path, LARGEST_SEARCHED)):
                    return path
        return None

    def read_ahead(self, is_enough: Callable[[], bool]) -> bool:
        """Search all texts, before anything is asked; tells whether all have been searched, and not `is_enough` before."""
        is_many = len(self._folders) > FEW
        for folder, inner in self._folders:
            if is_enough():
                return False
            _computed(self._disk, folder, inner)
            if is_many:
                self._words.indexed_below(self._disk, folder, inner, tuple(WITH_TITLES))
        if is_many:  # Otherwise only parts: other projects have some of the same folders.
            title_index(self._disk, self._words, self._folders)
            _computed_strings(self._disk, self._folders)
        return True

    def _places(self, title: str) -> Iterable[Folder]:
        """The folders that are searched for a title, or, if there are many, the files that have its words."""
        if len(self._folders) <= FEW:
            return chain(self._latest, self._folders)
        return ((path, ()) for path in title_index(self._disk, self._words, self._folders).files_with(title))

    @cached_property
    def _folders(self) -> Folders:
        return frozenset(searched(self._project))


def searched(project: Project) -> list[Folder]:
    """The folders of a project's modules and of its environment, each with the subfolders whose files can mention a name."""
    folders: list[Folder] = [(each.folder, FOLDERS) for each in project.modules.values()]
    if project.is_environment:
        return [*folders, (project.root, OF_ENVIRONMENT)]
    # The main manifests beside a folder of modules are in a folder of the repository, which may have data as well.
    folders += ((each, OF_ENVIRONMENT) for each in sorted({os.path.dirname(os.path.dirname(each)) for each in project.sites}))
    return [*folders, *((os.path.dirname(each), (os.path.basename(each),)) for each in project.data_above)]


def mentions_title(text: str, type: str, title: str) -> bool:
    """Whether a text contains what may become the title of a resource of a type: a word that is no part of a command."""
    return any(not _in_command(text, start, start + len(title)) for start in _places_in(text, type, title))


def mentions_word(text: str, type: str, word: str) -> bool:
    """Whether a text contains what may become a part of the title of a resource of a type."""
    return any(True for _ in _places_in(text, type, word))


def _places_in(text: str, type: str, title: str) -> Iterator[int]:
    """The places where a text has a title.

    A part of a longer word, a reference, and the title of a resource of another built-in type are not counted. An empty title is nowhere.
    """
    start = text.find(title) if title else -1
    while start >= 0:
        end = start + len(title)
        is_part = title[0].isalnum() and ((start and text[start - 1] in INSIDE) or (end < len(text) and text[end] in INSIDE))
        if not is_part and not _in_reference(text, start, end) and not _is_of_another(text, start, end, type):
            yield start
        start = text.find(title, start + 1)


def titles_in(text: str) -> Iterator[tuple[str, str]]:
    """The types and literal titles of the resources that a text declares, those that are the first of their statements."""
    return islice(_titles_in(text), MOST_TITLES)


def _titles_in(text: str) -> Iterator[tuple[str, str]]:
    for title in TITLE.finditer(text):
        type = TYPE_BEFORE.search(text, max(0, title.start() - LONGEST_TYPE), title.start())
        if type is not None:
            yield type[1].removeprefix("::"), title[1]


def computes(text: str, title: str) -> bool:
    """Whether a string with interpolations in a text may be a title."""
    return any(each.fits(title) for each in map(_computed_title, COMPUTED.findall(text)) if each is not None)


def strings_in(text: str) -> ComputedStrings:
    """The strings with interpolations in one text, which may be titles if they have two characters of their own, one a letter or digit."""
    several = ((each, "".join(each.parts)) for each in map(computed, COMPUTED.findall(text)))
    return ComputedStrings(each for each, own in several if len(each.parts) > 1 and len(own) > 1 and any(map(str.isalnum, own)))


def declaring(text: str) -> str:
    """A text without comments that are lines of their own, and without references."""
    return REFERENCE.sub("", COMMENT.sub("\n", f"\n{text}"))


def _in_reference(text: str, start: int, end: int) -> bool:
    """Whether a part of a text is inside a reference without interpolations."""
    bracket = text.rfind("[", max(0, start - NEAR), start)
    close = text.find("]", end, end + NEAR)
    if bracket < 0 or close < 0 or any(each in text[bracket + 1 : close] for each in "[]$"):
        return False
    return REFERRED_TYPE.search(text[max(0, bracket - NEAR) : bracket]) is not None


def _is_of_another(text: str, start: int, end: int, type: str) -> bool:
    """Whether a part of a text is the title of a resource of another built-in type, which declares no other resources."""
    before = BEFORE_TITLE.search(text, max(0, start - NEAR), start)
    if before is None or AFTER_TITLE.match(text, end) is None:
        return False
    other = before[1].removeprefix("::")
    return other not in (type, "class") and native_type(other) is not None


def _in_command(text: str, start: int, end: int) -> bool:
    """Whether a part of a text is a word between others in a command in quotes, as opposed to a list of names."""
    if not (text[start - 1 : start].isspace() or text[end : end + 1].isspace()):
        return False
    first, last = text.rfind("\n", 0, start) + 1, text.find("\n", end)
    line = text[first : last if last >= 0 else len(text)]
    inside = next((each[0] for each in QUOTED.finditer(line) if each.start() < start - first and end - first < each.end()), "")
    return OF_COMMAND.search(inside) is not None and SPLIT not in line


@remembered(200_000)
def _mentions(disk: Disk, type: str, title: str, path: str, inner: tuple[str, ...]) -> bool:
    """Whether a file, or a file below some subfolders of a folder, mentions a title."""
    return mentions_title(text_below(disk, path, inner) if inner else _text_of(disk, path), type, title)


@remembered(200_000)
def _mentions_word(disk: Disk, type: str, word: str, path: str, inner: tuple[str, ...]) -> bool:
    """Whether they contain a part of a title."""
    return mentions_word(text_below(disk, path, inner) if inner else _text_of(disk, path), type, word)


@remembered_by_size(KEPT)
def _text_of(disk: Disk, path: str) -> str:
    """The text of a file without what declares nothing."""
    try:
        return declaring(read_text(path, LARGEST_SEARCHED))
    except OSError:
        return ""


def texts(disk: Disk, folder: str, inner: tuple[str, ...]) -> tuple[str, ...]:
    """The texts of the files below some subfolders of a module."""
    return tuple(text for each in inner for text in _texts_in(disk, folder, each))


@remembered(8)
def _texts_in(disk: Disk, folder: str, inner: str) -> tuple[str, ...]:
    """Those below one subfolder. Only those of the last few modules are cached: files of one module are checked in a row."""
    parts = []
    for path in files_below(folder, (inner,), WITH_TITLES):
        with suppress(OSError):
            parts.append(read_text(path, LARGEST_SEARCHED))
    return tuple(parts)


def has_word(folder: str, inner: tuple[str, ...], kinds: tuple[Kind, ...], word: bytes) -> bool:
    """Whether a file of some kinds below the subfolders `inner` of a module has a word. Its files are read at each call."""
    for path in files_below(folder, inner, kinds):
        with suppress(OSError):
            if word in read(path, LARGEST_SEARCHED):
                return True
    return False


@remembered_by_size(NAMES)
def instance_variables(disk: Disk, folder: str, inner: tuple[str, ...]) -> frozenset[str]:
    """The names of the instance variables in the texts of a module."""
    return frozenset(name for text in texts(disk, folder, inner) for name in INSTANCE_VARIABLE.findall(text))


@remembered_by_size(NAMES)
def used_modules(disk: Disk, folder: str, inner: tuple[str, ...]) -> frozenset[str]:
    """The names with which the names in a module's manifests begin, and those of the classes that they include."""
    return frozenset(name for text in texts(disk, folder, inner) for found in USED.findall(text) for name in found if name)


@remembered(1000)
def computed_in(disk: Disk, folder: str, inner: tuple[str, ...]) -> ComputedStrings:
    """The strings with interpolations in the texts of a module."""
    found = {each for text in texts(disk, folder, inner) for each in COMPUTED.findall(text)}
    return ComputedStrings(filter(None, map(_computed_title, sorted(found))))


@remembered_by_size(NAMES)
def read_of_classes(disk: Disk, folder: str, inner: tuple[str, ...]) -> dict[str, frozenset[str]]:
    """The names of the variables of classes that the texts of a module read, by class."""
    found: dict[str, set[str]] = {}
    for text in texts(disk, folder, inner):
        for name, variable in QUALIFIED.findall(text) if "::" in text else ():
            found.setdefault(name, set()).add(variable)
    return {name: frozenset(each) for name, each in found.items()}


@remembered(1000)
def includes_classes(disk: Disk, folder: str, inner: tuple[str, ...]) -> bool:
    """Whether a manifest includes a class."""
    return any(INCLUDES.search(text) for text in texts(disk, folder, inner))


@remembered(10_000)
def has_match(disk: Disk, folder: str, inner: tuple[str, ...], pattern: re.Pattern[str], likely: str) -> bool:
    """Whether a text of a module has a match of a pattern; most matches begin with the text `likely`, which is searched for first."""
    several = texts(disk, folder, inner)
    return any(_matches_at(text, likely, pattern) for text in several) or any(pattern.search(text) for text in several)


def _matches_at(text: str, word: str, pattern: re.Pattern[str]) -> bool:
    """Whether a pattern matches at a place where a text has a word."""
    start = text.find(word)
    while start >= 0:
        if pattern.match(text, start) is not None:
            return True
        start = text.find(word, start + 1)
    return False


@remembered_by_size(KEPT)
def text_below(disk: Disk, folder: str, inner: tuple[str, ...]) -> str:
    """All texts of a module in one, without what declares nothing."""
    return declaring("\n".join(texts(disk, folder, inner)))


@remembered(2)
def _computed_strings(disk: Disk, folders: Folders) -> ComputedStrings:
    """The strings with interpolations of some folders."""
    return ComputedStrings(each for folder in sorted(folders) for each in _computed(disk, *folder))


@remembered_by_size(NAMES)
def _computed(disk: Disk, folder: str, inner: tuple[str, ...]) -> tuple[Computed, ...]:
    """The strings with interpolations in a module."""
    return tuple(filter(None, map(_computed_title, sorted(set(COMPUTED.findall(text_below(disk, folder, inner)))))))


def _computed_title(text: str) -> Computed | None:
    """The values of a string with interpolations; None if it would fit almost anything."""
    found = computed(text)
    return None if len(found.parts) < 2 or not WORD.search("".join(found.parts)) else found
