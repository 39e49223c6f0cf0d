"""The files of a project, as they are in the editor or on disk, for searches."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator

from puppet_check.features.symbols import WHOLE, Symbol
from puppet_check.features.view import View
from puppet_check.workspace.disk import Disk, remembered
from puppet_check.workspace.kinds import DATA, EPP, ERB, KINDS, MANIFEST, PLAN, RUBY, Kind
from puppet_check.workspace.known import Known
from puppet_check.workspace.project import Module
from puppet_check.workspace.words import Files, listed_below
from puppet_grammar.lower import lower
from puppet_grammar.parse import mode_of, parse
from puppet_grammar.text import Text

Opened = Callable[[str], View | None]
"""The view of a file that is open in the editor."""
CODE = ("manifests", "functions", "types", "plans", "templates", "examples", "tests")
LARGE = 1 << 21


class ProjectFiles:
    """The files of a project."""

    def __init__(
        self, known: Known, here: View | None = None, opened: Opened | None = None, is_over: Callable[[], bool] = lambda: False
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
        return self._opened(path) if self._opened is not None else None

    def _parsed(self, path: str, source: bytes) -> View:
        mode = mode_of(path)
        tree = parse(source, mode)
        return View(path, tree.text, mode, lower(tree)[0], self.known, None)

    def with_words(self, words: Iterable[str]) -> Iterator[View]:
        """The files of Puppet code that contain any of some words, in any case."""
        several = [*words]
        return self._searched(several, self.known.words.having(several, _code(self.known.disk, self.known)))

    def naming(self, name: str) -> Iterator[View]:
        """The files of Puppet code that contain a qualified name, in any case, or one that begins with it."""
        return self._searched([name], self.known.words.naming(name, _code(self.known.disk, self.known)))

    def _searched(self, words: Iterable[str], paths: Iterable[str]) -> Iterator[View]:
        """Those of some files, and of the open ones, that contain any of some words."""
        folded = [each.lower().encode(errors="surrogatepass") for each in words]
        pattern = re.compile(b"|".join(rb"(?<!\w)%b(?!(?<=\w)\w)" % re.escape(each) for each in folded))
        for path in dict.fromkeys((*self._open_code(), *paths)):
            if self._is_over():
                return
            view = self._in_editor(path)
            source = view.text.source if view is not None else self.read(path)
            lower = b"" if source is None else source.lower()
            if source is not None and any(each in lower for each in folded) and pattern.search(lower):
                yield view if view is not None else self._parsed(path, source)

    def _open_code(self) -> Iterator[str]:
        """The files of Puppet code in the editor, whose texts may differ from those on disk."""
        return (path for path in self.code() if self._in_editor(path) is not None)

    def code(self) -> Iterator[str]:
        """All files of Puppet code."""
        if self._here is not None:
            yield self._here_path
        yield from (path for path, _ in _code(self.known.disk, self.known))

    def code_of(self, module: Module) -> Iterator[str]:
        """The files of Puppet code of a module."""
        return iter(listed_below(self.known.disk, module.folder, CODE, (PLAN, MANIFEST, EPP)))

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
        words = self.known.words
        on_disk = words.numbered(each for each in several if not self.known.is_unsaved(each))
        yield from words.naming(symbol.name, on_disk) if symbol.kind in WHOLE else words.having([symbol.word], on_disk)

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


@remembered(1 << 8)
def _code(disk: Disk, known: Known) -> Files:
    """All files of Puppet code of a project, as they are on disk."""
    project = known.project
    modules = (path for each in project.modules.values() for path in listed_below(disk, each.folder, CODE, (PLAN, MANIFEST, EPP)))
    return known.words.numbered((*project.sites, *modules))
