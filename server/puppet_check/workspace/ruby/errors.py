"""The first syntax error of a Ruby text.

Ruby rejects nearly everything that tree-sitter's grammar rejects: of 8900 valid files that grammar rejects 4.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

import tree_sitter

from puppet_check.workspace.ruby.tree import has_identifier, text
from puppet_grammar.patterns import lazy_pattern

OPENERS = frozenset(("if", "unless", "while", "until", "for", "case", "do", "begin", "def", "class", "module", "{", "(", "[", "#{"))
CLOSERS = {"end": None, "}": "{", ")": "(", "]": "["}
MODIFIERS = frozenset(("if", "unless", "while", "until"))
RESERVED = frozenset("end and or then do else elsif when in rescue ensure if unless while until case begin class module".split())
INNER = frozenset(("else", "elsif", "when", "in", "rescue", "ensure", "then"))

MISREAD = lazy_pattern(rb"""[@$]\w++[^\S\n]*+\?['"\w:]""")
"""A choice by a variable that tree-sitter's grammar rejects: `@on?'yes':'no'`."""

RubyFault = Literal["unclosed_string", "missing", "early_end", "near", "unexpected", "unclosed_before", "unclosed"]


class RubyError(NamedTuple):
    """A place that is not valid Ruby: the kind of the error, and what its message names. Offsets are bytes."""

    start: int
    end: int
    kind: RubyFault
    word: str = ""
    """The word that is unexpected, missing or never closed, or the code near the error."""
    closing: str = ""
    """The word before which another one is not closed."""


class Token(NamedTuple):
    """A leaf of the tree."""

    node: tree_sitter.Node
    around: str
    """The kind of its parent. A node finds its parent by a search from the root, which takes long in a large file."""


def first_error(root: tree_sitter.Node) -> RubyError | None:
    """The first syntax error; None if the text is valid, or if the grammar may be wrong about it."""
    if not root.has_error:
        return _stray_word(_leaves(root)) if has_identifier(root, RESERVED) else None
    if MISREAD.search(root.text or b"") is not None:
        return None
    leaves = _leaves(root)
    broken = _broken(root)
    string = None if broken is None else _long_string(root, broken.end_byte)
    if string is not None:
        return RubyError(string.start_byte, string.start_byte + 1, "unclosed_string")
    unmatched = _unmatched(leaves)
    if unmatched is not None:
        return unmatched
    if broken is None:
        return None
    if broken.is_missing:
        before = [each for each, _ in leaves if each.end_byte <= broken.start_byte and each.end_byte > each.start_byte]
        place = before[-1] if before else broken
        return RubyError(place.start_byte, place.end_byte, "missing", broken.type)
    first = next((each for each, _ in leaves if each.start_byte >= broken.start_byte), broken)
    if first.end_byte >= len(root.text or b"") or not text(first).strip():
        before = [each for each, _ in leaves if text(each).strip()]
        if before:
            return RubyError(before[-1].start_byte, before[-1].end_byte, "early_end")
    return RubyError(first.start_byte, max(first.end_byte, first.start_byte + 1), "near", _shown(broken))


def _stray_word(leaves: list[Token]) -> RubyError | None:
    """A reserved word where the tree has the name of a variable or method."""
    previous = ""
    for each, _ in leaves:
        if each.type == "identifier" and previous not in (".", "&.", "def", "::") and text(each) in RESERVED:
            return _unmatched(leaves) or RubyError(each.start_byte, each.end_byte, "unexpected", text(each))
        previous = each.type
    return None


def _long_string(root: tree_sitter.Node, end: int) -> tree_sitter.Node | None:
    """The first string of several lines that begins before an offset: probably the one that is not closed."""
    stack = [root]
    while stack:
        node = stack.pop()
        if node.type == "string" and node.start_point[0] < node.end_point[0] and node.start_byte <= end and text(node)[:1] in ("'", '"'):
            return node
        stack.extend(reversed(node.children))
    return None


def _shown(node: tree_sitter.Node) -> str:
    line = text(node).strip().split("\n")[0].strip()
    return line if len(line) <= 40 else f"{line[:40]}..."


def _leaves(root: tree_sitter.Node) -> list[Token]:
    """The tokens in order, without missing ones that the parser inserted."""
    found = []
    stack = [Token(root, "")]
    while stack:
        token = stack.pop()
        node = token.node
        if node.child_count and node.type not in ("string_content", "comment"):
            kind = node.type
            stack.extend(Token(each, kind) for each in reversed(node.children))
        elif not node.is_missing:
            found.append(token)
    return found


def _broken(root: tree_sitter.Node) -> tree_sitter.Node | None:
    """The first innermost node that is an error or missing."""
    node = root
    while True:
        inner = next((each for each in node.children if each.has_error or each.type == "ERROR" or each.is_missing), None)
        if inner is None:
            return node if node.type == "ERROR" or node.is_missing else None
        node = inner


def _unmatched(leaves: list[Token]) -> RubyError | None:
    """An unmatched keyword or bracket."""
    opened: list[tree_sitter.Node] = []
    previous: tree_sitter.Node | None = None
    loop = False
    for token in leaves:
        each = token.node
        kind = each.type if each.type != "identifier" or text(each) != "end" else "end"
        if kind in ("while", "until", "for") and _begins(token, previous):
            loop = True
        if kind in OPENERS and not _is_inner(token, kind, previous):
            if kind == "do" and loop:
                loop = False
            else:
                opened.append(each)
        elif kind in CLOSERS:
            wanted = CLOSERS[kind]
            if not opened:
                return RubyError(each.start_byte, each.end_byte, "unexpected", kind)
            top = opened.pop()
            matches = top.type not in ("{", "(", "[", "#{") if wanted is None else top.type.lstrip("#") == wanted
            if not matches:
                return RubyError(top.start_byte, top.end_byte, "unclosed_before", top.type, kind)
        if kind in (";", "\n"):
            loop = False
        previous = each
    if opened:
        return RubyError(opened[-1].start_byte, opened[-1].end_byte, "unclosed", opened[-1].type)
    return None


def _begins(token: Token, previous: tree_sitter.Node | None) -> bool:
    """Whether a keyword begins a statement that needs an `end`."""
    if token.around.endswith("_modifier"):
        return False
    if token.around in MODIFIERS | {"for", "conditional"}:
        return True
    if previous is None or previous.type in (";", "=", "(", "{", "[", ",", "do", "||=", "+=", "<<", "return") or previous.type in INNER:
        return True
    return previous.end_point[0] < token.node.start_point[0]


def _is_inner(token: Token, kind: str, previous: tree_sitter.Node | None) -> bool:
    """Whether a word does not begin a block: `x if y`, `a.class`, `if:`."""
    if token.around in ("pair", "call") and kind not in ("{", "(", "[", "#{", "do"):
        return True
    return kind in MODIFIERS and not _begins(token, previous)
