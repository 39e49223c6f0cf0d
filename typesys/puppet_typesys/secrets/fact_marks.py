"""Marks facts whose values a node decides, so that it shows where they get to.

A mark contains a character that means something to a shell. So it passes no pattern that excludes those, and what is quoted, hashed or
replaced does not contain it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from puppet_grammar import ast
from puppet_grammar.text import Text
from puppet_typesys.evaluate.definitions import Definition, Evaluates
from puppet_typesys.evaluate.observer import Stepper
from puppet_typesys.evaluate.reach import Reach
from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.node_catalogs.causes import Causes
from puppet_typesys.node_catalogs.inclusions import Inclusions
from puppet_typesys.node_catalogs.observation import NodeObservation, NodeObserver
from puppet_typesys.secrets.marks import Marks, Origin, plain_texts
from puppet_typesys.secrets.partial_texts import partly_known
from puppet_typesys.types.block import Block
from puppet_typesys.types.model import Type
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.unknown import Unknown

RUNNING = frozenset(("generate", "inline_template", "inline_epp"))
"""Functions that run arguments on the server."""
Path = tuple[str, ...]
IsMarked = Callable[[Path, str], bool]
"""Whether the fact at a path, with its value, gets a mark."""


class Called(NamedTuple):
    """A call of a function that runs arguments on the server."""

    text: Text
    node: ast.Node
    name: str
    arguments: tuple[object, ...]


class FactMarks(Marks):
    """The marks of the facts of a node."""

    def __init__(self) -> None:
        super().__init__()
        self.values: dict[str, str] = {}
        """The values that the marks stand for."""

    def facts_with_marks(self, facts: Hash, is_marked: IsMarked, path: Path = ()) -> Hash:
        """Facts of which those texts are marks that are to be."""
        return Hash((key, self._value(value, is_marked, (*path, str(key)))) for key, value in facts.items())

    def _value(self, value: object, is_marked: IsMarked, path: Path) -> object:
        if isinstance(value, Hash):
            return self.facts_with_marks(value, is_marked, path)
        if not isinstance(value, str) or not value or not is_marked(path, value):
            return value
        mark = f"zq{len(self.values)}x;kwv{len(self.values)}q"
        self.values[mark] = value
        self.origins[mark] = Origin(f"the fact `{'.'.join(path)}`", is_sensitive=False)
        return mark

    def restored(self, value: object) -> object:
        """A value in which marks are what they stand for."""
        match value:
            case str():
                return re.sub("|".join(map(re.escape, self.values)), lambda found: self.values[found[0]], value) if self.values else value
            case tuple():
                return tuple(map(self.restored, value))
            case Hash():
                return Hash((self.restored(key), self.restored(each)) for key, each in value.items())
        return value

    def places(self, text: str) -> Iterator[tuple[int, str]]:
        """Where the marks are in a text, and which."""
        for mark in self.values:
            start = text.find(mark)
            if start >= 0:
                yield start, mark


class FactObservation(NodeObservation):
    """Observes the evaluation of a node whose facts have marks: they get no further than to parameters that accept any text."""

    def __init__(
        self,
        marks: FactMarks,
        may_be_text: Callable[[Type], bool],
        causes: Causes,
        inclusions: Inclusions,
        reach: Reach,
        stepper: Stepper | None = None,
    ) -> None:
        super().__init__(causes, inclusions, reach, stepper)
        self.marks = marks
        self.may_be_text = may_be_text
        self.calls: list[Called] = []
        self._observer = FactObserver(self, causes, inclusions, reach)

    def bound(self, resource: Resource, definition: Definition, values: dict[str, object]) -> dict[str, object]:
        types = definition.types
        return {name: value if self._is_free(types.get(name)) else self.marks.restored(value) for name, value in values.items()}

    def _is_free(self, type: Type | None) -> bool:
        return type is None or self.may_be_text(type)

    def note(self, call: Called) -> None:
        """Note a call that runs something on the server."""
        self.calls.append(call)


class FactObserver(NodeObserver):
    """Notes calls of functions that run arguments on the server."""

    def __init__(self, owner: FactObservation, causes: Causes, inclusions: Inclusions, reach: Reach) -> None:
        super().__init__(causes, inclusions, reach)
        self._owner = owner
        self._nodes: list[tuple[str, ast.Node]] = []

    def before_call(self, name: str, node: ast.Node) -> None:
        super().before_call(name, node)
        if name in RUNNING:
            self._nodes.append((name, node))

    def after_call(self, ev: Evaluates, name: str, arguments: Sequence[object], block: Block | None, result: object) -> object:
        result = super().after_call(ev, name, arguments, block, result)
        while name in RUNNING and self._nodes:
            found, node = self._nodes.pop()
            if found == name:
                self._owner.note(Called(ev.text, node, name, tuple(arguments)))
                break
        return result

    def joined(self, parts: Sequence[object], unknown: Unknown) -> object:
        return partly_known(parts, unknown, self._owner.marks)


def text_with(value: object, hole: str) -> str | None:
    """A text with a placeholder for each of its parts that is unknown; None for other values."""
    if isinstance(value, str):
        return value
    parts = [*plain_texts(value)] if isinstance(value, Unknown) else []
    return hole.join(("", *parts, "")) if parts else None
