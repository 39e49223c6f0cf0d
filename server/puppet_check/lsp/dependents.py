"""Dependents: closed files whose findings change because of text that has not been saved."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from puppet_check.analysis import Analysis
from puppet_check.document import Document
from puppet_check.features.project_files.project_files import ProjectFiles
from puppet_check.reading.files import read
from puppet_check.workspace.summary import definitions
from puppet_check.workspace.trace import interface
from puppet_grammar.lower import lower
from puppet_grammar.parse import parse
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.loader import Definition, TypedName

MOST_DEPENDENTS = 300
"""How many files are checked again because of one change; after saving, all are."""

WORD = lazy_pattern(rb"\$?(?:::)?[a-z_]\w*(?:::\w+)*")
"""A name or a variable."""

Exports = dict[TypedName, Definition]
"""The definitions of a file without what other files cannot see."""


class Dependents:
    """Owns the exported definitions of open documents, and the names that differ from the disk. Used on the checking thread."""

    def __init__(self) -> None:
        self._exports: dict[str, Exports] = {}
        self._unsaved: dict[str, set[str]] = {}
        """The names that each open document defines differently since it was saved."""
        self._due: dict[str, set[str]] = {}

    @property
    def is_due(self) -> bool:
        """Whether there are changes whose dependents have not been searched."""
        return bool(self._due)

    def take(self, document: Document) -> None:
        """Note the current definitions of an open document."""
        now = _exports(document.definitions)
        before = self._exports.get(document.path)
        if before is None:
            before = _on_disk(document)
        self._exports[document.path] = now
        changed = {name.name for name in before.keys() | now.keys() if before.get(name) != now.get(name)}
        if changed:
            self._unsaved.setdefault(document.path, set()).update(changed)
            self._due.setdefault(document.path, set()).update(changed)

    def saved(self, paths: Iterable[str]) -> None:
        """Note that these files have been saved."""
        for path in paths:
            self._unsaved.pop(path, None)

    def close(self, path: str) -> None:
        """Note that the text of a file is that on the disk again."""
        self._exports.pop(path, None)
        if names := self._unsaved.pop(path, None):
            self._due[path] = names

    def recheck(self) -> None:
        """Look for the dependents of all unsaved names again, since they have been checked as if nothing was unsaved."""
        for path, names in self._unsaved.items():
            self._due.setdefault(path, set()).update(names)

    def files(self, analysis: Analysis, is_wanted: Callable[[str], bool], is_over: Callable[[], bool]) -> list[str]:
        """The wanted files that may depend on a changed name. If `is_over` interrupts the search there are none, and it stays due."""
        found: dict[str, None] = {}
        for path, names in self._due.items():
            project_files = ProjectFiles(analysis.workspace.known(path))
            folded = frozenset(each.encode() for each in names)
            for each, is_data in _all(project_files):
                if is_over():
                    return []
                if (
                    len(found) < MOST_DEPENDENTS
                    and is_wanted(each)
                    and analysis.opened(each) is None
                    and _names(project_files.read(each), folded, is_data)
                ):
                    found[each] = None
        self._due.clear()
        return [*found]


def _exports(found: Iterable[Definition]) -> Exports:
    return {TypedName(each.kind, each.name.lower()): interface(each) for each in found}


def _on_disk(document: Document) -> Exports:
    """The exported definitions of a document as it was saved last."""
    try:
        source = read(document.path)
    except OSError:
        return {}
    if source == document.text.source:
        return _exports(document.definitions)
    tree = parse(source, document.mode)
    return _exports(definitions(document.path, lower(tree)[0], tree.text))


def _all(project_files: ProjectFiles) -> Iterator[tuple[str, bool]]:
    """All files of a project, and whether they are data."""
    yield from ((each, False) for each in project_files.code())
    yield from ((each, True) for each in project_files.data())


def _names(source: bytes | None, names: frozenset[bytes], is_data: bool) -> bool:
    """Whether a text mentions one of these names, a variable of one or, in data, a key of one."""
    for word in set(WORD.findall(source.lower())) if source is not None else ():
        name = word.lstrip(b"$:")
        if name in names or ((is_data or word[:1] == b"$") and name.rpartition(b"::")[0] in names):
            return True
    return False
