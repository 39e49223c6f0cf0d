"""The features of documents that are not Puppet code, implemented by the module of each kind and `other/`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from puppet_check.features.completion.items import Completion
from puppet_check.features.inspection.hover import Hover
from puppet_check.features.navigation.links import Link
from puppet_check.features.other import navigation
from puppet_check.features.other.folding import folds
from puppet_check.features.other.kinds import complete, hover, symbols
from puppet_check.features.other.selection import selections
from puppet_check.features.other.view import OtherView
from puppet_check.features.project_files.project_files import ProjectFiles
from puppet_check.features.refactoring.actions import Action, other_actions
from puppet_check.features.structure.document_symbols import DocumentSymbol
from puppet_check.features.structure.folding import Fold
from puppet_check.features.structure.semantic_tokens import Token
from puppet_check.features.symbols import Occurrence
from puppet_check.features.view import View
from puppet_check.workspace.known import Known
from puppet_grammar.text import Span, Text
from puppet_typesys.diagnostics import Diagnostic


@dataclass(frozen=True)
class OtherAnswers:
    """`Answers` for Hiera data, metadata and all other files that are not Puppet code."""

    view: OtherView

    @property
    def path(self) -> str:
        return self.view.path

    @property
    def text(self) -> Text:
        return self.view.text

    @property
    def known(self) -> Known:
        return self.view.known

    @property
    def code(self) -> View:
        return self.view.code

    @property
    def here(self) -> View | None:
        return None

    def symbols(self) -> list[DocumentSymbol]:
        return symbols(self.view)

    def folds(self) -> list[Fold]:
        return folds(self.view)

    def selections(self, offset: int) -> list[Span]:
        return selections(self.view, offset)

    def tokens(self, start: int, end: int) -> list[Token]:
        return [each for each in navigation.tokens(self.view) if each.start < end and start < each.end]

    def hover(self, offset: int) -> Hover | None:
        return hover(self.view, offset)

    def complete(self, offset: int) -> Completion:
        return complete(self.view, offset)

    def occurrences_at(self, offset: int) -> Sequence[Occurrence]:
        return navigation.occurrences_at(self.view, offset)

    def highlights(self, offset: int) -> Sequence[Occurrence]:
        return navigation.highlights(self.view, offset)

    def links(self, project_files: ProjectFiles) -> Iterable[Link]:
        return navigation.links(self.view, project_files)

    def actions(self, start: int, end: int, diagnostics: Iterable[Diagnostic]) -> Iterable[Action]:
        return other_actions(self.view, start, end, diagnostics)
