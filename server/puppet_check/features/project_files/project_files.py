"""The files of a project, as they are in the editor or on disk, for searches."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol

from puppet_check.features.symbols import WHOLE, Symbol
from puppet_check.features.view import View
from puppet_check.workspace.kinds import DATA, EPP, ERB, KINDS, MANIFEST, PLAN, RUBY, Kind
from puppet_check.workspace.known import Known
from puppet_check.workspace.project import Module
from puppet_check.workspace.words import File, having, listed_below, naming
from puppet_grammar.lower import lower
from puppet_grammar.partial import lower_around
from puppet_grammar.patterns import lazy_pattern
from puppet_grammar.text import Text


class Opened(Protocol):
    """The files that are open in the editor."""

    def view(self, path: str) -> View | None:
        """The view of a file of Puppet code; None if it is not open."""

    def paths(self) -> Iterable[str]:
        """The paths of the open files of all kinds."""


class NothingOpen:
    """Files outside of an editor."""

    def view(self, path: str) -> None:
        """None, as no file is open."""

    def paths(self) -> tuple[str, ...]:
        """No paths."""
        return ()


CODE = ("manifests", "functions", "types", "plans", "templates", "examples", "tests")
OF_CODE = (PLAN, MANIFEST, EPP)
LARGE = 1 << 21


class ProjectFiles:
    """The files of a project."""

    def __init__(
        self, known: Known, here: View | None = None, opened: Opened = NothingOpen(), is_over: Callable[[], bool] = lambda: False
    ) -> None:
        """Searches end as soon as `is_over` returns true."""
        self._is_over = is_over
        self.known = known
        self._here = here
        self._here_path = "" if here is None else os.path.abspath(here.path)
        self._opened = opened

    def view(self, path: str) -> View | None:
        """The view of a file of Puppet code; None if it cannot be read."""
        if (known := self._in_editor(path)) is not None:
            return known
        source = self.read(path)
        return None if source is None else self._parsed(path, source)

    def text(self, path: str) -> Text:
        """The text of any file; empty if it cannot be read."""
        known = self._in_editor(path)
        return known.text if known is not None else Text(self.read(path) or b"")

    def _in_editor(self, path: str) -> View | None:
        if path == self._here_path:
            return self._here
        return self._opened.view(path)

    def _parsed(self, path: str, source: bytes, places: Sequence[int] | None = None, owner: bytes = b"") -> View:
        tree = self.known.trees.of(path, source)
        program = lower(tree)[0] if places is None else lower_around(tree, places, owner)
        return View(path, tree.text, tree.mode, program, self.known, None)

    def with_words(self, words: Iterable[str]) -> Iterator[View]:
        """The files of Puppet code that contain any of some words, in any case."""
        folded = [_folded(each) for each in words]
        pattern = _any_of(folded)
        paths = having(folded, _code(self.known))
        return self._searched(paths, lambda source: any(each in source for each in folded) and pattern.search(source) is not None)

    def with_word(self, word: str, owner: str = "") -> Iterator[tuple[View, list[int]]]:
        """The files of Puppet code that contain a word, in any case, with its offsets, but for those in lines of comments.

        The programs of closed files have the statements with the word and the name of its owner; others may be absent.
        """
        folded, of = _folded(word), _folded(owner)
        pattern, of_owner = _any_of([folded]), _any_of([of])
        for path, view, source in self._sources(having([folded + b" " + of], _code(self.known)) if folded else ()):
            text = source.lower()
            if of and next(_found_outside_comments(of_owner, source, text), None) is None:
                continue
            places = [*_found_outside_comments(pattern, source, text)]
            if places:
                yield view if view is not None else self._parsed(path, source, places, of), places

    def naming(self, name: str) -> Iterator[tuple[View, list[int]]]:
        """The files of Puppet code that may name something by a qualified name, in any case, with the offsets of the name.

        The programs of closed files have the statements with the name; others may be absent.
        """
        folded = _folded(name)
        for path, view, source in self._sources(naming(folded, _code(self.known))):
            places = [*_places(folded, source.lower())]
            if places:
                yield view if view is not None else self._parsed(path, source, places), places

    def matching(self, pattern: re.Pattern[bytes], fits: Callable[[bytes], bool]) -> Iterator[tuple[View, list[int]]]:
        """The files of Puppet code in which a pattern finds texts that fit, in lower case, with their offsets."""
        for path, view, source in self._sources(self.code()):
            places = [each.start(1) for each in pattern.finditer(source) if fits(each[1].lower())]
            if places:
                yield view if view is not None else self._parsed(path, source), places

    def _searched(self, paths: Iterable[str], fits: Callable[[bytes], bool]) -> Iterator[View]:
        """Those of some files, and of the open ones, whose text in lower case fits."""
        for path, view, source in self._sources(paths):
            if fits(source.lower()):
                yield view if view is not None else self._parsed(path, source)

    def _sources(self, paths: Iterable[str]) -> Iterator[tuple[str, View | None, bytes]]:
        """The texts of some files and of the open ones, which have views."""
        for path in dict.fromkeys((*self._open_code(), *paths)):
            if self._is_over():
                return
            view = self._in_editor(path)
            source = view.text.source if view is not None else self.read(path)
            if source is not None:
                yield path, view, source

    def _open_code(self) -> Iterator[str]:
        """The files of Puppet code in the editor, whose texts may differ from those on disk."""
        if self._here is not None:
            yield self._here_path
        files = {*self._listed()}
        yield from (path for path in self._opened.paths() if path in files)

    def code(self) -> Iterator[str]:
        """All files of Puppet code."""
        if self._here is not None:
            yield self._here_path
        yield from self._listed()

    def _listed(self) -> Iterator[str]:
        """All files of Puppet code on disk, none of which is read."""
        yield from self.known.project.sites
        for module in self.known.project.modules.values():
            yield from self.code_of(module)

    def code_of(self, module: Module) -> Iterator[str]:
        """The files of Puppet code of a module."""
        return iter(listed_below(self.known.disk, module.folder, CODE, OF_CODE))

    def ruby_templates(self, module: str) -> Iterator[str]:
        """The ERB templates of a module."""
        found = self.known.project.modules.get(module)
        if found is not None:
            yield from listed_below(self.known.disk, found.folder, ("templates",), (ERB,))

    def ruby(self) -> Iterator[str]:
        """The Ruby files below the `lib` of modules."""
        for module in self.known.project.modules.values():
            yield from listed_below(self.known.disk, module.folder, ("lib",), (RUBY,))

    def data(self) -> Iterator[str]:
        """All Hiera data files."""
        return self._of_kind(DATA)

    def other_naming(self, symbol: str) -> Iterator[str]:
        """The files that are not Puppet code and may mention a kind of symbols, without ERB templates, which are found by their callers."""
        for kind in KINDS:
            if symbol in kind.mentions and kind.features is not None and kind is not ERB:
                yield from self._of_kind(kind)

    def may_name(self, symbol: Symbol, paths: Iterable[str]) -> Iterator[str]:
        """Those of some files that may name a symbol."""
        several = [*paths]
        yield from (each for each in several if self.known.is_unsaved(each))
        on_disk = self.known.words.indexed(self.known.disk, (each for each in several if not self.known.is_unsaved(each)))
        yield from naming(_folded(symbol.name), on_disk) if symbol.kind in WHOLE else having([_folded(symbol.word)], on_disk)

    def _of_kind(self, kind: Kind) -> Iterator[str]:
        """The files of a kind at the top of a module or environment, or in the folders for such files."""
        inner = kind.places or ((kind.parent,) if kind.parent else ())
        for folder in self._folders():
            yield from (path for name in kind.names if os.path.isfile(path := os.path.join(folder, name)))
            yield from listed_below(self.known.disk, folder, inner, (kind,))

    def _folders(self) -> list[str]:
        project = self.known.project
        top = [project.root] if project.is_environment else []
        return list(dict.fromkeys((*top, *(each.folder for each in project.modules.values()))))

    def read(self, path: str) -> bytes | None:
        """The current contents of a file; None if it cannot be read or is too large."""
        try:
            source = self.known.contents(path)
        except OSError:
            return None
        return source if len(source) <= LARGE else None


def _folded(name: str) -> bytes:
    return name.lower().encode(errors="surrogatepass")


VARIABLE_BEFORE = lazy_pattern(rb"\$\{?(?:::)?\Z")
BEFORE = lazy_pattern(rb"(?<!\w)(?<!\w::)")
AFTER = lazy_pattern(rb"(?!\w|::\w|[/@.]|-(?!>))")
"""What follows a whole name that is not a part of a path or text."""
VARIABLE_AFTER = lazy_pattern(rb"::\w+(?!\w|::\w)")


def _places(name: bytes, source: bytes) -> Iterator[int]:
    """The offsets of a name, as a whole or as the class of a variable, in a text in lower case; not those in lines of comments."""
    return _outside_comments(source, _named(name, source))


def _named(name: bytes, source: bytes) -> Iterator[int]:
    at = source.find(name)
    while at >= 0:
        end = at + len(name)
        is_whole = AFTER.match(source, end) and BEFORE.match(source, at)
        is_owner = not is_whole and VARIABLE_AFTER.match(source, end) and VARIABLE_BEFORE.search(source, max(0, at - 4), at)
        if is_whole or is_owner:
            yield at
        at = source.find(name, end)


def _found_outside_comments(pattern: re.Pattern[bytes], source: bytes, folded: bytes) -> Iterator[int]:
    """The offsets at which a pattern is found in a text in lower case, but for those in lines of comments."""
    return _outside_comments(source, (each.start() for each in pattern.finditer(folded)))


def _outside_comments(source: bytes, offsets: Iterable[int]) -> Iterator[int]:
    """Those of some offsets, in their order, that are not in lines of comments."""
    line_end = -1
    is_comment = False
    for at in offsets:
        if at > line_end:
            line_end, is_comment = _line(source, at)
        if not is_comment:
            yield at


def _any_of(words: Iterable[bytes]) -> re.Pattern[bytes]:
    """What finds any of some words in lower case, not as a part of another. What begins with a literal is found several times as fast."""
    return re.compile(b"|".join(rb"%b(?<!\w%b)(?!(?<=\w)\w)" % (each, each) for each in map(re.escape, words)))


def _line(source: bytes, offset: int) -> tuple[int, bool]:
    """Where the line of a word ends, and whether it is a comment; one with an interpolation or a tag may be a line of a text."""
    end = source.find(b"\n", offset)
    end = end if end >= 0 else len(source)
    line = source[source.rfind(b"\n", 0, offset) + 1 : end]
    return end, line.lstrip().startswith(b"#") and b"${" not in line and b"<%" not in line


def _code(known: Known) -> list[File]:
    """All files of Puppet code of a project on disk, with their words."""
    words, disk, modules = known.words, known.disk, known.project.modules.values()
    inside = (file for each in modules for file in words.indexed_below(disk, each.folder, CODE, OF_CODE))
    return [*words.indexed(disk, known.project.sites), *inside]
