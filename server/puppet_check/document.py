"""Document: one state of a file that is open or checked, and what follows from its text. Each answer is kept once it was asked for."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from puppet_check.checker import check, check_other, model_of, rule_diagnostics, too_large
from puppet_check.config import Configuration
from puppet_check.config.selection import is_plain, level_of
from puppet_check.workspace import location
from puppet_check.workspace.cached_property import cached_property
from puppet_check.workspace.kinds import ERB, kind_of
from puppet_check.workspace.summary import definitions
from puppet_check.workspace.trace import Trace, state_of_path
from puppet_check.workspace.workspace import Asked, Workspace
from puppet_grammar import ast
from puppet_grammar.lower import lower
from puppet_grammar.parse import Change, SyntaxTree, edit, parse
from puppet_grammar.problems import Problem
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import SEVERITY, Diagnostic, Severity
from puppet_typesys.infer.model import FileModel
from puppet_typesys.loader import Definition

if TYPE_CHECKING:
    from puppet_check.features.answers import Answers
    from puppet_check.features.view import View

SUPPRESSION = b"puppet-check:"
"""What a comment has in it that hides diagnostics."""


class Document:
    """One state of a file's text, and what follows from it, whatever kind of file it is.

    What is not Puppet code has a tree and a program without anything in them, so that it defines and names nothing as code.
    """

    def __init__(
        self, path: str, content: SyntaxTree | Text, workspace: Workspace, version: int | None = None, *, is_large: bool = False
    ) -> None:
        """`content` is the tree of Puppet code, and the text of all else. What is large is kept, but not read."""
        self.workspace = workspace
        self.path = path
        self.is_code = isinstance(content, SyntaxTree)
        """Whether it is Puppet code that is read."""
        self.is_large = is_large
        self.tree = content if isinstance(content, SyntaxTree) else parse(b"")
        self.text = content.text if isinstance(content, SyntaxTree) else content
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

    @cached_property
    def lowered(self) -> tuple[ast.Program, tuple[Problem, ...]]:
        """The program and its syntax problems."""
        return lower(self.tree)

    @cached_property
    def _nodes(self) -> ast.ByClass:
        return ast.by_class(self.lowered[0])

    @cached_property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What is wrong, in order of place."""
        if self.is_large:
            return (too_large(len(self.text) >> 20).at(0, 0, severity=Severity.INFO),)
        if not self.is_code:
            found = check_other(os.path.abspath(self.path), self.text.source, self.workspace.known(self.path))
            return _without_suppressed(found, self.text, None)
        place = location.place(self.workspace.disk, self.path)
        found = check(*self.lowered, self.tree.text, self.tree.mode, place, self.model, self._rule_diagnostics(), self._nodes)
        return _without_suppressed(found, self.text, lambda: self.lowered[0].comments)

    @cached_property
    def definitions(self) -> tuple[Definition, ...]:
        """What others can see of it."""
        return definitions(os.path.abspath(self.path), self.lowered[0], self.text)

    @cached_property
    def model(self) -> FileModel | None:
        """What is known about the expressions."""
        if not self.is_code:
            return None
        path = os.path.abspath(self.path)
        known = self.workspace.known(path)
        known.begin()
        try:
            found = model_of(self.lowered[0], self.text, self.tree.mode, path, known)
            for other in () if found is None else (other for each in found.findings.values() for other in each.related):
                if other.path is not None:
                    # A place in another file moves with whatever is above it.
                    known.world.asked[f"{other.path}\n"] = state_of_path(known.disk, other.path, contents=True)
            return found
        finally:
            self._asked.append(known.asked())

    def _rule_diagnostics(self) -> list[Diagnostic]:
        """What the rules say; the trace has what they asked for as well."""
        path = os.path.abspath(self.path)
        model = self.model
        known = self.workspace.known(path)
        known.begin()
        try:
            return rule_diagnostics(*self.lowered, self.text, path, model, known, self._nodes)
        finally:
            self._asked.append(known.asked())

    @cached_property
    def trace(self) -> Trace | None:
        """What the diagnostics depend on besides the text, when they have been found. To be asked for before anything else changes."""
        if not self.is_code:
            return Trace({}, self._folders())
        known = self.workspace.known(self.path)
        made: Trace | None = None
        for asked in self._asked:
            made = known.trace(asked).joined(made)
        return made

    def _folders(self) -> dict[str, str]:
        """What a file that is not code depends on: templates on nothing else, all others on whatever is in the project's folders."""
        if self.is_large or kind_of(self.path) is ERB:
            return {}
        project = self.workspace.known(self.path).project
        module = project.module_of(self.path)
        folder = (project.root if project.is_environment or module is None else module.folder) + os.sep
        return {folder: state_of_path(self.workspace.disk, folder, contents=False)}

    def is_current(self) -> bool:
        """Whether what was found would be found again, as far as other files are concerned; of what is not code nobody knows."""
        return self.is_code and (not self._asked or self.trace is None or self.workspace.known(self.path).holds(self.trace))

    @property
    def view(self) -> View:
        """The document as code, for features, with the last model that there is."""
        from puppet_check.features.view import View  # the command line has no use for features

        return View(self.path, self.text, self.tree.mode, self.lowered[0], self.workspace.known(self.path), self.latest)

    @property
    def answers(self) -> Answers:
        """What editors may ask about it."""
        from puppet_check.features.code_answers import CodeAnswers  # the command line has no use for features

        return CodeAnswers(self.view, self.tree) if self.is_code else self._other_answers

    @cached_property
    def _other_answers(self) -> Answers:
        from puppet_check.features.other.view import OtherView
        from puppet_check.features.other_answers import OtherAnswers  # as above

        return OtherAnswers(OtherView(self.path, self.text, self.workspace.known(self.path)))

    def edited(self, changes: Iterable[Change], version: int | None) -> Document:
        """The document after some changes, each of which refers to the text that the one before left."""
        content = self.tree if self.is_code else self.text
        for change in changes:
            if isinstance(content, SyntaxTree):
                content = edit(content, change)
            else:
                start, end, replacement = change
                content = Text(content.source[:start] + replacement + content.source[end:])
        made = Document(self.path, content, self.workspace, version)
        made.earlier = self.latest
        return made

    def adopt(self, other: Document) -> None:
        """Take over what was found out about the same document on another thread; the types of an earlier text are better than none."""
        model = vars(other).get("model")
        if self.text is not other.text:
            self.earlier = model or self.earlier
            return
        for name in ("lowered", "diagnostics"):
            if name in vars(other):
                setattr(self, name, getattr(other, name))
        if model is not None:
            self.model, self.earlier = model, None

    def rebuilt_in(self, workspace: Workspace) -> Document:
        """The same text, of which nothing has been found out in this workspace."""
        made = Document(self.path, self.tree if self.is_code else self.text, workspace, self.version, is_large=self.is_large)
        if "lowered" in vars(self):
            made.lowered = self.lowered
        made.earlier = self.latest
        return made


def _without_suppressed(
    found: tuple[Diagnostic, ...], text: Text, comments: Callable[[], Sequence[ast.Comment]] | None
) -> tuple[Diagnostic, ...]:
    """The diagnostics without those that a comment hides. The comments of a text that is no Puppet are looked for."""
    if SUPPRESSION not in text.source:
        return found
    from puppet_check.suppressions import plain_comments, suppress  # few files have any

    return suppress(found, plain_comments(text) if comments is None else comments(), text)


def shown(document: Document) -> tuple[Diagnostic, ...]:
    """The diagnostics that the settings select, as severe as they say."""
    return selected(document.path, document.diagnostics, document.workspace.configuration)


def selected(path: str, diagnostics: tuple[Diagnostic, ...], configuration: Configuration) -> tuple[Diagnostic, ...]:
    """Those of a file's diagnostics that its settings select, as severe as they say."""
    settings = configuration.of(path)
    if is_plain(settings):
        return diagnostics
    levels = [(each, level_of(settings, path, each.code, each.severity.text)) for each in diagnostics]
    return tuple(each._replace(severity=SEVERITY[level]) for each, level in levels if level is not None)
