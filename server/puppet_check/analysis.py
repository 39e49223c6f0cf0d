"""Analysis: the open documents, and the answer to "what is wrong in this file". Every front end goes through it.

A change parses at once, which is cheap; what costs more is done when it is asked for, and kept until the next change.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from puppet_check.checker import check, model_of, unreadable
from puppet_check.workspace import location
from puppet_check.workspace.summary import definitions
from puppet_check.workspace.trace import Trace
from puppet_check.workspace.workspace import Workspace
from puppet_grammar import ast
from puppet_grammar.lower import lower
from puppet_grammar.parse import Change, SyntaxTree, edit, mode_of, parse
from puppet_grammar.problems import Problem
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Diagnostic
from puppet_typesys.infer.model import FileModel
from puppet_typesys.loader import Definition


class Document:
    """One state of a file's text: its tree, and what follows from it."""

    def __init__(self, path: str, tree: SyntaxTree, workspace: Workspace, version: int | None = None) -> None:
        self.workspace = workspace
        self.path = path
        self.tree = tree
        self.version = version
        self.trace: Trace | None = None
        """What the model depends on, when it has been made."""

    @property
    def text(self) -> Text:
        """The source text."""
        return self.tree.text

    @cached_property
    def lowered(self) -> tuple[ast.Program, tuple[Problem, ...]]:
        """The program and its syntax problems."""
        return lower(self.tree)

    @cached_property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What is wrong, in order of place."""
        return check(*self.lowered, self.tree.mode, location.place(self.path), self.model)

    @cached_property
    def definitions(self) -> tuple[Definition, ...]:
        """What others can see of it."""
        return definitions(os.path.abspath(self.path), self.lowered[0], self.text)

    @cached_property
    def model(self) -> FileModel | None:
        """What is known about the expressions."""
        path = os.path.abspath(self.path)
        known = self.workspace.known(path)
        known.begin()
        try:
            return model_of(self.lowered[0], self.text, self.tree.mode, path, known)
        finally:
            self.trace = known.trace()

    def is_current(self) -> bool:
        """Whether what was found would be found again, as far as other files are concerned."""
        return self.trace is None or self.workspace.known(self.path).holds(self.trace)


@dataclass(frozen=True, slots=True)
class Checked:
    """The answer for one file; the text is what the places in the diagnostics refer to."""

    text: Text
    diagnostics: tuple[Diagnostic, ...]
    trace: Trace | None = None
    """What the answer depends on besides the text, for those that may be kept."""


class Analysis:
    """The documents that are open, by path; all other files are read when they are asked for."""

    def __init__(self, workspace: Workspace | None = None) -> None:
        self.workspace = workspace or Workspace()
        self._open: dict[str, Document] = {}

    def open(self, path: str, source: str | bytes, version: int | None = None) -> Document:
        """Take a document's text from here and no longer from the disk."""
        location.forget()
        self._open[path] = Document(path, parse(source, mode_of(path)), self.workspace, version)
        self._changed(path)
        return self._open[path]

    def edit(self, path: str, changes: Iterable[Change], version: int | None = None) -> Document:
        """Change an open document; each change refers to the text that the one before left."""
        tree = self._open[path].tree
        for change in changes:
            tree = edit(tree, change)
        self._open[path] = Document(path, tree, self.workspace, version)
        self._changed(path)
        return self._open[path]

    def close(self, path: str) -> None:
        """Take a document's text from the disk again."""
        if self._open.pop(path, None) is not None:
            self._changed(path)

    def _changed(self, path: str) -> None:
        """Let other files see what a document defines now; what they know of it counts when they are asked next."""
        document = self._open.get(path)
        if self.workspace.changed(path, None if document is None else document.definitions):
            for name, document in self._open.items():
                if not document.is_current():
                    self._open[name] = Document(name, document.tree, self.workspace, document.version)

    def document(self, path: str) -> Document | None:
        """The document that is open under a path."""
        return self._open.get(path)

    def check(self, path: str) -> Checked:
        """What is wrong in a file, open or not."""
        document = self._open.get(path)
        if document is None:
            try:
                with open(path, "rb") as file:
                    source = file.read()
            except OSError as error:
                return Checked(Text(b""), (unreadable(error.strerror or str(error)),))
            document = Document(path, parse(source, mode_of(path)), self.workspace)
        return Checked(document.text, document.diagnostics, document.trace or Trace({}, {}))
