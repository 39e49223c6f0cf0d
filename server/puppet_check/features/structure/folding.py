"""Folding ranges: the captures of the fold query, comments of several lines, and what `# region` and `# endregion` enclose."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from puppet_check.features.structure.document_symbols import DocumentSymbol
from puppet_check.features.structure.query import captures
from puppet_grammar import ast
from puppet_grammar.parse import SyntaxTree
from puppet_grammar.patterns import lazy_pattern
from puppet_grammar.text import Text

CLOSING = lazy_pattern(rb"[ \t]*(?:[\]})]|<%(?:[^%]|%(?!>))*%>)")
"""A last line that only closes the fold, which stays visible."""
MARKER = lazy_pattern(rb"(?:<%)?#[ \t]*(end)?region\b")


class Fold(NamedTuple):
    """A folding range. Lines count from 0; the first stays visible, the last is hidden."""

    first: int
    last: int
    kind: Literal["comment", "region"] | None
    """A region is enclosed by comments."""


def folds(tree: SyntaxTree, comments: Iterable[ast.Comment]) -> list[Fold]:
    """The folding ranges of a file in order; of those that begin on the same line, the longest."""
    found: dict[int, Fold] = {}
    comments = tuple(comments)
    for fold in (*_blocks(tree), *_comments(tree.text, comments), *marked_folds(tree.text, (each.start for each in comments))):
        if fold.last > fold.first and (fold.first not in found or found[fold.first].last < fold.last):
            found[fold.first] = fold
    return sorted(found.values())


def symbol_folds(symbols: Iterable[DocumentSymbol], text: Text) -> Iterator[Fold]:
    """The folding ranges of symbols, for files that are not Puppet code. A line that only closes a symbol stays visible."""
    for each in symbols:
        first, last = text.line_of(each.start), text.line_of(max(each.start, each.end - 1))
        closing = CLOSING.fullmatch(text.source, text.line_span(last).start, each.end) is not None
        fold = Fold(first, last - closing, None)
        if fold.last > fold.first:
            yield fold
        yield from symbol_folds(each.children, text)


def marked_folds(text: Text, comments: Iterable[int]) -> Iterator[Fold]:
    """The regions between `# region` and `# endregion`, which may be nested; comments are given by their offsets."""
    opened: list[int] = []
    for start in comments:
        found = MARKER.match(text.source, start)
        if found is None:
            continue
        if found[1] is None:
            opened.append(text.line_of(start))
        elif opened:
            yield Fold(opened.pop(), text.line_of(start), "region")


def _blocks(tree: SyntaxTree) -> Iterator[Fold]:
    text = tree.text
    for start, negative_end, *_ in captures("folds", tree):
        first, last = text.position(start).line, text.position(max(start, -negative_end - 1)).line
        # A line that begins with the closing bracket stays visible.
        closing = text.source[text.line_span(last).start : -negative_end].strip() in (b"}", b")", b"]", b"|")
        yield Fold(first, last - closing, None)


def _comments(text: Text, comments: Iterable[ast.Comment]) -> Iterator[Fold]:
    """The folding ranges of multi-line comments, and of comments on consecutive lines."""
    first = last = -2  # A line before the first, so no comment continues it.
    for comment in comments:
        start, end = text.position(comment.start).line, text.position(comment.end).line
        if text.source[text.line_span(start).start : comment.start].strip():
            continue  # After code.
        if start != last + 1:
            yield Fold(first, last, "comment")
            first = start
        last = end
    yield Fold(first, last, "comment")
