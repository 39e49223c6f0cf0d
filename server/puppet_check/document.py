"""Document: one version of a file that is open or checked, and everything derived from its text, computed on demand and cached."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from puppet_check.checker import check, check_other, model_of, own_diagnostics, rule_diagnostics, style_diagnostics, too_large
from puppet_check.config import Configuration, Settings
from puppet_check.config.own_rules import OwnRule
from puppet_check.config.profiles import VARIABLE_SCOPE, styles_of
from puppet_check.config.selection import is_in, is_plain, level_of, reports_unknown_variables
from puppet_check.rules.bounded import bounded
from puppet_check.rules.example_names import problems_of_example
from puppet_check.rules.file import File
from puppet_check.rules.first_line import on_one_line
from puppet_check.rules.same_cause import once_per_cause, without_unknown_twice
from puppet_check.rules.unknown_fact import misspelt_facts
from puppet_check.workspace import location
from puppet_check.workspace.answers import Asked, joined
from puppet_check.workspace.cached_property import cached_property
from puppet_check.workspace.kinds import ERB, METADATA, kind_of
from puppet_check.workspace.known import Known
from puppet_check.workspace.path_states import state_of_path
from puppet_check.workspace.summaries import Parsed
from puppet_check.workspace.summary import definitions
from puppet_check.workspace.trace import Trace
from puppet_check.workspace.workspace import Workspace
from puppet_grammar import ast
from puppet_grammar.limits import CODE as TOO_COMPLEX
from puppet_grammar.lower import lower
from puppet_grammar.parse import Change, Mode, SyntaxTree, edit, mode_of, parse, without_nodes
from puppet_grammar.problems import Problem, is_nesting_certain
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import SEVERITY, Diagnostic, Severity
from puppet_typesys.infer.model import FileModel
from puppet_typesys.loader import Definition

if TYPE_CHECKING:
    from puppet_check.features.answers import Answers
    from puppet_check.features.view import View

CONTROL = b"lint:"
"""The text that every control comment of puppet-lint contains."""
SUPPRESSION = b"puppet-check:"
"""The text that every suppression comment contains."""
LONG_MESSAGE = 300
"""The number of characters of a message from which on types are not spelled out."""
OF_TEXT = ("lowered", "nodes", "definitions")
"""What is derived from the text and the path alone."""


def applied(source: bytes, changes: Iterable[Change]) -> bytes:
    """A text after some changes, each of which refers to the text after the previous one."""
    for start, end, replacement in changes:
        source = source[:start] + replacement + source[end:]
    return source


class Document:
    """One version of a file's text, of any kind, and what is derived from it.

    The tree and the program of a file that is not Puppet code are empty.
    """

    def __init__(
        self, path: str, content: SyntaxTree | Text, workspace: Workspace, version: int | None = None, *, is_large: bool = False
    ) -> None:
        """`content` is a tree for Puppet code, else a text. The text of a document with `is_large` is kept, but not parsed."""
        self.workspace = workspace
        self.path = path
        self._whole_path = os.path.abspath(path)
        self.is_code = isinstance(content, SyntaxTree)
        """Whether it is Puppet code, and not too large to be parsed."""
        self.is_large = is_large
        self._tree = content if isinstance(content, SyntaxTree) else None
        self.text = content.text if isinstance(content, SyntaxTree) else content
        self.version = version
        self._asked: list[Asked] = []
        """What the check has asked for outside of the file so far."""
        self.earlier: FileModel | None = None
        """The model of an earlier version of the text."""

    @classmethod
    def of_parsed(cls, path: str, parsed: Parsed, workspace: Workspace, version: int | None = None) -> Document:
        """A document of Puppet code that has been parsed and lowered already."""
        made = cls(path, parsed.text, workspace, version)
        made.is_code = True
        made.lowered = parsed.program, parsed.problems
        made.nodes = parsed.nodes
        return made

    @property
    def tree(self) -> SyntaxTree:
        """The syntax tree. Once it has been released, each use parses the text again."""
        known = self._tree
        if known is None:
            known = parse(self.text, self.mode) if self.is_code else without_nodes(self.text, self.mode)
        return known

    @property
    def mode(self) -> Mode:
        """How the text is parsed."""
        tree = self._tree  # read once: another thread may release it
        return mode_of(self.path) if tree is None else tree.mode

    def release_tree(self) -> None:
        """Do not keep the syntax tree, which takes about 20 times as much memory as the text, if the program has been made from it."""
        tree = self._tree
        if tree is not None and not tree.is_too_large and "lowered" in vars(self):
            self._tree = None

    def release_earlier(self) -> None:
        """Do not keep the model of an earlier text, which only the first check uses."""
        self.earlier = None

    def report_only(self, finding: Diagnostic) -> None:
        """Make a finding the only one, as the check of the text failed or was given up."""
        self.diagnostics = (finding,)

    @property
    def latest(self) -> FileModel | None:
        """The model of this text if it has been computed, else the latest model of an earlier text. Never computes one."""
        made: FileModel | None = self.__dict__.get("model", self.earlier)
        return made

    @cached_property
    def lowered(self) -> tuple[ast.Program, tuple[Problem, ...]]:
        """The program and its syntax problems. The tree of a text that is too complex is dropped, as it takes much memory."""
        tree = self.tree
        program, problems = lower(tree)
        if any(each.code == TOO_COMPLEX for each in problems):
            self._tree = without_nodes(tree.text, tree.mode)
        return program, problems

    @cached_property
    def nodes(self) -> ast.ByClass:
        """The nodes of the program, by class."""
        return ast.by_class(self.lowered[0])

    @cached_property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """The diagnostics in order of their offsets."""
        if self.is_large:
            return (too_large(len(self.text) >> 20).at(0, 0, severity=Severity.INFO),)
        if not self.is_code:
            return self._once(_without_suppressed(self._with_sources(self._other_diagnostics()), self.text, None))
        place = location.place(self.workspace.disk, self.path)
        is_peripheral = self._known.is_peripheral(self._whole_path)
        settings = self.workspace.configuration.of(self.path)
        codes = styles_of(settings)
        styles = frozenset[str]() if self.mode.epp else codes
        has_rules = not is_peripheral or styles or self._is_checked_example
        rules = self._rule_diagnostics(settings, styles, is_peripheral) if has_rules else []
        model = None if is_peripheral else self.model
        found = check(*self.lowered, self.text, self.mode, place, model, rules, self.nodes, self._known.target)
        if VARIABLE_SCOPE in codes and reports_unknown_variables(settings, self.path):
            found = without_unknown_twice(found)
        found = self._without_ignored(self._with_sources(found), is_styled=bool(codes))
        own = [each.code for each in settings.rules]
        return self._once(_without_suppressed(found, self.text, lambda: self.lowered[0].comments, own))

    def _without_ignored(self, found: tuple[Diagnostic, ...], *, is_styled: bool) -> tuple[Diagnostic, ...]:
        """The diagnostics that no control comment of puppet-lint suppresses, and those about such comments."""
        if CONTROL not in self.text.source:
            return found
        from puppet_check.suppressions.control_comments import apply, control  # few files have any

        comments = control(self.lowered[0].comments, self.text)
        left = apply(found, comments, self.text)
        return tuple(sorted((*left, *comments.unpaired), key=lambda each: each[:5])) if is_styled else left

    def _with_sources(self, found: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
        """Diagnostics that name the interfaces of modules that they rest on."""
        known = self._known
        if not known.project.missing or not found:
            return found
        from puppet_check.workspace.interfaces.sources import with_sources  # only needed when a module is missing

        return tuple(with_sources(found, known.loader.interfaces, known.loader.is_probably_absent))

    def _once(self, found: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
        """The findings, each on one line, with one for all uses of a name that does not exist, and not too many of a code."""
        program = self.lowered[0] if self.is_code else None
        if len(found) > 1 and self.is_code and not self.mode.epp:
            from puppet_check.rules.one_cause import one_per_cause  # most files have at most one finding

            found = one_per_cause(found, self.text, self.nodes)
        left = bounded(once_per_cause(found, self.text, program, self._known.loader))
        if any(len(each.message) > LONG_MESSAGE for each in left):
            from puppet_check.semantics.concise import concise  # few messages are long

            left = tuple(each if len(each.message) <= LONG_MESSAGE else each._replace(message=concise(each.message)) for each in left)
        return on_one_line(left, self.text)

    @cached_property
    def definitions(self) -> tuple[Definition, ...]:
        """The definitions that other files can use."""
        return definitions(self._whole_path, self.lowered[0], self.text, self.nodes)

    @cached_property
    def model(self) -> FileModel | None:
        """The types and values of the expressions; None for files that are not evaluated."""
        if not self.is_code:
            return None
        path = self._whole_path
        with self._recording() as known:
            found = model_of(self.lowered[0], self.text, self.mode, path, known, self.earlier)
            if found is not None:
                self._asked.append(joined(found.parts.asked()))
            for other in () if found is None else (other for each in found.findings.values() for other in each.related):
                if other.path is not None:
                    # A related place in another file moves with any edit above it, so the whole text of that file counts.
                    known.world.depends_on_text(other.path)
            return found

    def _rule_diagnostics(self, settings: Settings, styles: frozenset[str], is_peripheral: bool) -> list[Diagnostic]:
        """The diagnostics of rules, of which a peripheral file has those of style only; what they ask for becomes part of the trace."""
        program, problems = self.lowered
        model = None if is_peripheral and not styles else self.model
        own = [] if is_peripheral else self._own_rules(settings)
        with self._recording() as known:
            path, whole = self._whole_path, is_nesting_certain(problems)
            file = File(path, program, self.text, model, known, self.nodes, whole)
            found = [*misspelt_facts(file), *problems_of_example(file)] if is_peripheral else rule_diagnostics(file)
            if own:
                found = [*found, *own_diagnostics(file, self.tree, own)]
            return style_diagnostics(file, styles, found) if styles else found

    @property
    def _is_checked_example(self) -> bool:
        """Whether a peripheral file is code of the project that reads facts or declares something."""
        source = self.text.source
        return (b"::" in source or b"facts" in source or b"{" in source) and self._known.project.is_example(self._whole_path)

    def _own_rules(self, settings: Settings) -> list[OwnRule]:
        """The repository's own rules for this file."""
        rules = [each for each in settings.rules if is_in(settings, each.paths, self.path)]
        return [] if rules and self._is_too_complex else rules

    @property
    def _is_too_complex(self) -> bool:
        """Whether queries over the tree, which is too deep or too large, may not end."""
        return any(each.code == TOO_COMPLEX for each in self.lowered[1])

    def _other_diagnostics(self) -> tuple[Diagnostic, ...]:
        """The diagnostics of a file that is not Puppet code; what the rules ask for becomes part of the trace."""
        with self._recording() as known:
            return check_other(self._whole_path, self.text.source, known)

    @property
    def _known(self) -> Known:
        """The project of the file."""
        return self.workspace.known(self._whole_path)

    @contextmanager
    def _recording(self) -> Iterator[Known]:
        """The project of the file; what is asked of it meanwhile becomes part of the trace."""
        known = self._known
        with known.answers.recording(self._asked):
            yield known

    @cached_property
    def trace(self) -> Trace | None:
        """What the diagnostics, once computed, depend on besides the text. Must be read before anything else changes."""
        known = self._known
        made = None if self.is_code else Trace({}, self._folders())
        if made is not None and made.paths:
            return made
        model: FileModel | None = vars(self).get("model")
        if model is not None and self._asked:
            model.parts.note_answers(known.answers)
        for asked in self._asked:
            made = known.answers.trace(asked).joined(made)
        return made

    def _folders(self) -> dict[str, str]:
        """The folder on whose files such a file depends unless it is Puppet code; none for ERB templates, whose rules record it."""
        if self.is_large or kind_of(self.path) is ERB:
            return {}
        project = self._known.project
        module = project.module_of(self.path)
        # Metadata are compared with the module itself and with the list of modules.
        is_of_root = module is None or (project.is_environment and kind_of(self.path) is not METADATA)
        folder = (project.root if module is None or is_of_root else module.folder) + os.sep
        return {folder: state_of_path(self.workspace.disk, folder, contents=False)}

    def is_current(self) -> bool:
        """Whether the results are still valid although other files have changed; always False for files that are not Puppet code."""
        return self.is_code and (not self._asked or self.trace is None or self._known.answers.hold(self.trace))

    @property
    def view(self) -> View:
        """The document as Puppet code for editor features, with the latest model."""
        from puppet_check.features.view import View  # the command line has no use for features

        return View(self.path, self.text, self.mode, self.lowered[0], self._known, self.latest)

    @property
    def answers(self) -> Answers:
        """The editor features of the document."""
        from puppet_check.features.code_answers import CodeAnswers  # the command line has no use for features

        if not self.is_code:
            return self._other_answers
        return CodeAnswers(self.view, lambda: self.tree, styles_of(self.workspace.configuration.of(self.path)))

    @cached_property
    def _other_answers(self) -> Answers:
        from puppet_check.features.other.view import OtherView  # checks of Puppet code do not need it
        from puppet_check.features.other_answers import OtherAnswers  # as above

        return OtherAnswers(OtherView(self.path, self.text, self._known))

    def edited(self, changes: Iterable[Change], version: int | None) -> Document:
        """The document after some changes, each of which refers to the text after the previous one."""
        content: SyntaxTree | Text = self._tree or self.text
        for change in changes:
            if isinstance(content, SyntaxTree):
                content = edit(content, change)
            else:
                content = Text(applied(content.source, [change]))
        if self.is_code and isinstance(content, Text):
            content = parse(content, self.mode)
        made = Document(self.path, content, self.workspace, version)
        made.earlier = None if self.latest is None or self.latest.is_large else self.latest
        return made

    def adopt(self, other: Document) -> None:
        """Take over the results that another thread has computed for this document; of an earlier text, only the model as a fallback."""
        model = vars(other).get("model")
        if self.text is not other.text:
            self.earlier = model or self.earlier
            return
        self._take(other, (*OF_TEXT, "diagnostics"))
        if other._tree is not None and other._tree.is_too_large:
            self._tree = other._tree
        if model is not None:
            self.model, self.earlier = model, None

    def rebuilt_in(self, workspace: Workspace) -> Document:
        """The same text as a new document in a workspace, without results except those that depend on nothing else."""
        made = Document(self.path, self._tree or self.text, workspace, self.version, is_large=self.is_large)
        made.is_code = self.is_code
        made._take(self, OF_TEXT)
        made.earlier = self.latest
        return made

    def _take(self, other: Document, names: Sequence[str]) -> None:
        """Take over the named results that a document with the same text has."""
        for name in names:
            if name in vars(other):
                setattr(self, name, getattr(other, name))


def _without_suppressed(
    found: tuple[Diagnostic, ...], text: Text, comments: Callable[[], Sequence[ast.Comment]] | None, own: Sequence[str] = ()
) -> tuple[Diagnostic, ...]:
    """The diagnostics after suppression; `comments` is None for a text that is not Puppet code, in which they are searched.

    `own` has the codes of the repository's own rules.
    """
    if SUPPRESSION not in text.source:
        return found
    from puppet_check.suppressions import plain_comments, suppress  # few files have any

    return suppress(found, plain_comments(text) if comments is None else comments(), text, own)


def shown(document: Document) -> tuple[Diagnostic, ...]:
    """The diagnostics of a document that its settings select, with the severities that they set."""
    return selected(document.path, document.diagnostics, document.workspace.configuration)


def selected(path: str, diagnostics: tuple[Diagnostic, ...], configuration: Configuration) -> tuple[Diagnostic, ...]:
    """Those of a file's diagnostics that its settings select, with the severities that they set."""
    settings = configuration.of(path)
    if is_plain(settings):
        return diagnostics
    levels = [(each, level_of(settings, path, each.code, each.severity.text)) for each in diagnostics]
    return tuple(each._replace(severity=SEVERITY[level]) for each, level in levels if level is not None)
