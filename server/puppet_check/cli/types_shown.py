"""`--types`: the types of assignments and statements, below the lines of each file or as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from puppet_check.cli.json_rows import array
from puppet_check.cli.paths import relative
from puppet_check.cli.terminal import printable
from puppet_check.config import ConfigError
from puppet_check.document import Document
from puppet_check.reading.places import read_own
from puppet_check.workspace.kinds import kind_of
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
    end: int
    name: str
    type: str


def types_shown(paths: Sequence[str], workspace: Workspace, form: str | None = None) -> Iterator[str]:
    """The types in files of Puppet code in a format, `text` or `json`; other files are left out."""
    if form not in (None, "text", "json"):
        raise ConfigError(f"--types: no types are printed in the format '{form}'; expected text or json")
    code = [path for path in paths if (kind := kind_of(path)) is not None and kind.is_code]
    if form == "json":
        yield from array(row for path in code for row in _rows(relative(path), _document(path, workspace)))
        return
    for path in code:
        if len(code) > 1:
            yield f"==> {printable(relative(path))} <==\n"
        yield from _lines(_document(path, workspace))


def _document(path: str, workspace: Workspace) -> Document:
    try:
        return Document(path, parse(read_own(path), mode_of(path)), workspace)
    except OSError as error:
        raise ConfigError(f"{path}: cannot read the file: {error.strerror}") from None


def _rows(path: str, document: Document) -> Iterator[dict[str, object]]:
    """The typed parts as objects: lines and columns count from 1, columns in code points."""
    for each in sorted(_typed(document)):
        first, last = document.text.position(each.start), document.text.position(each.end)
        yield {
            "file": path,
            "line": first.line + 1,
            "column": first.column + 1,
            "end_line": last.line + 1,
            "end_column": last.column + 1,
            "name": each.name,
            "type": each.type,
        }


def _lines(document: Document) -> Iterator[str]:
    """The lines of a file, each followed by `line:column name: Type` for every typed part that begins on it."""
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
                yield Typed(place.start, place.end, name, show_exact(found))


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
