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
from puppet_typesys.builtins.facts import fact
from puppet_typesys.builtins.value_reads import FACTS, read_of
from puppet_typesys.evaluate.definitions import Definition, Evaluates
from puppet_typesys.evaluate.observer import Stepper
from puppet_typesys.evaluate.reach import Reach
from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.node_catalogs.causes import Causes
from puppet_typesys.node_catalogs.inclusions import Inclusions
from puppet_typesys.node_catalogs.observation import FinishedCall, NodeObservation, NodeObserver
from puppet_typesys.ruby.outcome import TextWithHoles
from puppet_typesys.secrets.marks import Marks, Origin, plain_texts
from puppet_typesys.secrets.partial_texts import HOLE, partly_known
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


class UnknownFact(TextWithHoles):
    """The unknown value of a fact, which may be another one than a text."""

    __slots__ = ()

    def __init__(self, mark: str, type: object) -> None:
        super().__init__((mark, HOLE))
        self.type = type


class FactMarks(Marks):
    """The marks of the facts of a node."""

    def __init__(self) -> None:
        super().__init__()
        self.values: dict[str, str] = {}
        """The values that the marks stand for."""
        self._unknown: dict[Path, str] = {}

    def facts_with_marks(self, facts: Hash, is_marked: IsMarked, path: Path = ()) -> Hash:
        """Facts of which those texts are marks that are to be."""
        return Hash((key, self._value(value, is_marked, (*path, str(key)))) for key, value in facts.items())

    def _value(self, value: object, is_marked: IsMarked, path: Path) -> object:
        if isinstance(value, Hash):
            return self.facts_with_marks(value, is_marked, path)
        if not isinstance(value, str) or not value or not is_marked(path, value):
            return value
        return self._mark(path, value)

    def _mark(self, path: Path, value: str) -> str:
        mark = f"zq{len(self.values)}x;kwv{len(self.values)}q"
        self.values[mark] = value
        self.origins[mark] = Origin(f"the fact `{'.'.join(path)}`", is_sensitive=False)
        return mark

    def of_unknown(self, path: Path, unknown: Unknown) -> UnknownFact:
        """The unknown value of a fact, with a mark."""
        if path not in self._unknown:
            self._unknown[path] = self._mark(path, "")
        return UnknownFact(self._unknown[path], unknown.type)

    def restored(self, value: object) -> object:
        """A value in which marks are what they stand for."""
        match value:
            case str():
                return re.sub("|".join(map(re.escape, self.values)), lambda found: self.values[found[0]], value) if self.values else value
            case tuple():
                return tuple(map(self.restored, value))
            case Hash():
                return Hash((self.restored(key), self.restored(each)) for key, each in value.items())
            case TextWithHoles():
                return Unknown(value.type) if any(each in part for part in plain_texts(value) for each in self.values) else value
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
        is_free: Callable[[Path], bool],
        causes: Causes,
        inclusions: Inclusions,
        reach: Reach,
        stepper: Stepper | None = None,
    ) -> None:
        super().__init__(causes, inclusions, reach, stepper)
        self.marks = marks
        self.may_be_text = may_be_text
        self.is_free = is_free
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

    def call_ended(self, ev: Evaluates, call: FinishedCall, result: object) -> object:
        if call.name in RUNNING:
            self._owner.note(Called(ev.text, call.node, call.name, tuple(call.arguments)))
        elif isinstance(result, Unknown) and isinstance(call.node, ast.CallNamedFunctionExpression | ast.CallMethodExpression):
            if call.name == "fact" and call.arguments and isinstance(call.arguments[0], str):
                return self._marked(tuple(call.arguments[0].split(".")), result)
            return self._marked(_path_in_facts(call.node), result)
        return result

    def variable_read(self, node: ast.Node, name: str, value: object) -> object:
        value = super().variable_read(node, name, value)
        plain = name.removeprefix("::")
        # What is read without the colons may be a variable of the class.
        is_fact = isinstance(value, Unknown) and plain != name and fact(plain) is not None
        return self._marked((plain,), value) if is_fact and isinstance(value, Unknown) else value

    def element_read(self, node: ast.AccessExpression, unknown: Unknown) -> Unknown:
        return self._marked(_path_in_facts(node), unknown)

    def _marked(self, path: Path, unknown: Unknown) -> Unknown:
        """An unknown fact, with its mark if it may be any text."""
        return self._owner.marks.of_unknown(path, unknown) if path and self._owner.is_free(path) else unknown

    def joined(self, parts: Sequence[object], unknown: Unknown) -> object:
        return partly_known(parts, unknown, self._owner.marks)


def _path_in_facts(node: ast.Expression) -> Path:
    """The names of the fact that an expression reads from `$facts`; none for any other expression."""
    base, steps = read_of(node)
    if not isinstance(base, ast.VariableExpression) or base.name.removeprefix("::") != FACTS:
        return ()
    keys: list[str] = []
    for each in steps:
        if not isinstance(each.key, ast.LiteralString | ast.QualifiedName):
            return ()
        keys += each.key.value.split(".") if each.is_dotted else [each.key.value]
    return tuple(keys)


def text_with(value: object, hole: str) -> str | None:
    """A text with a placeholder for each of its parts that is unknown; None for other values."""
    if isinstance(value, str):
        return value
    parts = [*plain_texts(value)] if isinstance(value, Unknown) else []
    return hole.join(("", *parts, "")) if parts else None
