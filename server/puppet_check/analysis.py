"""Analysis: the open documents, and the answer to "what is wrong in this file". Every front end goes through it.

A change parses at once, which is cheap; what costs more is done when it is asked for, and kept until the next change.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from puppet_check.checker import check, check_other, judged, model_of, too_large, unreadable_file
from puppet_check.config import Configuration
from puppet_check.config.selection import is_plain, level_of
from puppet_check.workspace import location
from puppet_check.workspace.changes import Effect, effect_on, forget
from puppet_check.workspace.kept import kept
from puppet_check.workspace.kinds import ERB, kind_of
from puppet_check.workspace.summary import definitions
from puppet_check.workspace.trace import Trace, state_of_path
from puppet_check.workspace.unsaved import is_kept
from puppet_check.workspace.workspace import Asked, Parsed, Workspace
from puppet_grammar import ast
from puppet_grammar.lower import lower
from puppet_grammar.parse import Change, SyntaxTree, edit, mode_of, parse
from puppet_grammar.problems import Problem
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import SEVERITY, Diagnostic, Severity
from puppet_typesys.infer.model import FileModel
from puppet_typesys.loader import Definition

if TYPE_CHECKING:
    from puppet_check.features.other import OtherView

SUPPRESSION = b"puppet-check:"
"""What a comment has in it that hides diagnostics."""


class Document:
    """One state of a file's text: its tree, and what follows from it."""

    def __init__(self, path: str, tree: SyntaxTree, workspace: Workspace, version: int | None = None) -> None:
        self.workspace = workspace
        self.path = path
        self.tree = tree
        self.version = version
        self._asked: list[Asked] = []
        """What was asked for so far to find out what is wrong."""
        self.earlier: FileModel | None = None
        """The model of an earlier text."""

    @property
    def latest(self) -> FileModel | None:
        """The model of this text if it has been made, else that of the last text for which one was: to ask for it costs nothing."""
        made: FileModel | None = self.__dict__.get("model", self.earlier)
        return made

    @property
    def text(self) -> Text:
        """The source text."""
        return self.tree.text

    @kept
    def lowered(self) -> tuple[ast.Program, tuple[Problem, ...]]:
        """The program and its syntax problems."""
        return lower(self.tree)

    @kept
    def _nodes(self) -> ast.ByClass:
        return ast.by_class(self.lowered[0])

    @kept
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What is wrong, in order of place."""
        found = check(*self.lowered, self.tree.mode, location.place(self.path), self.model, self._judged(), self._nodes)
        return _without_suppressed(found, self.text, lambda: self.lowered[0].comments)

    @kept
    def definitions(self) -> tuple[Definition, ...]:
        """What others can see of it."""
        return definitions(os.path.abspath(self.path), self.lowered[0], self.text)

    @kept
    def model(self) -> FileModel | None:
        """What is known about the expressions."""
        path = os.path.abspath(self.path)
        known = self.workspace.known(path)
        known.begin()
        try:
            found = model_of(self.lowered[0], self.text, self.tree.mode, path, known)
            for other in () if found is None else (other for each in found.findings.values() for other in each.related):
                if other.path is not None:
                    # A place in another file moves with whatever stands above it.
                    known.world.asked[f"{other.path}\n"] = state_of_path(other.path, contents=True)
            return found
        finally:
            self._asked.append(known.asked())

    def _judged(self) -> list[Diagnostic]:
        """What the rules say; the trace has what they asked for as well."""
        path = os.path.abspath(self.path)
        model = self.model
        known = self.workspace.known(path)
        known.begin()
        try:
            return judged(*self.lowered, self.text, path, model, known, self._nodes)
        finally:
            self._asked.append(known.asked())

    @kept
    def trace(self) -> Trace | None:
        """What the diagnostics depend on besides the text, when they have been found. To be asked for before anything else changes."""
        known = self.workspace.known(self.path)
        made: Trace | None = None
        for asked in self._asked:
            made = known.trace(asked).joined(made)
        return made

    def is_current(self) -> bool:
        """Whether what was found would be found again, as far as other files are concerned."""
        return not self._asked or self.trace is None or self.workspace.known(self.path).holds(self.trace)

    def again(self, workspace: Workspace) -> Document:
        """The same text, of which nothing has been found out in this workspace."""
        made = Document(self.path, self.tree, workspace, self.version)
        if "lowered" in vars(self):
            made.lowered = self.lowered
        made.earlier = self.latest
        return made


class OtherDocument:
    """One state of a file that is no Puppet code but goes with it, such as data."""

    def __init__(self, path: str, text: Text, workspace: Workspace, version: int | None = None) -> None:
        self.workspace = workspace
        self.path = path
        self.text = text
        self.version = version

    def again(self, workspace: Workspace) -> OtherDocument:
        """The same text, of which nothing has been found out in this workspace."""
        return type(self)(self.path, self.text, workspace, self.version)

    @kept
    def view(self) -> OtherView:
        """What features ask."""
        from puppet_check.features.other import OtherView  # the command line has no use for features

        return OtherView(self.path, self.text, self.workspace.known(self.path))

    @kept
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What is wrong, in order of place."""
        found = check_other(os.path.abspath(self.path), self.text.source, self.workspace.known(self.path))
        return _without_suppressed(found, self.text, None)

    @property
    def trace(self) -> Trace:
        """What these depend on: templates on nothing else, all others on whatever is in the project's folders."""
        if kind_of(self.path) is ERB:
            return Trace({}, {})
        project = self.workspace.known(self.path).project
        module = project.module_of(self.path)
        folders = [project.root] if project.is_environment or module is None else [module.folder]
        return Trace({}, {folder + os.sep: state_of_path(folder + os.sep, contents=False) for folder in folders})


class LargeDocument(OtherDocument):
    """One state of a file that is too large to be read at each key."""

    @kept
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """That it is not checked."""
        return (too_large(len(self.text) >> 20).at(0, 0, severity=Severity.INFO),)

    @property
    def trace(self) -> Trace:
        """It depends on nothing."""
        return Trace({}, {})


def _without_suppressed(
    found: tuple[Diagnostic, ...], text: Text, comments: Callable[[], Sequence[ast.Comment]] | None
) -> tuple[Diagnostic, ...]:
    """The diagnostics without those that a comment hides. The comments of a text that is no Puppet are looked for."""
    if SUPPRESSION not in text.source:
        return found
    from puppet_check.suppressions import plain_comments, suppress  # few files have any

    return suppress(found, plain_comments(text) if comments is None else comments(), text)


def shown(document: Document | OtherDocument) -> tuple[Diagnostic, ...]:
    """The diagnostics that the settings select, as severe as they say."""
    return selected(document.path, document.diagnostics, document.workspace.configuration)


def selected(path: str, diagnostics: tuple[Diagnostic, ...], configuration: Configuration) -> tuple[Diagnostic, ...]:
    """Those of a file's diagnostics that its settings select, as severe as they say."""
    settings = configuration.of(path)
    if is_plain(settings):
        return diagnostics
    levels = [(each, level_of(settings, path, each.code, each.severity.text)) for each in diagnostics]
    return tuple(each._replace(severity=SEVERITY[level]) for each, level in levels if level is not None)


@dataclass(frozen=True, slots=True)
class Checked:
    """The answer for one file; the text is what the places in the diagnostics refer to."""

    text: Text
    diagnostics: tuple[Diagnostic, ...]
    document: Document | OtherDocument | None = None

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
        self._open: dict[str, Document | OtherDocument] = {}
        self._foreign: set[str] = set()
        """What is open in another language than Puppet; that only counts where the path does not tell the kind."""
        self._unsettled: dict[str, None] = {}
        """Open documents of which others do not know yet what they define."""
        self._edited: dict[str, bytes | None] = {}
        """What open files say whose text others read, and these do not know yet; None: what lies on the disk."""

    def open(self, path: str, source: str | bytes, version: int | None = None, *, is_puppet: bool = True) -> Document | OtherDocument:
        """Take a document's text from here and no longer from the disk. `is_puppet` says what a name means that tells nothing."""
        (self._foreign.discard if is_puppet else self._foreign.add)(path)
        location.forget()
        self.workspace.configuration.forget()
        return self.take(self._document(path, source, version))

    def edit(self, path: str, changes: Iterable[Change], version: int | None = None) -> Document | OtherDocument:
        """Change an open document; each change refers to the text that the one before left."""
        document = self._open[path]
        if isinstance(document, OtherDocument):
            source = document.text.source
            for start, end, replacement in changes:
                source = source[:start] + replacement + source[end:]
            return self.take(self._document(path, source, version))
        tree = document.tree
        for change in changes:
            tree = edit(tree, change)
        if self._most is not None and len(tree.text) > self._most:
            return self.take(LargeDocument(path, tree.text, self.workspace, version))
        made = Document(path, tree, self.workspace, version)
        made.earlier = document.latest
        self._unsettled[path] = None
        return self._put(made)

    def close(self, path: str) -> None:
        """Take a document's text from the disk again."""
        document = self._open.pop(path, None)
        self._unsettled.pop(path, None)
        if document is not None and is_kept(path):
            self._edited[path] = None
        if isinstance(document, Document):
            self._renew(self.workspace.changed(path))

    def take(self, document: Document | OtherDocument) -> Document | OtherDocument:
        """Take this as what an open file says now."""
        if isinstance(document, Document):
            self._unsettled[document.path] = None
        return self._put(document)

    def _put(self, document: Document | OtherDocument) -> Document | OtherDocument:
        if is_kept(document.path) and not isinstance(document, LargeDocument):
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
                self._open = {path: document.again(self.workspace) for path, document in self._open.items()}
            self._renew(True)
        while self._unsettled:
            path, _ = self._unsettled.popitem()
            document = self._open.get(path)
            if isinstance(document, Document):
                self._renew(self.workspace.changed(path, document.definitions))

    def notice(self, paths: Collection[str]) -> None:
        """Take notice of files and folders that were made, written or removed."""
        effects = [(path, effect) for path in paths if (effect := effect_on(path, self.workspace)) is not Effect.NONE]
        if not effects:
            return
        forget()
        if any(effect is Effect.STRUCTURE for _, effect in effects):
            self.begin_again(self.workspace.configuration)
            return
        for path, _ in effects:
            if path not in self._open:
                self.workspace.changed(path)
            for known in self.workspace.projects():
                known.changed(path)
        self._renew(True)

    def begin_again(self, configuration: Configuration) -> None:
        """Forget all that is known of other files, and follow these settings."""
        configuration.forget()
        self.workspace = self.workspace.again(configuration)
        for path, document in self._open.items():
            self._open[path] = document.again(self.workspace)
        self._unsettled = dict.fromkeys(self._open)

    def _renew(self, is_seen: bool) -> None:
        """Forget what was found out about open documents, where it depends on what has changed."""
        for path, document in self._open.items() if is_seen else ():
            if isinstance(document, OtherDocument) or not document.is_current():
                self._open[path] = document.again(self.workspace)

    def unchecked(self) -> Document | OtherDocument | None:
        """The open document that was changed last of those that have not been checked since."""
        self.settle()
        return next((each for each in reversed(self._open.values()) if "diagnostics" not in vars(each)), None)

    def document(self, path: str) -> Document | None:
        """The Puppet document that is open under a path."""
        self.settle()
        document = self._open.get(path)
        return document if isinstance(document, Document) else None

    def paths(self) -> list[str]:
        """What is open."""
        return sorted(self._open)

    def opened(self, path: str) -> Document | OtherDocument | None:
        """Whatever is open under a path."""
        return self._open.get(path)

    def check(self, path: str) -> Checked:
        """What is wrong in a file, open or not."""
        self.settle()
        document = self._open.get(path)
        if document is None:
            try:
                with open(path, "rb") as file:
                    source = file.read()
            except OSError as error:
                return Checked(Text(b""), (unreadable_file(error.strerror or str(error)).at(0, 0),))
            document = self._document(path, source)
            if isinstance(document, Document):
                self.workspace.summaries.keep(path, Parsed(source, document.tree, *document.lowered))
        return Checked(document.text, document.diagnostics, document)

    def _document(self, path: str, source: str | bytes, version: int | None = None) -> Document | OtherDocument:
        if self._most is not None and len(source) > self._most:
            return LargeDocument(path, Text(source), self.workspace, version)
        kind = kind_of(path)
        if kind.is_code if kind is not None else path not in self._foreign:
            known = self.workspace.summaries.parsed(path, source)
            document = Document(path, parse(source, mode_of(path)) if known is None else known.tree, self.workspace, version)
            if known is not None:
                document.lowered = known.program, known.problems
            return document
        return OtherDocument(path, Text(source), self.workspace, version)
