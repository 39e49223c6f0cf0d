"""Files that are not open and see something else because of a text that has not been saved: they are checked again as well."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from puppet_check.analysis import Analysis
from puppet_check.document import Document
from puppet_check.features.others import Others
from puppet_check.workspace.summary import definitions
from puppet_check.workspace.trace import interface
from puppet_grammar.lower import lower
from puppet_grammar.parse import parse
from puppet_typesys.loader import Definition, TypedName

MOST = 300
"""How many files are checked again because of one change; all are once it has been saved."""

WORD = re.compile(rb"\$?(?:::)?[a-z_]\w*(?:::\w+)*")
"""A name, or a variable."""

Seen = dict[TypedName, Definition]
"""What others see of a file's definitions."""


class Spread:
    """What others see of open files, and the names that mean something else than on the disk. Used on the checking thread."""

    def __init__(self) -> None:
        self._seen: dict[str, Seen] = {}
        self._unsaved: dict[str, set[str]] = {}
        """The names that each open file has changed since it was saved."""
        self._due: dict[str, set[str]] = {}

    @property
    def is_due(self) -> bool:
        """Whether some files are to be looked for."""
        return bool(self._due)

    def take(self, document: Document) -> None:
        """Take notice of what an open file defines now."""
        now = _seen(document.definitions)
        before = self._seen.get(document.path)
        if before is None:
            before = _on_disk(document)
        self._seen[document.path] = now
        changed = {name.name for name in before.keys() | now.keys() if before.get(name) != now.get(name)}
        if changed:
            self._unsaved.setdefault(document.path, set()).update(changed)
            self._due.setdefault(document.path, set()).update(changed)

    def saved(self, paths: Iterable[str]) -> None:
        """What these say lies on the disk now."""
        for path in paths:
            self._unsaved.pop(path, None)

    def close(self, path: str) -> None:
        """What a file says counts as it lies on the disk again."""
        self._seen.pop(path, None)
        if names := self._unsaved.pop(path, None):
            self._due[path] = names

    def again(self) -> None:
        """All files were checked as they lie on the disk: look for what sees something else."""
        for path, names in self._unsaved.items():
            self._due.setdefault(path, set()).update(names)

    def files(self, analysis: Analysis, is_wanted: Callable[[str], bool], is_over: Callable[[], bool]) -> list[str]:
        """The wanted files that may see a difference; none, and the same is due, if it is over before all are known."""
        found: dict[str, None] = {}
        for path, names in self._due.items():
            others = Others(analysis.workspace.known(path))
            folded = frozenset(each.encode() for each in names)
            for each, is_data in _all(others):
                if is_over():
                    return []
                if len(found) < MOST and is_wanted(each) and analysis.opened(each) is None and _names(others.read(each), folded, is_data):
                    found[each] = None
        self._due.clear()
        return [*found]


def _seen(found: Iterable[Definition]) -> Seen:
    return {TypedName(each.kind, each.name.lower()): interface(each) for each in found}


def _on_disk(document: Document) -> Seen:
    """What others see of a document as it was saved last."""
    try:
        with open(document.path, "rb") as file:
            source = file.read()
    except OSError:
        return {}
    if source == document.text.source:
        return _seen(document.definitions)
    tree = parse(source, document.tree.mode)
    return _seen(definitions(document.path, lower(tree)[0], tree.text))


def _all(others: Others) -> Iterator[tuple[str, bool]]:
    """All files, and whether they are data."""
    yield from ((each, False) for each in others.code())
    yield from ((each, True) for each in others.data())


def _names(source: bytes | None, names: frozenset[bytes], is_data: bool) -> bool:
    """Whether one of these names, a variable of one, or a key of one in data, stands in a text."""
    for word in set(WORD.findall(source.lower())) if source is not None else ():
        name = word.lstrip(b"$:")
        if name in names or ((is_data or word[:1] == b"$") and name.rpartition(b"::")[0] in names):
            return True
    return False
