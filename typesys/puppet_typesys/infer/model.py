"""FileModel: the findings and the types of expressions of one text."""

from __future__ import annotations

from puppet_grammar import ast
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Diagnostic, Plain
from puppet_typesys.types.infer import infer, infer_set
from puppet_typesys.types.join import join
from puppet_typesys.types.model import Type
from puppet_typesys.values.unknown import Unknown

MAX_VALUES = 4
"""The maximum number of values that are recorded of one expression; the body of a lambda is evaluated many times."""


class FileModel:
    """The findings and the values of expressions of one text."""

    def __init__(self, text: Text, program: ast.Program) -> None:
        self.text = text
        self.program = program
        self.values: dict[int, list[object]] = {}
        self.findings: dict[tuple[int, str, object], Diagnostic] = {}

    def note(self, node: ast.Node, value: object) -> None:
        """Record a value of an expression."""
        seen = self.values.get(id(node))
        if seen is None:
            self.values[id(node)] = [value]
        elif len(seen) < MAX_VALUES:
            seen.append(value)

    def type_of(self, node: ast.Node) -> Type | None:
        """The type of an expression; None if it was not evaluated."""
        seen = self.values.get(id(node))
        if seen is None:
            return None
        return join(*[_type(each) for each in seen])

    def report(self, found: Diagnostic) -> None:
        """Add a finding unless it is known; of two findings that differ only in a hint, the one with the hint is kept."""
        arguments: tuple[tuple[str, Plain], ...] = tuple(each for each in found.data if each[0] != "meant")
        key = (found.start, found.code, arguments)
        known = self.findings.get(key)
        if known is None or len(known.data) < len(found.data):
            self.findings[key] = found


def _type(value: object) -> Type:
    if isinstance(value, Unknown):
        return value.type if isinstance(value.type, Type) else infer(value)
    return infer_set(value)
