"""Context: what a fix may know."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from puppet_grammar import ast
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Message
from puppet_typesys.evaluate.closures import PuppetFunction
from puppet_typesys.infer.hints import Program


class Functions(Program, Protocol):
    """A program whose functions are known by name."""

    def function_named(self, name: str) -> PuppetFunction | None:
        """A function written in Puppet."""


class Context(NamedTuple):
    """A message that is reported about bytes of a text."""

    compiler: Functions
    message: Message
    text: Text
    program: ast.Program
    start: int
    end: int
    node: ast.Node | None
    """The expression or attribute there, if it is known."""
