"""The features of documents that are not Puppet code, most of them made of what the module of the kind says."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from puppet_check.features.actions import Action, other_actions
from puppet_check.features.completion.items import Completion
from puppet_check.features.document_symbols import Symbol
from puppet_check.features.folding import Fold
from puppet_check.features.hover import Hover
from puppet_check.features.links import Link
from puppet_check.features.other import named
from puppet_check.features.other.folding import folds
from puppet_check.features.other.kinds import complete, hover, symbols
from puppet_check.features.other.selection import selections
from puppet_check.features.other.view import OtherView
from puppet_check.features.others import Others
from puppet_check.features.semantic_tokens import Token
from puppet_check.features.subjects import Use
from puppet_check.features.view import View
from puppet_check.workspace.workspace import Known
from puppet_grammar.text import Span, Text
from puppet_typesys.diagnostics import Diagnostic


@dataclass(frozen=True)
class OtherAnswers:
    """`Answers` for data, metadata and all else."""

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

    def symbols(self) -> list[Symbol]:
        return symbols(self.view)

    def folds(self) -> list[Fold]:
        return folds(self.view)

    def selections(self, offset: int) -> list[Span]:
        return selections(self.view, offset)

    def tokens(self, start: int, end: int) -> list[Token]:
        return [each for each in named.tokens(self.view) if each.start < end and start < each.end]

    def hover(self, offset: int) -> Hover | None:
        return hover(self.view, offset)

    def complete(self, offset: int) -> Completion:
        return complete(self.view, offset)

    def uses_at(self, offset: int) -> Sequence[Use]:
        return named.uses_at(self.view, offset)

    def highlights(self, offset: int) -> Sequence[Use]:
        return named.highlights(self.view, offset)

    def links(self, others: Others) -> Iterable[Link]:
        return named.links(self.view, others)

    def actions(self, start: int, end: int, diagnostics: Iterable[Diagnostic]) -> Iterable[Action]:
        return other_actions(self.view, start, end, diagnostics)
