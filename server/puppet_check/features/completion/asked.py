"""What completion is asked for: a slot of a text, with what is known of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from puppet_check.features.completion.cursor import Cursor
from puppet_check.features.completion.expected import Variables
from puppet_check.features.completion.likely import variable_scores
from puppet_check.features.completion.names import Clock
from puppet_check.features.completion.slot import MARK, Slot
from puppet_check.features.view import View
from puppet_check.semantics import words
from puppet_check.semantics.classify import string_words, words_of
from puppet_check.semantics.words import Word
from puppet_grammar import ast


@dataclass(frozen=True)
class Asked:
    """A slot of a text."""

    view: View
    cursor: Cursor
    slot: Slot
    variables: Variables
    """Those that are visible there."""
    clock: Clock

    @property
    def quoted(self) -> bool:
        """Whether the slot is in a string."""
        return self.cursor.kind in ("string", "text") and not self.cursor.word.startswith("$")

    @cached_property
    def word(self) -> Word | None:
        """What the placeholder is."""
        path, tasks = self.slot.path, self.view.mode.tasks
        if isinstance(path[-1], ast.QualifiedReference) and len(path) > 1:
            found = next(string_words(path, MARK, path[-1].start, tasks=tasks), None)
            if isinstance(found, words.ClassName):
                return found  # a class, whose name begins with a capital letter by mistake
        several = words_of(path, tasks=tasks)
        return next((each for each in several if not isinstance(each, words.DefinitionName) and _is_mark(each)), None)

    @cached_property
    def scores(self) -> dict[str, float]:
        """A score for each visible variable."""
        return variable_scores(self.view, self.cursor.offset, self.slot, self.variables)


def _is_mark(word: Word) -> bool:
    match word:
        case words.NodeData() | words.ValueKey():
            return word.read.keys[-1].name == MARK
        case words.HieraKey():
            return word.keys[-1].name == MARK
        case words.Literal():
            return False
    return MARK in word.name.lower()
