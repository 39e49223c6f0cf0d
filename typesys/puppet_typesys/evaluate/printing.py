"""The output of EPP templates: what is printed, and what may be printed under an unknown condition."""

from __future__ import annotations

from puppet_typesys.evaluate.scope import PRINTED, NotEvaluatedYet, NoVariable, Scope
from puppet_typesys.types import model
from puppet_typesys.values.hash import identity
from puppet_typesys.values.unknown import Alternatives, Unknown


def printed(scope: Scope) -> list[object] | None:
    """The output of the template that is being rendered; None outside of templates."""
    try:
        found = scope.lookup(PRINTED)
    except (NoVariable, NotEvaluatedYet):
        return None
    return found if isinstance(found, list) else None


def print_unknown(scope: Scope) -> None:
    """Print a text of which nothing is known."""
    made = printed(scope)
    if made is not None:
        made.append(Unknown(model.STRING))


class Printing:
    """What several branches print, of which one is taken."""

    def __init__(self, scope: Scope) -> None:
        self._printed = printed(scope)
        self._start = 0 if self._printed is None else len(self._printed)
        self._outputs: list[list[object]] = []
        self._is_begun = False

    def begin(self) -> None:
        """Begin a branch."""
        if self._printed is None:
            return
        if self._is_begun:
            self._outputs.append(self._printed[self._start :])
            del self._printed[self._start :]
        self._is_begun = True

    def end(self) -> None:
        """Print what all branches print, or else an unknown text."""
        if self._printed is None:
            return
        self.begin()
        first, *others = self._outputs or [[]]
        if all(identity(tuple(each)) == identity(tuple(first)) for each in others):
            self._printed += first
        else:
            self._printed.append(Alternatives(model.STRING, tuple(map(tuple, self._outputs))))
