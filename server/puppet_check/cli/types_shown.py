"""`--types`: the text of a file with the types of its assignments and statements."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from puppet_check.cli.terminal import printable
from puppet_check.config import ConfigError
from puppet_check.document import Document
from puppet_check.reading.places import read_own
from puppet_check.workspace.workspace import Workspace
from puppet_grammar import ast
from puppet_grammar.parse import mode_of, parse
from puppet_typesys.types.show import show_exact

WIDTH = 40
"""The number of characters to which the source of longer statements is cut."""
MARGIN = "    "
SILENT = (ast.Nop, ast.ErrorNode, ast.Definition, ast.AssignmentExpression)
"""Statements for which no type is shown: empty ones, definitions, and assignments, which are shown by variable."""


class Typed(NamedTuple):
    """A part of a text with its type."""

    start: int
    name: str
    type: str


def types_shown(path: str, workspace: Workspace) -> Iterator[str]:
    """The lines of a file, each followed by `line:column name: Type` for every typed part that begins on it."""
    try:
        document = Document(path, parse(read_own(path), mode_of(path)), workspace)
    except OSError as error:
        raise ConfigError(f"{path}: cannot read the file: {error.strerror}") from None
    text = document.text
    lines: dict[int, list[Typed]] = {}
    for each in sorted(_typed(document)):
        lines.setdefault(text.position(each.start).line, []).append(each)
    for number in range(len(text.line_starts)):
        source = printable(text.slice(*text.line_span(number)))
        if source or number + 1 < len(text.line_starts):
            yield f"{source}\n"
        for each in lines.get(number, ()):
            yield f"{MARGIN}{number + 1}:{text.position(each.start).column + 1} {each.name}: {each.type}\n"


def _typed(document: Document) -> Iterator[Typed]:
    model = document.model
    if model is None:
        return
    for node in ast.walk(document.lowered[0]):
        parts: list[tuple[ast.Node, ast.Node, str]] = []
        if isinstance(node, ast.AssignmentExpression):
            parts = [(node, node, _named(document, node.left_expr))]
        else:
            parts = [(each, each, _named(document, each)) for each in _statements(node) if not isinstance(each, SILENT)]
        for place, valued, name in parts:
            found = model.type_of(valued)
            if found is not None:
                yield Typed(place.start, name, show_exact(found))


def _statements(node: ast.Node) -> Iterator[ast.Node]:
    """The statements in a body, which is a block or a single statement."""
    if isinstance(node, ast.BlockExpression):
        yield from node.statements
    for name in ("body", "then_expr", "else_expr"):
        part = getattr(node, name, None)
        if isinstance(part, ast.Expression) and not isinstance(part, ast.BlockExpression):
            yield part


def _named(document: Document, node: ast.Node) -> str:
    text = " ".join(printable(document.text.slice(node.start, node.end).replace("\n", " ")).split())
    return text if len(text) <= WIDTH else f"{text[: WIDTH - 1]}…"
