"""Context: what a fix may know."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from puppet_grammar import ast
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Message

if TYPE_CHECKING:
    from puppet_typesys.infer.compiler import CheckCompiler


class Context(NamedTuple):
    """A message that is reported about bytes of a text."""

    compiler: CheckCompiler
    message: Message
    text: Text
    program: ast.Program
    start: int
    end: int
    node: ast.Node | None
    """The expression or attribute there, if it is known."""
