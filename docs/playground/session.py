"""What the page of the playground asks: findings, fixes, descriptions, completions and catalogs of a few files that are edited.

It runs in a browser (Pyodide) as well as elsewhere. Offsets are in UTF-16 code units, as in JavaScript; answers are plain data.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Mapping, Sequence

from puppet_check.analysis import Analysis
from puppet_check.checked_actions import checked
from puppet_check.config import Configuration
from puppet_check.config.settings import OWN
from puppet_check.config.systems import system_facts
from puppet_check.document import Document, shown
from puppet_check.features.catalog.document import catalog_document
from puppet_check.features.completion.items import resolved
from puppet_check.formatting.engine import NotFormattedError, formatted
from puppet_check.formatting.style import Style
from puppet_check.reports.catalogs.compilation import compilation_of
from puppet_check.workspace.workspace import Workspace
from puppet_grammar.parse import mode_of
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Diagnostic, Edit
from puppet_typesys.node_catalogs.node import Node

Data = dict[str, object]
MOST_ITEMS = 200
"""The number of completions that are shown."""
SETTINGS = OWN, 'ignore = ["missing-module"]\n'
"""A page has no module path: other modules are known by their bundled interfaces, which need not be said."""


class Session:
    """The files of the page, in a folder of their own."""

    def __init__(self, folder: str, files: Mapping[str, str]) -> None:
        """`files` are texts by paths below the folder, whose contents they replace."""
        self._folder = folder
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        self._write(*SETTINGS)
        self._analysis = Analysis(Workspace(Configuration()))
        for path, text in files.items():
            self._write(path, text)
        for path, text in files.items():
            self._analysis.open(self._whole(path), text)

    def edit(self, path: str, text: str) -> None:
        """Replace the text of a file, or add one."""
        whole = self._whole(path)
        is_new = not os.path.exists(whole)
        self._write(path, text)
        if is_new:
            self._analysis.notice([whole])
        self._analysis.open(whole, text)

    def findings(self) -> list[Data]:
        """The findings in all files."""
        found = []
        for path, document in self._documents():
            found += [self._finding(path, document.text, each) for each in shown(document)]
            _ = document.trace  # what they depend on, before anything changes
        return found

    def fixes(self, path: str, start: int, end: int) -> list[Data]:
        """What can be done about a part of a text: titles, and edits that make no new error."""
        document = self._document(path)
        text = document.text
        diagnostics = shown(document)
        found = []
        for action in document.answers.actions(_bytes(text, start), _bytes(text, end), diagnostics):
            made = checked(document, diagnostics, action, Analysis(Workspace(Configuration())))
            if made.edits:
                found.append({"title": action.title, "edits": self._edits(text, path, made.edits)})
        return found

    def hover(self, path: str, offset: int) -> Data | None:
        """The description of what is at an offset, in Markdown."""
        document = self._document(path)
        found = document.answers.hover(_bytes(document.text, offset))
        return None if found is None else {"text": found.text, **_span(document.text, found.start, found.end)}

    def complete(self, path: str, offset: int) -> Data:
        """The completions at an offset, and what they replace."""
        document = self._document(path)
        found = document.answers.complete(_bytes(document.text, offset))
        items = [
            {"label": each.label, "kind": each.kind, "detail": each.detail, "insert": each.insert, "about": each.about, "sort": each.sort}
            for each in sorted(found.items, key=lambda each: each.sort)[:MOST_ITEMS]
        ]
        return {"items": items, **_span(document.text, found.start, found.end)}

    def describe(self, path: str, about: str) -> str | None:
        """The description of a completion."""
        return resolved(about, self._document(path).answers.known)

    def formatted(self, path: str) -> str:
        """A text as it is formatted; the same if it has errors."""
        text = self._document(path).text.source
        try:
            made = formatted(text, mode_of(path), Style())
        except NotFormattedError:
            made = text
        return made.decode("utf-8", "surrogateescape")

    def catalog(self, name: str, system: str, release: str) -> Data:
        """The catalog of a class on a system: its resources, and why the compilation ended early."""
        known = Workspace(Configuration()).known(os.path.join(self._folder, "site.pp"))
        node = Node("node.example.com", system_facts(system, release), classes=(name,))
        compiled = compilation_of(known).of(node)
        made = catalog_document(compiled.compiler, node)
        return {"error": "" if compiled.error is None else str(compiled.error), "resources": made["resources"]}

    def classes(self) -> list[str]:
        """The names of the classes in the files."""
        found = (each for _, document in self._documents() if document.is_code for each in document.definitions)
        return sorted(each.name for each in found if each.kind == "class")

    def _documents(self) -> list[tuple[str, Document]]:
        return [
            (os.path.relpath(path, self._folder), self._document(os.path.relpath(path, self._folder))) for path in self._analysis.paths()
        ]

    def _document(self, path: str) -> Document:
        self._analysis.settle()
        found = self._analysis.opened(self._whole(path))
        if found is None:
            raise KeyError(path)
        return found

    def _finding(self, path: str, text: Text, each: Diagnostic) -> Data:
        place = text.position(each.start)
        return {
            "path": path,
            "line": place.line + 1,
            "code": each.code,
            "severity": each.severity.text,
            "message": each.message,
            "fixable": bool(each.fixes),
            **_span(text, each.start, each.end),
        }

    def _edits(self, text: Text, path: str, edits: Sequence[Edit]) -> list[Data]:
        return [{"path": path, "text": each.replacement, **_span(text, each.start, each.end)} for each in edits]

    def _whole(self, path: str) -> str:
        whole = os.path.normpath(os.path.join(self._folder, path))
        if not whole.startswith(os.path.join(self._folder, "")):
            raise ValueError(f"{path}: not below the folder")
        return whole

    def _write(self, path: str, text: str) -> None:
        whole = self._whole(path)
        os.makedirs(os.path.dirname(whole), exist_ok=True)
        with open(whole, "w", encoding="utf-8", errors="surrogateescape", newline="") as file:
            file.write(text)


def answer(session: Session, question: str) -> str:
    """The answer to a question of the page: the name of a method with its arguments, both sides as JSON."""
    name, *arguments = json.loads(question)
    if name not in QUESTIONS:
        raise KeyError(name)
    return json.dumps(getattr(session, name)(*arguments))


QUESTIONS = frozenset(("edit", "findings", "fixes", "hover", "complete", "describe", "formatted", "catalog", "classes"))


def _bytes(text: Text, offset: int) -> int:
    """The offset in bytes."""
    units = text.source.decode("utf-8", "replace").encode("utf-16-le")
    return len(units[: 2 * offset].decode("utf-16-le", "replace").encode())


def _units(text: Text, offset: int) -> int:
    """The offset in UTF-16 code units."""
    return len(text.source[:offset].decode("utf-8", "replace").encode("utf-16-le")) // 2


def _span(text: Text, start: int, end: int) -> Data:
    return {"start": _units(text, start), "end": _units(text, end)}
