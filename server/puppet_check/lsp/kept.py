"""Kept: what was computed for the newest version of a document, so that asking again costs nothing."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from puppet_check.checked_actions import Checked
from puppet_check.features.navigation.links import Link
from puppet_check.features.refactoring.actions import Action

T = TypeVar("T")
MOST_RESULTS = 200
"""How many results of one version of a document are kept."""


class Results(Generic[T]):
    """Results by the path of a document and the question; those of other versions are dropped.

    What a result is made from never changes, so that its objects identify the version, which is why they are kept as well.
    """

    def __init__(self) -> None:
        self._by_path: dict[str, tuple[tuple[object, ...], dict[Hashable, T]]] = {}

    def get(self, path: str, made_from: tuple[object, ...], question: Hashable, make: Callable[[], T]) -> T:
        """The result for a question, computed if it is not known for this version."""
        known = self.found(path, made_from, question)
        return self.keep(path, made_from, question, make()) if known is None else known

    def found(self, path: str, made_from: tuple[object, ...], question: Hashable) -> T | None:
        """The result for a question; None if it is not known."""
        return self._of(path, made_from).get(question)

    def keep(self, path: str, made_from: tuple[object, ...], question: Hashable, result: T) -> T:
        """Keep a result."""
        results = self._of(path, made_from)
        if len(results) >= MOST_RESULTS:
            results.clear()
        results[question] = result
        return result

    def forget(self, path: str) -> None:
        """Forget a document."""
        self._by_path.pop(path, None)

    def _of(self, path: str, made_from: tuple[object, ...]) -> dict[Hashable, T]:
        """The results of a version."""
        known = self._by_path.get(path)
        if known is None or any(one is not other for one, other in zip(known[0], made_from, strict=True)):
            known = self._by_path[path] = (made_from, {})
        return known[1]


class Kept:
    """Owns what is kept of open documents. Used on the protocol's thread."""

    def __init__(self) -> None:
        self.actions = Results[tuple[Action, ...]]()
        """The code actions by the part of the text."""
        self.checked = Results[Checked]()
        """The actions whose results have been checked, by the part of the text and the number."""
        self.links = Results[tuple[Link, ...]]()
        """The document links."""

    def forget(self, path: str) -> None:
        """Forget a document that was closed."""
        for each in (self.actions, self.checked, self.links):
            each.forget(path)
