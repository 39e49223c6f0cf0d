"""Context: the input of the functions that make fixes."""

from __future__ import annotations

from functools import lru_cache
from typing import Protocol, TypeVar

from puppet_grammar import ast
from puppet_grammar.named import NamedTuple
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Message
from puppet_typesys.evaluate.closures import PuppetFunction
from puppet_typesys.infer.hints import Program

N = TypeVar("N", bound=ast.Node)


class Functions(Program, Protocol):
    """A program whose functions are known by name."""

    def function_named(self, name: str) -> PuppetFunction | None:
        """Return a function written in Puppet."""


class Context(NamedTuple):
    """A message, with the program and the span of bytes that it is reported at."""

    compiler: Functions
    message: Message
    text: Text
    program: ast.Program
    start: int
    end: int
    node: ast.Node | None
    """The expression or attribute at the span, if it is known."""

    def of_class(self, kind: type[N]) -> list[N]:
        """The nodes of the program of one class without subclasses, in no certain order."""
        return _by_class(self.program).get(kind, [])  # type: ignore[return-value]  # they are grouped by class


@lru_cache(maxsize=1)
def _by_class(program: ast.Program) -> ast.ByClass:
    """The nodes of a program, which several findings of a file need."""
    return ast.by_class(program)
