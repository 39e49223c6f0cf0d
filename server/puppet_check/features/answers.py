"""What editors may ask about a document at one moment, whatever kind of file it is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from puppet_check.features.actions import Action
from puppet_check.features.completion.items import Completion
from puppet_check.features.document_symbols import DocumentSymbol
from puppet_check.features.folding import Fold
from puppet_check.features.hover import Hover
from puppet_check.features.links import Link
from puppet_check.features.project_files import ProjectFiles
from puppet_check.features.semantic_tokens import Token
from puppet_check.features.symbols import Occurrence
from puppet_check.features.view import View
from puppet_check.workspace.workspace import Known
from puppet_grammar.text import Span, Text
from puppet_typesys.diagnostics import Diagnostic


class Answers(Protocol):
    """The features of one document; `code_answers.py` has those of Puppet code, `other_answers.py` those of all other kinds."""

    @property
    def path(self) -> str:
        """The file."""

    @property
    def text(self) -> Text:
        """The source text."""

    @property
    def known(self) -> Known:
        """The project of the file."""

    @property
    def code(self) -> View:
        """The document as Puppet code; without any code where it is something else."""

    @property
    def here(self) -> View | None:
        """The same, None where the document is something else."""

    def symbols(self) -> list[DocumentSymbol]:
        """The outline."""

    def folds(self) -> list[Fold]:
        """The parts that can be folded."""

    def selections(self, offset: int) -> list[Span]:
        """The spans around an offset, from the inside out."""

    def tokens(self, start: int, end: int) -> list[Token]:
        """The semantic tokens of a part of the text."""

    def hover(self, offset: int) -> Hover | None:
        """The description of the word at an offset."""

    def complete(self, offset: int) -> Completion:
        """The items that may be inserted at an offset."""

    def occurrences_at(self, offset: int) -> Sequence[Occurrence]:
        """The symbols that the word at an offset names."""

    def highlights(self, offset: int) -> Sequence[Occurrence]:
        """The places in the text that name the same symbol as the word at an offset."""

    def links(self, project_files: ProjectFiles) -> Iterable[Link]:
        """The parts of the text that lead to a file."""

    def actions(self, start: int, end: int, diagnostics: Iterable[Diagnostic]) -> Iterable[Action]:
        """The code actions for a part of the text; `diagnostics` are those of the whole text."""
