"""Whether a comment is code that somebody commented out."""

from __future__ import annotations

from collections.abc import Sequence

import tree_sitter

from puppet_grammar.lowering.statements import STATEMENT_CALLS
from puppet_grammar.parse import parse

WORDS = frozenset(
    "name bare_word type_reference variable number string interpolated_string comment default undef boolean keyword_value"
    " reserved_word".split()
)
"""Expressions that are words of prose as well."""
CALLS = frozenset(("call", "method_call", "access"))
"""Expressions that are code unless a space precedes the bracket, as it does in prose."""
CONJUNCTIONS = frozenset("and or in - ! *".split())
"""Operators that stand between words of prose as well."""


def is_code(lines: Sequence[str], row: int) -> bool:
    """Whether lines of comments are Puppet code in which one of them is more than words; or that line alone is."""
    return _is_code(lines, row) or _is_code(lines[row : row + 1], 0)


def _is_code(lines: Sequence[str], row: int) -> bool:
    text = "\n".join(lines)
    root = parse(text).tree.root_node
    if root.has_error:
        return False
    on_row = [each for each in root.children if each.start_point[0] <= row <= each.end_point[0]]
    if any(each.type not in WORDS and not _is_word(each) for each in on_row):
        return True
    names = [each for each in on_row if each.type == "name" and each.text is not None]
    return any(each.text.decode() in STATEMENT_CALLS and each.start_point == (row, 0) for each in names if each.text is not None)


def _is_word(node: tree_sitter.Node) -> bool:
    """Whether an expression may be words: a tag, a remark in parentheses, words with a dash or conjunction between them."""
    if node.type == "virtual_resource":
        return all(each.type in ("@", "name") for each in node.children)
    if node.type == "parenthesized":
        return True
    if node.type in CALLS:
        return len(node.children) > 1 and node.children[0].end_byte < node.children[1].start_byte
    if node.type not in ("binary", "unary"):
        return False
    pending = [node]
    while pending:
        inner = pending.pop()
        if inner.type in ("binary", "unary"):
            pending += inner.children
        elif inner.type == "variable" or not (inner.type in WORDS or inner.type in CONJUNCTIONS or _is_word(inner)):
            return False
    return True
