"""Analysis: the open documents, and the check of a single file. Every front end goes through it.

An edit is parsed at once, which is cheap; everything more expensive is computed on demand and cached until the next change.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Collection, Iterable
from itertools import islice

from puppet_check.checker import unreadable_file, unreadable_folder
from puppet_check.config import Configuration
from puppet_check.document import Document, applied
from puppet_check.reading.places import LEADS_OUT, is_folder, read_own
from puppet_check.workspace import location
from puppet_check.workspace.changes import Effect, effect_on, is_text
from puppet_check.workspace.kinds import is_code, kind_of
from puppet_check.workspace.summaries import Parsed
from puppet_check.workspace.trace import Trace
from puppet_check.workspace.unsaved import is_kept
from puppet_check.workspace.workspace import Workspace
from puppet_grammar.dataclass import dataclass
from puppet_grammar.parse import Change, mode_of, parse
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Diagnostic, Severity

TREES = 4
"""How many open documents keep their syntax trees."""


@dataclass(frozen=True, slots=True)
class CheckedFile:
    """The result of checking one file. The offsets of the diagnostics refer to `text`."""

    text: Text
    diagnostics: tuple[Diagnostic, ...]
    document: Document | None = None

    @property
    def trace(self) -> Trace | None:
        """What the diagnostics depend on besides the text; None for a file that could not be read. Expensive to compute."""
        return None if self.document is None else self.document.trace or Trace({}, {})


class Analysis:
    """The open documents by path. All other files are read from disk on demand."""

    def __init__(self, workspace: Workspace | None = None, *, most: int | None = None) -> None:
        """Create an analysis without open documents. Texts of more than `most` bytes are not parsed."""
        self.workspace = workspace or Workspace()
        self._most = most
        self._open: dict[str, Document] = {}
        self._foreign: set[str] = set()
        """Documents opened with another language id than Puppet's, which only matters where the path does not determine the kind."""
        self._unsettled: dict[str, None] = {}
        """Open documents whose definitions have not been propagated to the workspace yet."""
        self._edited: dict[str, bytes | None] = {}
        """Texts that other files read and that have not been propagated yet, by path; None: the text on disk."""

    def open(self, path: str, source: str | bytes, version: int | None = None, *, is_puppet: bool = True) -> Document:
        """Open a document, whose text replaces that on disk. `is_puppet` decides where the path does not determine the kind of file."""
        (self._foreign.discard if is_puppet else self._foreign.add)(path)
        location.forget(self.workspace.disk)
        self.workspace.configuration.forget()
        return self.take(self._document(path, source, version))

    def edit(self, path: str, changes: Iterable[Change], version: int | None = None) -> Document:
        """Edit an open document. Each change refers to the text after the previous one."""
        before, changes = self._open[path], [*changes]
        size = len(before.text) + sum(len(replacement) - (end - start) for start, end, replacement in changes)
        if not before.is_code or (self._most is not None and size > self._most):
            # Not parsed before its size is known.
            return self.take(self._document(path, applied(before.text.source, changes), version))
        return self.take(before.edited(changes, version))

    def close(self, path: str) -> None:
        """Close a document, so that its text is the one on disk again."""
        document = self._open.pop(path, None)
        self._unsettled.pop(path, None)
        if document is not None and is_kept(path):
            self._edited[path] = None
        if document is not None and document.is_code:
            self._renew(self.workspace.changed(path))

    def take(self, document: Document) -> Document:
        """Replace an open document by a newer state of it."""
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
        """Propagate the definitions and texts of edited documents to other files. Deferred until needed, as it costs more than an edit."""
        if self._edited:
            edited, self._edited = self._edited, {}
            is_other = [self.workspace.edited(path, text) for path, text in edited.items()]
            if any(is_other):
                self._open = {path: document.rebuilt_in(self.workspace) for path, document in self._open.items()}
            self._renew(True)
        is_seen = False
        while self._unsettled:
            path, _ = self._unsettled.popitem()
            document = self._open.get(path)
            if document is not None and document.is_code:
                is_seen = self.workspace.changed(path, document.definitions) or is_seen
        self._renew(is_seen)

    def notice(self, paths: Collection[str], *, rewritten: bool = False) -> None:
        """Invalidate what depends on files and folders that were created, changed or deleted.

        `rewritten` says that all of them are files that existed before, and still do.
        """
        effects = [(path, effect) for path in paths if (effect := effect_on(path, self.workspace)) is not Effect.NONE]
        if not effects:
            return
        if rewritten and all(effect is Effect.CONTENT and is_text(path) for path, effect in effects):
            for path, _ in effects:
                self.workspace.disk.forget_contents(os.path.abspath(path))
        else:
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
        """Discard everything known about other files, and apply these settings."""
        configuration.forget()
        self.workspace = self.workspace.reset(configuration)
        for path, document in self._open.items():
            self._open[path] = document.rebuilt_in(self.workspace)
        self._unsettled = dict.fromkeys(self._open)

    def _renew(self, is_seen: bool) -> None:
        """Discard the results of open documents that depend on a change, if it is visible to other files (`is_seen`)."""
        for path, document in self._open.items() if is_seen else ():
            if not document.is_current():
                self._open[path] = document.rebuilt_in(self.workspace)

    def unchecked(self, without: Collection[str] = ()) -> Document | None:
        """The most recently edited open document, of all but some, that has not been checked since; None if all have been."""
        self.settle()
        return next((each for each in reversed(self._open.values()) if "diagnostics" not in vars(each) and each.path not in without), None)

    def release_trees(self) -> None:
        """Release the syntax trees of all documents but those that were edited last."""
        for each in islice(reversed(self._open.values()), TREES, None):
            each.release_tree()

    def document(self, path: str) -> Document | None:
        """The open document of Puppet code with a path; None without one."""
        self.settle()
        document = self._open.get(path)
        return document if document is not None and document.is_code else None

    @property
    def size(self) -> int:
        """The number of bytes of all open documents."""
        return sum(len(each.text) for each in self._open.values())

    def paths(self) -> list[str]:
        """The paths of the open documents, sorted."""
        return sorted(self._open)

    def settled(self, path: str) -> Document | None:
        """The open document with a path, ready for requests: for files other than Puppet code, pending definitions are propagated first."""
        document = self._open.get(path)
        if document is not None and not document.is_code:
            self.settle()
        return self._open.get(path)

    def opened(self, path: str) -> Document | None:
        """The open document with a path, of any kind; None without one."""
        return self._open.get(path)

    def check(self, path: str) -> CheckedFile:
        """Check a file, open or not."""
        self.settle()
        document = self._open.get(path)
        if document is None:
            try:
                source = read_own(path)
            except OSError as error:
                return CheckedFile(Text(b""), (_unread(path, error),))
            document = self._document(path, source)
            if document.is_code:
                self.workspace.summaries.keep(path, Parsed(document.text, *document.lowered, document.nodes))
        return CheckedFile(document.text, document.diagnostics, document)

    def check_text(self, path: str, source: bytes) -> CheckedFile:
        """Check a file as if it had another text.

        For Puppet code this has no effect on other files. A file of another kind, whose rules read it again, is opened with the text.
        """
        document = self._document(path, source)
        if not document.is_code:
            self.open(path, source)
            return self.check(path)
        return CheckedFile(document.text, document.diagnostics, document)

    def _document(self, path: str, source: str | bytes, version: int | None = None) -> Document:
        if self._most is not None and len(source) > self._most:
            return Document(path, Text(source), self.workspace, version, is_large=True)
        kind = kind_of(path)
        if kind.is_code if kind is not None else path not in self._foreign:
            known = self.workspace.summaries.parsed(path, source)
            if known is not None:
                return Document.of_parsed(path, known, self.workspace, version)
            return Document(path, parse(source, mode_of(path)), self.workspace, version)
        return Document(path, Text(source), self.workspace, version)


def _unread(path: str, error: OSError) -> Diagnostic:
    """The finding for a file that cannot be read; data that a link leads to outside of the repository are the concern of others."""
    if is_folder(path) or error.errno == errno.ENAMETOOLONG:
        reason = errno.EACCES if is_folder(path) else errno.ENAMETOOLONG
        return unreadable_folder(os.strerror(reason)).at(0, 0, severity=Severity.WARNING)
    severity = Severity.INFO if error.strerror == LEADS_OUT and not is_code(path) else None
    return unreadable_file(error.strerror or str(error)).at(0, 0, severity=severity)
