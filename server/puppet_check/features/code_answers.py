"""The features of documents that are Puppet code."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from puppet_check.features.completion import complete
from puppet_check.features.completion.items import Completion
from puppet_check.features.inspection.hover import Hover, hover
from puppet_check.features.navigation.computed_names import computed_occurrence
from puppet_check.features.navigation.links import Link, links
from puppet_check.features.navigation.occurrences import occurrences_at
from puppet_check.features.project_files.project_files import ProjectFiles
from puppet_check.features.refactoring.actions import Action, actions
from puppet_check.features.structure.document_symbols import DocumentSymbol, document_symbols
from puppet_check.features.structure.folding import Fold, folds
from puppet_check.features.structure.selection import selections
from puppet_check.features.structure.semantic_tokens import Token, semantic_tokens
from puppet_check.features.symbols import Occurrence
from puppet_check.features.usages.references import highlights
from puppet_check.features.view import View
from puppet_check.workspace.known import Known
from puppet_grammar.parse import SyntaxTree
from puppet_grammar.text import Span, Text
from puppet_typesys.diagnostics import Diagnostic


@dataclass(frozen=True)
class CodeAnswers:
    """`Answers` for manifests, plans and EPP templates."""

    code: View
    parsed: Callable[[], SyntaxTree]
    """The syntax tree, which few answers need and which may have to be parsed."""
    styles: frozenset[str] = frozenset()
    """The codes of the style rules that apply."""

    @property
    def tree(self) -> SyntaxTree:
        """The syntax tree."""
        return self.parsed()

    @property
    def path(self) -> str:
        return self.code.path

    @property
    def text(self) -> Text:
        return self.code.text

    @property
    def known(self) -> Known:
        return self.code.known

    @property
    def here(self) -> View | None:
        return self.code

    def symbols(self) -> list[DocumentSymbol]:
        return document_symbols(self.code.program, self.text)

    def folds(self) -> list[Fold]:
        return folds(self.tree, self.code.program.comments)

    def selections(self, offset: int) -> list[Span]:
        return selections(self.tree, offset)

    def tokens(self, start: int, end: int) -> list[Token]:
        return [*semantic_tokens(self.tree, start, end)]

    def hover(self, offset: int) -> Hover | None:
        return hover(self.code, offset)

    def complete(self, offset: int) -> Completion:
        return complete(self.code, offset)

    def occurrences_at(self, offset: int) -> Sequence[Occurrence]:
        found = occurrences_at(self.code, offset)
        computed = None if found else computed_occurrence(self.code, offset)
        return found if computed is None else [computed]

    def highlights(self, offset: int) -> Sequence[Occurrence]:
        return highlights(self.code, offset)

    def links(self, project_files: ProjectFiles) -> Iterable[Link]:
        return links(self.code, project_files)

    def actions(self, start: int, end: int, diagnostics: Iterable[Diagnostic]) -> Iterable[Action]:
        return actions(self.code, start, end, diagnostics, self.styles)
