"""A text → its formatted text, which means the same."""

from __future__ import annotations

from typing import NamedTuple

from puppet_check.formatting.check import ChangedError, verify
from puppet_check.formatting.columns import Cell
from puppet_check.formatting.document import Doc
from puppet_check.formatting.epp import formatted_template
from puppet_check.formatting.layout.registry import FLAT, layout
from puppet_check.formatting.nodes import Node, NotLaidOutError, tree_of
from puppet_check.formatting.printer import HEREDOC, Printer
from puppet_check.formatting.selection import BrokenStatementsError, Selection, offsets_of, selection
from puppet_check.formatting.source import Source
from puppet_check.formatting.style import Style
from puppet_grammar.limits import LimitError, check_parsed
from puppet_grammar.parse import Mode, SyntaxTree, parse
from puppet_grammar.text import Text

__all__ = ["ChangedError", "NotFormattedError", "formatted", "formatted_lines"]

BOM = b"\xef\xbb\xbf"
ROUNDS = 5
"""How often a text is formatted at most until it does not change any more: what one round joins may be in a column in the next."""


class NotFormattedError(Exception):
    """Raised for a text that is left as it is, with the reason."""


class _Read(NamedTuple):
    """A text with its tree."""

    syntax: SyntaxTree
    source: Source
    tree: Node


def formatted(source: bytes, mode: Mode = Mode(), style: Style = Style()) -> bytes:
    """The formatted text.

    Raises NotFormattedError for a text with syntax errors, or one that is too complex, and ChangedError for a bug.
    """
    mark, source = _without_mark(source)
    if not source.strip():
        return mark + source
    first, text = _once(_valid(source, mode, style), mode)
    last = first
    for _ in range(ROUNDS):
        if text == source:
            if first is not last:
                verify(first, last)
            return mark + text
        source = text
        last, text = _once(_read(source, mode, style), mode)
    raise ChangedError("formatting it twice does not equal formatting it once")


def _once(read: _Read, mode: Mode) -> tuple[Source, bytes]:
    """What was found in a text, and the text that it becomes. The tree is not returned, so that there are never two."""
    text = _template(read, (0, len(read.source.text))) if mode.epp else _printed(read.tree, read.source)
    return read.source, text


def formatted_lines(source: bytes, lines: tuple[int, int], mode: Mode = Mode(), style: Style = Style()) -> bytes:
    """The text with the whole statements of some lines formatted; other statements may have errors.

    The lines are the first and the last one, counted from 0. Raises NotFormattedError and ChangedError.
    """
    mark, source = _without_mark(source)
    if not source.strip():
        return mark + source
    read = _read(source, mode, style)
    if mode.epp:
        _refuse_errors(read.syntax)
        text = _template(read, offsets_of(read.syntax.text, lines))
        changed = _read(text, mode, style)
        verify(read.source, changed.source)
        return mark + text
    try:
        found = selection(read.syntax, read.tree, read.source, lines)
    except BrokenStatementsError:
        raise NotFormattedError("the statements have syntax errors") from None
    if found is None:
        return mark + source
    text = source[: found.start] + _printed_selection(found, read.source) + source[found.end :]
    changed = _read(text, mode, style)
    verify(read.source, changed.source)
    return mark + text


def _without_mark(source: bytes) -> tuple[bytes, bytes]:
    """The byte order marks at the beginning of a text, and the rest."""
    end = 0
    while source.startswith(BOM, end):
        end += len(BOM)
    return source[:end], source[end:]


def _read(source: bytes, mode: Mode, style: Style) -> _Read:
    """A text with its tree. Raises NotFormattedError."""
    syntax = parse(Text(source), mode)
    try:
        check_parsed(syntax)
        text = source.decode("latin-1")
        if HEREDOC in text or "\0" in text or syntax.text.invalid_utf8() is not None:
            raise NotFormattedError("it has characters that are not text")
        read = Source(text, style)
        tree = tree_of(syntax, read, FLAT)
        if len(read.heredocs) != len(read.heredoc_tags):
            raise NotFormattedError("it has a heredoc without text")
        return _Read(syntax, read, tree)
    except LimitError as error:
        raise NotFormattedError(error.reason) from None
    except NotLaidOutError as error:
        raise NotFormattedError(str(error)) from None


def _valid(source: bytes, mode: Mode, style: Style) -> _Read:
    """A text without syntax errors, with its tree. Raises NotFormattedError."""
    read = _read(source, mode, style)
    _refuse_errors(read.syntax)
    return read


def _refuse_errors(syntax: SyntaxTree) -> None:
    if syntax.tree.root_node.has_error:
        raise NotFormattedError("it has syntax errors")


def _template(read: _Read, span: tuple[int, int]) -> bytes:
    """A template, formatted between two offsets."""

    def print_(document: Doc, indent: int) -> str:
        return _printed(document, read.source, indent).decode("latin-1")

    return formatted_template(read.tree, read.source, print_, span).encode("latin-1")


def _printed(
    document: Doc, source: Source, indent: int = 0, heredocs: int = 0, comments: tuple[Cell | None, Cell | None] = (None, None)
) -> bytes:
    """A document, from the heredoc with a number on, between lines with comments at their ends."""
    line = source.text.find("\n")
    newline = "\r\n" if line > 0 and source.text[line - 1] == "\r" else "\n"
    printer = Printer(lambda group: layout(group, source), source.style.line_length, source.heredocs[heredocs:], newline)
    return printer.print(document, indent, comments).encode("latin-1")


def _printed_selection(found: Selection, source: Source) -> bytes:
    text = _printed(found.document, source, found.indent, found.heredocs, found.comments)
    return text.removesuffix(b"\n").removesuffix(b"\r")
