"""A Ruby file as YARD reads it: statements, the comments above them, and strings as they are written."""

from __future__ import annotations

from collections.abc import Iterator

import tree_sitter

from puppet_check.workspace.ruby.tree import RubyCall, body_of, call_of, comments, text, word
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.ruby.syntax import heredocs, parse

COMMENT_START = lazy_pattern(r"(?ma)^#+\s?")
MAGIC = lazy_pattern(r"#!|#.*coding[:=]|#.*frozen_string_literal:|# -\*-")
"""Comments that are for Ruby at the start of a file."""
NAMESPACES = frozenset(("module", "class", "begin", "if", "unless", "then", "else", "body_statement", "if_modifier", "unless_modifier"))
"""Nodes whose statements are read like those of the file."""
LABELS = frozenset(("hash_key_symbol", "simple_symbol", "delimited_symbol"))


class RubySource:
    """A parsed Ruby file."""

    def __init__(self, path: str, source: bytes) -> None:
        """`path` is the path in the module. Raises RubyLimit."""
        self.path = path
        self.root = parse(source).root_node
        self._lines = source.split(b"\n")
        self._heredocs = heredocs(self.root)
        self._comments = _comments(self.root)

    def calls(self) -> Iterator[RubyCall]:
        """The calls that are statements of the file or of its modules."""
        pending = list(reversed(self.root.named_children))
        while pending:
            node = pending.pop()
            if node.type in NAMESPACES:
                pending.extend(reversed(body_of(node) or node.named_children))
                continue
            call = call_of(node)
            if call is not None:
                yield call

    def comment_above(self, node: tree_sitter.Node) -> str:
        """The comment on the lines above a node, of which one may be empty, or beside it."""
        row = node.start_point[0]
        near = [row - 1]
        if row >= 2 and not self._lines[row - 1].strip():
            near.append(row - 2)
        return next((self._comments[each] for each in (*near, row) if self._comments.get(each)), "")

    def string(self, node: tree_sitter.Node | None) -> str | None:
        """The text of a symbol, string or pattern as it is written, up to an interpolation; None for other nodes."""
        if node is None:
            return None
        if node.type == "heredoc_beginning":
            body = self._heredocs.get(node.start_byte)
            return None if body is None else _heredoc(text(body))
        if node.type == "regex":
            return text(node)
        if node.type in LABELS:
            return word(node)
        if node.type == "string":
            return _first_content(node)
        return None

    def string_or_source(self, node: tree_sitter.Node) -> str:
        """The text of a symbol or string, or the code of another expression, without the `*` of one that is expanded."""
        if node.type == "splat_argument" and node.named_children:
            node = node.named_children[0]
        known = self.string(node)
        return text(node) if known is None else known


def line_of(node: tree_sitter.Node) -> int:
    """The line of a node, from 1."""
    return int(node.start_point[0]) + 1


def statements_of(call: RubyCall) -> Iterator[RubyCall]:
    """The calls that are statements of a block."""
    for each in call.block or ():
        made = call_of(each)
        if made is not None:
            yield made


def _heredoc(body: str) -> str:
    """The text of a here-document, without the rest of the line that it is announced on and the line that ends it."""
    return body.partition("\n")[2].rpartition("\n")[0]


def _first_content(node: tree_sitter.Node) -> str:
    """The text of a string before its first interpolation."""
    parts: list[str] = []
    for each in node.named_children:
        if each.type == "interpolation":
            if parts:
                break
            continue
        parts.append(text(each))
    return "".join(parts) if parts else text(node)


def _comments(root: tree_sitter.Node) -> dict[int, str]:
    """The texts of comments by the row of their last line; comments on following lines in the same column are one."""
    found: dict[int, str] = {}
    last_column = -1
    for node in comments(root):
        row, column = node.end_point[0], node.start_point[1]
        written = text(node).rstrip("\r\n")
        if node.start_byte == _first_byte(root) and MAGIC.match(written):
            continue
        if written.startswith("=begin"):
            found[row] = "\n".join(written.split("\n")[1:-1])
            continue
        content = COMMENT_START.sub("", written)
        before = found.get(row - 1)
        if before is not None and column == last_column:
            del found[row - 1]
            content = f"{before}\n{content}"
        found[row] = content
        last_column = column
    return found


def _first_byte(root: tree_sitter.Node) -> int:
    return root.children[0].start_byte if root.children else 0
