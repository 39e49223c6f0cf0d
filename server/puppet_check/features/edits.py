"""What edits are made of."""

from __future__ import annotations

from typing import NamedTuple

from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Edit

Mended = tuple[str, tuple[Edit, ...]]
"""A way to mend a finding, with its name."""


class NewFile(NamedTuple):
    """A file to make."""

    path: str
    text: str


def indentation(text: Text, offset: int) -> str:
    """The white space at the beginning of the line of an offset."""
    line = text.slice(*text.line_span(text.position(offset).line))
    return line[: len(line) - len(line.lstrip())]


def line_start(text: Text, offset: int) -> int:
    """Where the line of an offset begins."""
    return text.line_starts[text.position(offset).line]
