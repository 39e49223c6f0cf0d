"""Holding: which records hold in an environment, as far as code and data are concerned."""

from __future__ import annotations

from puppet_check.fleet.trace.code_answers import CodeAnswers
from puppet_check.fleet.trace.tree import Tree


class Holding:
    """Whether records of a tree hold in an environment; each question is answered once."""

    def __init__(self, tree: Tree, answers: CodeAnswers) -> None:
        self._tree, self._answers = tree, answers
        self._right: dict[int, bool] = {}
        """Whether answers are the same here, by their numbers."""
        self._known: dict[int, bool] = {}

    def __call__(self, record: int) -> bool:
        """Whether a record holds."""
        found = self._known.get(record)
        if found is None:
            found = self._known[record] = all(map(self._is_right, self._tree.records[record].code))
        return found

    def note(self, record: int, holds: bool) -> None:
        """Note what is known of a record already, unless it was answered before."""
        self._known.setdefault(record, holds)

    def note_made(self, record: int) -> None:
        """Note that a record was made here."""
        self._known[record] = True

    def _is_right(self, number: int) -> bool:
        known = self._right.get(number)
        if known is None:
            question, answer = self._tree.answers[number]
            known = self._right[number] = self._answers.of(question) == answer
        return known
