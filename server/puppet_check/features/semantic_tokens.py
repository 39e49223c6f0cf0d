"""Semantic tokens: the captures of the highlight query as token types of the protocol."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from puppet_check.features.query import Capture, captures
from puppet_grammar.parse import SyntaxTree
from puppet_grammar.text import Text

KINDS = {
    "comment": "comment",
    "string": "string",
    "string.regexp": "regexp",
    "number": "number",
    "boolean": "keyword",
    "constant": "enumMember",
    "constant.builtin": "keyword",
    "keyword": "keyword",
    "operator": "operator",
    "function": "function",
    "variable": "variable",
    "variable.parameter": "parameter",
    "type": "type",
    "property": "property",
    "attribute": "property",
    "module": "namespace",
    "namespace": "namespace",
    "constructor": "class",
    "tag": "macro",
    "punctuation": "",
}
"""The token type of each capture name; for other names that of the longest listed prefix. Punctuation has no token."""
TYPES = tuple(dict.fromkeys(filter(None, KINDS.values())))
"""The token types in the order of the legend."""


class Token(NamedTuple):
    """A token, which is part of one line. Tokens do not overlap."""

    start: int
    end: int
    kind: str


def semantic_tokens(tree: SyntaxTree, start: int = 0, end: int | None = None) -> Iterator[Token]:
    """The tokens of a file, or of a part of it, in order."""
    find = tree.text.source.find
    for token in _flat(sorted(captures("highlights", tree, start, end))):
        if find(b"\n", token.start, token.end) < 0:
            yield token
        else:
            yield from _by_line(token, tree.text)


def _flat(found: Iterable[Capture]) -> Iterator[Token]:
    """Split captures into tokens that do not overlap: inner captures take precedence, and later ones with the same span."""
    open_: list[tuple[int, str]] = []
    """The ends and kinds of what is around the next capture; a kind without a name has no colour."""
    at = 0
    for start, negative_end, _, name in found:
        kind = _kind(name)
        if kind is None:
            continue
        end = -negative_end
        while open_ and open_[-1][0] <= start:
            inner, colour = open_.pop()
            if colour and at < inner:
                yield Token(at, inner, colour)
            at = max(at, inner)
        if open_:
            around, colour = open_[-1]
            if colour and at < start:
                yield Token(at, start, colour)
            end = min(end, around)
        at = max(at, start)
        open_.append((end, kind))
    while open_:
        inner, colour = open_.pop()
        if colour and at < inner:
            yield Token(at, inner, colour)
        at = max(at, inner)


@cache
def _kind(name: str) -> str | None:
    while name:
        if name in KINDS:
            return KINDS[name]
        name = name.rpartition(".")[0]
    return None


def _by_line(token: Token, text: Text) -> Iterator[Token]:
    first, last = text.position(token.start).line, text.position(token.end).line
    for line in range(first, last + 1):
        start, end = text.line_span(line)
        start, end = max(start, token.start), min(end, token.end)
        if start < end:
            yield Token(start, end, token.kind)
