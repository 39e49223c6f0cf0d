"""An environment in which symbols are renamed as a client would: find the place, ask for the edits, apply them to the files."""

from __future__ import annotations

import os
import random
import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from puppet_check.analysis import Analysis
from puppet_check.features.navigation.occurrences import occurrences, occurrences_at
from puppet_check.features.project_files.project_files import ProjectFiles
from puppet_check.features.renaming.draft import Refusal
from puppet_check.features.renaming.rename import rename
from puppet_check.features.symbols import LOCAL, MEMBER, Occurrence
from puppet_check.features.view import View
from puppet_typesys.diagnostics import Edit
from puppet_typesys.loader import TYPE

Kind = str
MARK = re.compile(r"_zq\d+", re.IGNORECASE)
GUESS = re.compile(r",? did you mean '[^']*'\?|\.$")


class Result(NamedTuple):
    """What a rename came to: the files that were changed, or the reason why it was refused."""

    files: tuple[str, ...] = ()
    refusal: str | None = None


def plain(text: str) -> str:
    """A text without the marks of new names, and without guesses, which depend on how similar names are."""
    return GUESS.sub("", MARK.sub("", text))


def symbols(folder: Path, choose: random.Random) -> Iterator[tuple[Kind, str, str]]:
    """The definitions of symbols with their files, in an order that a seed chooses, the kinds in turn."""
    by_kind: dict[Kind, list[tuple[Kind, str, str]]] = defaultdict(list)
    analysis = Analysis()
    for path in sorted(folder.rglob("*")):
        if path.suffix not in (".pp", ".epp") or not {"manifests", "functions", "types", "templates"} & {*path.parts}:
            continue
        view = analysis.open(str(path), path.read_bytes()).view
        for each in _defined(view):
            kind = _kind(each, view)
            by_kind[kind].append((kind, str(path), each.symbol.name))
        analysis.close(str(path))
    for several in by_kind.values():
        several[:] = dict.fromkeys(several)
        choose.shuffle(several)
    for row in zip_longest(*(by_kind[kind] for kind in sorted(by_kind))):
        yield from (each for each in row if each is not None)


def _defined(view: View) -> Iterator[Occurrence]:
    seen = set()
    for each in occurrences(view):
        if each.role in ("define", "write") and each.symbol not in seen and not MARK.search(each.symbol.name):
            seen.add(each.symbol)
            yield each


def _kind(occurrence: Occurrence, view: View) -> Kind:
    """The kind of a symbol: what it is for its reader, where symbols of one kind are found in different ways."""
    symbol = occurrence.symbol
    if symbol.kind not in (LOCAL, MEMBER):
        return symbol.kind
    what = "parameter" if occurrence.role == "define" else "variable"
    return (
        f"{what} of {'template' if view.path.endswith('.epp') else symbol.owner.partition(' ')[0] if symbol.kind == MEMBER else 'a scope'}"
    )


class Environment:
    """The files of an environment, of which an analysis reads those on disk. Used by one thread."""

    def __init__(self, folder: Path, *, is_confirmed: bool = False) -> None:
        self._folder = folder
        self._is_confirmed = is_confirmed
        self._analysis = Analysis()
        self._moved: dict[str, str] = {}
        self._count = 0

    def rename(self, path: str, name: str, kind: Kind) -> Result:
        """Rename a symbol that a file defined before it was moved."""
        path = self._now(path)
        document = self._analysis.open(path, Path(path).read_bytes())
        try:
            view = document.view
            found = next((each for each in _defined(view) if each.symbol.name == name and _kind(each, view) == kind), None)
            if found is None:
                return Result(refusal="it was renamed before")
            return self._rename(view, found)
        finally:
            self._analysis.close(path)

    def _now(self, path: str) -> str:
        while path in self._moved:
            path = self._moved[path]
        return path

    def _rename(self, view: View, found: Occurrence) -> Result:
        self._count += 1
        name = f"{found.symbol.name}_zq{self._count}"
        project_files = ProjectFiles(view.known, view)
        here = occurrences_at(view, found.end)
        written = f"{view.text.slice(found.start, found.end)}_zq{self._count}" if found.symbol.kind == TYPE else name
        changes = rename(view, here, written, project_files, can_confirm=self._is_confirmed)
        if isinstance(changes, Refusal):
            return Result(refusal=changes.reason)
        edits = {path: [*several] for path, several in changes.edits.items()}
        for unsure in changes.unsure:
            for path, several in unsure.edits.items():
                edits.setdefault(path, []).extend(several)
        for path, several in edits.items():
            _apply(Path(path), several)
        for old, new in changes.moves:
            Path(new).parent.mkdir(parents=True, exist_ok=True)
            os.rename(old, new)
            self._moved[old] = new
        paths = [*edits, *(each for move in changes.moves for each in move)]
        self._analysis.notice(paths)
        return Result(tuple(os.path.relpath(each, self._folder) for each in edits))


def _apply(path: Path, edits: list[Edit]) -> None:
    source = path.read_bytes()
    for edit in sorted(set(edits), reverse=True):
        source = source[: edit.start] + edit.replacement.encode() + source[edit.end :]
    path.write_bytes(source)


__all__ = ["Environment", "Kind", "Result", "plain", "symbols"]
