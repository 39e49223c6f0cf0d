"""View: a document of Puppet code for editor features, with types of its expressions, which may be those of an earlier text."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from puppet_check.semantics.node_at import path_at
from puppet_check.workspace.known import Known
from puppet_grammar import ast
from puppet_grammar.parse import Mode
from puppet_grammar.text import Span, Text
from puppet_typesys.infer.model import FileModel
from puppet_typesys.types.model import Type


@dataclass(frozen=True)
class View:
    """One version of a document."""

    path: str
    text: Text
    mode: Mode
    program: ast.Program
    known: Known
    model: FileModel | None
    """The model of this text or of an earlier one, as checking every version would take too long."""

    def type_of(self, node: ast.Node) -> Type | None:
        """The type of an expression; None if it is unknown."""
        node_ = self._examined(node)
        return None if node_ is None or self.model is None else self.model.type_of(node_)

    def values_of(self, node: ast.Node) -> list[object]:
        """The values that an expression had during evaluation."""
        node_ = self._examined(node)
        return [] if node_ is None or self.model is None else self.model.values.get(id(node_), [])

    def _examined(self, node: ast.Node) -> ast.Node | None:
        """The node of the model's program that corresponds to a node; None if it has been edited."""
        if self.model is None or self.model.program is self.program:
            return node
        before = self._before(node.start, node.end)
        if before is None:
            return None
        return next(
            (each for each in path_at(self.model.program, before.start) if each.__class__ is node.__class__ and each.span == before), None
        )

    def _before(self, start: int, end: int) -> Span | None:
        """The span of a part of the text in the model's text; None if it has been edited."""
        prefix, suffix = self._same
        assert self.model is not None
        if end <= prefix:
            return Span(start, end)
        shift = len(self.model.text) - len(self.text)
        return Span(start + shift, end + shift) if start >= len(self.text) - suffix else None

    @cached_property
    def _same(self) -> tuple[int, int]:
        """The numbers of bytes at the beginning and at the end that are the same as in the model's text."""
        assert self.model is not None
        old, new = self.model.text.source, self.text.source
        prefix = _longest(min(len(old), len(new)), lambda size: old[:size] == new[:size])
        most = min(len(old), len(new)) - prefix
        return prefix, _longest(most, lambda size: old[len(old) - size :] == new[len(new) - size :])


def _longest(most: int, holds: object) -> int:
    """The largest size up to `most` for which a condition holds, by bisection: it holds for all smaller sizes."""
    assert callable(holds)
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if holds(middle) else (low, middle - 1)
    return low
