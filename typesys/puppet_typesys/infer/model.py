"""FileModel: the findings and the types of expressions of one text."""

from __future__ import annotations

from functools import cached_property

from puppet_grammar import ast
from puppet_grammar.named import NamedTuple
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Diagnostic, Plain
from puppet_typesys.infer.parts import Part, Parts, Values
from puppet_typesys.types.infer import infer, infer_set
from puppet_typesys.types.join import join
from puppet_typesys.types.model import Type
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.unknown import Unknown

MAX_VALUES = 4
"""The maximum number of values that are recorded of one expression; the body of a lambda is evaluated many times."""
MANY_VALUES = 40_000
"""The number of nodes with values past which a model is large; about 15,000 lines have as many."""


Key = tuple[int, str, object]
"""What findings have in common that are one: the place, the code and the arguments without hints."""


class Mark(NamedTuple):
    """How much had been reported and changed at some moment."""

    reported: int
    changes: int


class FileModel:
    """The findings and the values of expressions of one text."""

    def __init__(self, text: Text, program: ast.Program) -> None:
        self.text = text
        self.program = program
        self.values: Values = {}
        self.findings: dict[Key, Diagnostic] = {}
        self.parts = Parts(text, program)
        self._noted = self.values
        """The values of the part that is being evaluated."""
        self._types: dict[int, tuple[object, Type]] = {}
        """The types of values by their identity: many expressions have the same value, and its type may be large."""
        self._reported: list[Diagnostic] = []
        """The findings of the part that is being evaluated, also those that are known already."""
        self._changes: list[tuple[Key, Diagnostic | None]] = []
        """What the part has changed of the findings, with what was there before, so that it can be undone."""

    @cached_property
    def assignments(self) -> tuple[list[ast.AssignmentExpression], list[ast.LambdaExpression]]:
        """The assignments and the lambdas of the program."""
        nodes = [each for each in ast.walk(self.program) if isinstance(each, ast.AssignmentExpression | ast.LambdaExpression)]
        assigned = [each for each in nodes if isinstance(each, ast.AssignmentExpression)]
        return assigned, [each for each in nodes if isinstance(each, ast.LambdaExpression)]

    @property
    def is_large(self) -> bool:
        """Whether it has so many values that it takes too much memory beside the model of the next version of the text."""
        return len(self.values) > MANY_VALUES

    def note(self, node: ast.Node, value: object) -> None:
        """Record a value of an expression."""
        seen = self._noted.get(id(node))
        if seen is None:
            self._noted[id(node)] = [value]
        elif len(seen) < MAX_VALUES:
            seen.append(value)

    def type_of(self, node: ast.Node) -> Type | None:
        """The type of an expression; None if it was not evaluated."""
        seen = self.values.get(id(node))
        if seen is None:
            return None
        first = seen[0]
        if len(seen) > 1 or not isinstance(first, Unknown | tuple | Hash):
            return join(*[_type(each) for each in seen])
        known = self._types.get(id(first))
        if known is None:
            known = self._types[id(first)] = (first, join(_type(first)))
        return known[1]

    def value_in_part(self, node: ast.Node) -> object:
        """The first value of an expression in the part that is being evaluated; None if it has none."""
        seen = self._noted.get(id(node))
        return seen[0] if seen else None

    def report(self, found: Diagnostic) -> None:
        """Add a finding unless it is known; of two findings that differ only in a hint, the one with the hint is kept."""
        self._reported.append(found)
        arguments: tuple[tuple[str, Plain], ...] = tuple(each for each in found.data if each[0] != "meant")
        key: Key = (found.start, found.code, arguments)
        known = self.findings.get(key)
        if known is None or len(known.data) < len(found.data):
            self._changes.append((key, known))
            self.findings[key] = found

    def mark(self) -> Mark:
        """What has been reported so far."""
        return Mark(len(self._reported), len(self._changes))

    def forget(self, mark: Mark) -> None:
        """Drop what has been reported since a mark."""
        for key, before in reversed(self._changes[mark.changes :]):
            if before is None:
                del self.findings[key]
            else:
                self.findings[key] = before
        del self._changes[mark.changes :]
        del self._reported[mark.reported :]

    def begin_part(self) -> None:
        """Begin to record the findings and values of a part by themselves."""
        self._noted, self._reported, self._changes = {}, [], []

    def end_part(self) -> tuple[tuple[Diagnostic, ...], Values]:
        """Add the values of the part that was begun, and return its findings and values."""
        found, values = (*self._reported,), self._noted
        self._add(values)
        self._noted, self._reported, self._changes = self.values, [], []
        return found, values

    def take(self, part: Part) -> None:
        """Add the results of a part of an earlier check."""
        for each in part.found:
            self.report(each)
        self._add(part.values)

    def _add(self, values: Values) -> None:
        known = self.values
        if known.keys().isdisjoint(values):
            known |= values
            return
        for node, several in values.items():
            before = known.get(node)
            if before is None:
                known[node] = several
            elif len(before) < MAX_VALUES:
                known[node] = [*before, *several][:MAX_VALUES]


def _type(value: object) -> Type:
    if isinstance(value, Unknown):
        return value.type if isinstance(value.type, Type) else infer(value)
    return infer_set(value)
