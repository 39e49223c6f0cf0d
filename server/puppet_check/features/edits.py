"""What edits are made of."""

from __future__ import annotations

from typing import NamedTuple

from puppet_check.features.view import View


class NewFile(NamedTuple):
    """A file to make."""

    path: str
    text: str


def indentation(view: View, offset: int) -> str:
    """The white space at the beginning of the line of an offset."""
    line = view.text.slice(*view.text.line_span(view.text.position(offset).line))
    return line[: len(line) - len(line.lstrip())]


def line_start(view: View, offset: int) -> int:
    """Where the line of an offset begins."""
    return view.text.line_starts[view.text.position(offset).line]
