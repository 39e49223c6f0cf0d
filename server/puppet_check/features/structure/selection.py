"""Selection ranges, from the word at an offset to the whole file."""

from __future__ import annotations

from puppet_grammar.parse import SyntaxTree
from puppet_grammar.text import Span

MOST_RANGES = 100
"""The largest number of ranges; outer ones are dropped, as the protocol nests them."""


def selections(tree: SyntaxTree, offset: int) -> list[Span]:
    """The spans around an offset, from the inside out; each is larger than the previous one."""
    offset = _inside_word(tree.text.source, offset)
    cursor = tree.tree.walk()
    spans = [Span(0, len(tree.text))]
    while cursor.goto_first_child_for_byte(offset) is not None:
        node = cursor.node
        if node is None or node.start_byte > offset:
            break
        span = Span(node.start_byte, node.end_byte)
        if span != spans[-1] and _is_inside(span, spans[-1]):
            spans.append(span)
    return spans[-MOST_RANGES:][::-1]


def _is_inside(inner: Span, outer: Span) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


def _inside_word(source: bytes, offset: int) -> int:
    """The offset, or one inside the word that ends there."""
    if offset > 0 and not _is_word(source[offset : offset + 1]) and _is_word(source[offset - 1 : offset]):
        return offset - 1
    return offset


def _is_word(byte: bytes) -> bool:
    return byte.isalnum() or byte in (b"_", b"$") or byte > b"\x7f"
