"""The editor features that documents of all kinds provide."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from puppet_check.features.completion.items import Completion
from puppet_check.features.inspection.hover import Hover
from puppet_check.features.navigation.links import Link
from puppet_check.features.project_files.project_files import ProjectFiles
from puppet_check.features.refactoring.actions import Action
from puppet_check.features.structure.document_symbols import DocumentSymbol
from puppet_check.features.structure.folding import Fold
from puppet_check.features.structure.semantic_tokens import Token
from puppet_check.features.symbols import Occurrence
from puppet_check.features.view import View
from puppet_check.workspace.known import Known
from puppet_grammar.text import Span, Text
from puppet_typesys.diagnostics import Diagnostic


class Answers(Protocol):
    """The features of one version of a document: `CodeAnswers` for Puppet code, `OtherAnswers` for all other kinds."""

    @property
    def path(self) -> str:
        """The path of the file."""

    @property
    def text(self) -> Text:
        """The source text."""

    @property
    def known(self) -> Known:
        """The project of the file."""

    @property
    def code(self) -> View:
        """The document as Puppet code; an empty program if it is of another kind."""

    @property
    def here(self) -> View | None:
        """The document as Puppet code; None if it is of another kind."""

    def symbols(self) -> list[DocumentSymbol]:
        """The outline."""

    def folds(self) -> list[Fold]:
        """The parts that can be folded."""

    def selections(self, offset: int) -> list[Span]:
        """The selection ranges around an offset, from the inside out."""

    def tokens(self, start: int, end: int) -> list[Token]:
        """The semantic tokens of a part of the text."""

    def hover(self, offset: int) -> Hover | None:
        """The hover of the word at an offset; None if there is nothing to show."""

    def complete(self, offset: int) -> Completion:
        """The completion at an offset."""

    def occurrences_at(self, offset: int) -> Sequence[Occurrence]:
        """The occurrences of symbols at an offset; several if the word may refer to several symbols."""

    def highlights(self, offset: int) -> Sequence[Occurrence]:
        """The occurrences in the text of the symbol at an offset."""

    def links(self, project_files: ProjectFiles) -> Iterable[Link]:
        """The links in the text to other files."""

    def actions(self, start: int, end: int, diagnostics: Iterable[Diagnostic]) -> Iterable[Action]:
        """The code actions for a part of the text; `diagnostics` are those of the whole text."""
