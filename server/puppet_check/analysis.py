"""Analysis: the open documents, and the answer to "what is wrong in this file". Every front end goes through it.

A change parses at once, which is cheap; what costs more is done when it is asked for, and kept until the next change.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from puppet_check.checker import unreadable_file
from puppet_check.config import Configuration
from puppet_check.document import Document
from puppet_check.workspace import location
from puppet_check.workspace.changes import Effect, effect_on
from puppet_check.workspace.kinds import kind_of
from puppet_check.workspace.trace import Trace
from puppet_check.workspace.unsaved import is_kept
from puppet_check.workspace.workspace import Parsed, Workspace
from puppet_grammar.parse import Change, mode_of, parse
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Diagnostic


@dataclass(frozen=True, slots=True)
class CheckedFile:
    """The answer for one file; the text is what the places in the diagnostics refer to."""

    text: Text
    diagnostics: tuple[Diagnostic, ...]
    document: Document | None = None

    @property
    def trace(self) -> Trace | None:
        """What the answer depends on besides the text, for those that may be kept. To find it out takes a while."""
        return None if self.document is None else self.document.trace or Trace({}, {})


class Analysis:
    """The documents that are open, by path; all other files are read when they are asked for."""

    def __init__(self, workspace: Workspace | None = None, *, most: int | None = None) -> None:
        """Texts of more than `most` bytes are not read."""
        self.workspace = workspace or Workspace()
        self._most = most
        self._open: dict[str, Document] = {}
        self._foreign: set[str] = set()
        """What is open in another language than Puppet; that only counts where the path does not tell the kind."""
        self._unsettled: dict[str, None] = {}
        """Open documents of which others do not know yet what they define."""
        self._edited: dict[str, bytes | None] = {}
        """What open files say whose text others read, and these do not know yet; None: what lies on the disk."""

    def open(self, path: str, source: str | bytes, version: int | None = None, *, is_puppet: bool = True) -> Document:
        """Take a document's text from here and no longer from the disk. `is_puppet` says what a name means that tells nothing."""
        (self._foreign.discard if is_puppet else self._foreign.add)(path)
        location.forget(self.workspace.disk)
        self.workspace.configuration.forget()
        return self.take(self._document(path, source, version))

    def edit(self, path: str, changes: Iterable[Change], version: int | None = None) -> Document:
        """Change an open document; each change refers to the text that the one before left."""
        made = self._open[path].edited(changes, version)
        if not made.is_code or (self._most is not None and len(made.text) > self._most):
            return self.take(self._document(path, made.text.source, version))
        return self.take(made)

    def close(self, path: str) -> None:
        """Take a document's text from the disk again."""
        document = self._open.pop(path, None)
        self._unsettled.pop(path, None)
        if document is not None and is_kept(path):
            self._edited[path] = None
        if document is not None and document.is_code:
            self._renew(self.workspace.changed(path))

    def take(self, document: Document) -> Document:
        """Take this as what an open file says now."""
        if document.is_code:
            self._unsettled[document.path] = None
        return self._put(document)

    def _put(self, document: Document) -> Document:
        if is_kept(document.path) and not document.is_large:
            self._edited[document.path] = document.text.source
        self._open.pop(document.path, None)
        self._open[document.path] = document
        return document

    def settle(self) -> None:
        """Let others see what edited documents define and say. Done when somebody asks, since it costs more than the edit."""
        if self._edited:
            edited, self._edited = self._edited, {}
            is_other = [self.workspace.edited(path, text) for path, text in edited.items()]
            if any(is_other):
                self._open = {path: document.rebuilt_in(self.workspace) for path, document in self._open.items()}
            self._renew(True)
        while self._unsettled:
            path, _ = self._unsettled.popitem()
            document = self._open.get(path)
            if document is not None and document.is_code:
                self._renew(self.workspace.changed(path, document.definitions))

    def notice(self, paths: Collection[str]) -> None:
        """Take notice of files and folders that were made, written or removed."""
        effects = [(path, effect) for path in paths if (effect := effect_on(path, self.workspace)) is not Effect.NONE]
        if not effects:
            return
        self.workspace.disk.forget()
        if any(effect is Effect.STRUCTURE for _, effect in effects):
            self.reset(self.workspace.configuration)
            return
        for path, _ in effects:
            if path not in self._open:
                self.workspace.changed(path)
            for known in self.workspace.projects():
                known.changed(path)
        self._renew(True)

    def reset(self, configuration: Configuration) -> None:
        """Forget all that is known of other files, and follow these settings."""
        configuration.forget()
        self.workspace = self.workspace.reset(configuration)
        for path, document in self._open.items():
            self._open[path] = document.rebuilt_in(self.workspace)
        self._unsettled = dict.fromkeys(self._open)

    def _renew(self, is_seen: bool) -> None:
        """Forget what was found out about open documents, where it depends on what has changed."""
        for path, document in self._open.items() if is_seen else ():
            if not document.is_current():
                self._open[path] = document.rebuilt_in(self.workspace)

    def unchecked(self) -> Document | None:
        """The open document that was changed last of those that have not been checked since."""
        self.settle()
        return next((each for each in reversed(self._open.values()) if "diagnostics" not in vars(each)), None)

    def document(self, path: str) -> Document | None:
        """The Puppet document that is open under a path."""
        self.settle()
        document = self._open.get(path)
        return document if document is not None and document.is_code else None

    def paths(self) -> list[str]:
        """What is open."""
        return sorted(self._open)

    def settled(self, path: str) -> Document | None:
        """Whatever is open under a path, as it is to be asked. What is not code is read with the others' definitions as they are now."""
        document = self._open.get(path)
        if document is not None and not document.is_code:
            self.settle()
        return self._open.get(path)

    def opened(self, path: str) -> Document | None:
        """Whatever is open under a path."""
        return self._open.get(path)

    def check(self, path: str) -> CheckedFile:
        """What is wrong in a file, open or not."""
        self.settle()
        document = self._open.get(path)
        if document is None:
            try:
                with open(path, "rb") as file:
                    source = file.read()
            except OSError as error:
                return CheckedFile(Text(b""), (unreadable_file(error.strerror or str(error)).at(0, 0),))
            document = self._document(path, source)
            if document.is_code:
                self.workspace.summaries.keep(path, Parsed(source, document.tree, *document.lowered))
        return CheckedFile(document.text, document.diagnostics, document)

    def _document(self, path: str, source: str | bytes, version: int | None = None) -> Document:
        if self._most is not None and len(source) > self._most:
            return Document(path, Text(source), self.workspace, version, is_large=True)
        kind = kind_of(path)
        if kind.is_code if kind is not None else path not in self._foreign:
            known = self.workspace.summaries.parsed(path, source)
            document = Document(path, parse(source, mode_of(path)) if known is None else known.tree, self.workspace, version)
            if known is not None:
                document.lowered = known.program, known.problems
            return document
        return Document(path, Text(source), self.workspace, version)
