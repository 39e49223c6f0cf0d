"""The whole statements on some lines of a text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import tree_sitter

from puppet_check.formatting.columns import Cell
from puppet_check.formatting.document import Doc
from puppet_check.formatting.layout.blocks import statements
from puppet_check.formatting.nodes import Node
from puppet_check.formatting.source import Source
from puppet_check.formatting.style import STEP
from puppet_grammar.parse import SyntaxTree
from puppet_grammar.text import Span, Text

_LISTS = frozenset(("block", "source_file"))


class Selection(NamedTuple):
    """Statements that are formatted in place."""

    start: int
    """The offset of the line that they begin in."""
    end: int
    """The offset after them, and after the heredocs on their last line."""
    document: Doc
    indent: int
    """The indentation of their first line."""
    heredocs: int
    """The number of heredocs before them."""
    comments: tuple[Cell | None, Cell | None]
    """The comments at the ends of the lines before and after them, with which theirs may be in a column."""


class BrokenStatementsError(Exception):
    """Raised for statements with syntax errors."""


def selection(syntax: SyntaxTree, tree: Node, source: Source, lines: tuple[int, int]) -> Selection | None:
    """The statements that are at least partly on some lines, counted from 0; None if there are none. Raises BrokenStatementsError."""
    start, end = offsets_of(syntax.text, lines)
    while start < end and source.text[start].isspace():
        start += 1
    while start < end and source.text[end - 1].isspace():
        end -= 1
    start, end = source.tag_of(start), source.tag_of(end - 1) + 1 if start < end else end
    block, found = _innermost(tree, start, end, source) if start < end else (tree, ())
    kept = max((last for first, last in source.kept.ends.items() if found and first < found[0].first < last), default=0)
    found = [each for each in found if each.start >= kept]
    if not found:
        return None
    begin = source.text.rfind("\n", 0, found[0].first) + 1
    ending = found[-1].end if found[-1].trail is None else found[-1].trail.start + len(found[-1].trail.text)
    before = source.heredocs_in(0, begin)
    inside = source.heredocs_in(begin, ending)
    is_broken = any(each.start <= start and end <= each.end for start, end in source.broken for each in found)
    if is_broken or any(begin <= each <= ending for each in _errors(syntax.tree.root_node)):
        raise BrokenStatementsError
    if inside:
        ending = max(ending, source.heredoc_ends[before + inside - 1])
    closing = Node("end", ending, ending, (), "")
    document = statements(found, closing, source, among=[each for each in block.kids if each.kind != "assignment" or len(each.kids) == 3])
    return Selection(begin, ending, document, _indent(block, found[0], source), before, _comments(block.kids, found, source))


def _comments(kids: Sequence[Node], found: Sequence[Node], source: Source) -> tuple[Cell | None, Cell | None]:
    """The comments on the lines next to some statements, before and after them."""
    first, last = kids.index(found[0]), kids.index(found[-1])
    return _comment(kids[first - 1 : first], found[0].first, source), _comment(kids[last + 1 : last + 2], _end(found[-1]), source)


def _comment(neighbours: Sequence[Node], offset: int, source: Source) -> Cell | None:
    """The comment at the end of a statement that is on one line next to that of an offset."""
    for each in neighbours:
        if each.trail is not None:
            is_next = source.text.count("\n", *sorted((offset, each.trail.start))) == 1
            return each.trail.cell if is_next else None
    return None


def offsets_of(text: Text, lines: tuple[int, int]) -> Span:
    """The offsets of the first and the last line, counted from 0."""
    first, last = (min(max(each, 0), len(text.line_starts) - 1) for each in lines)
    return Span(text.line_span(first).start, text.line_span(last).end)


def _indent(block: Node, statement: Node, source: Source) -> int:
    """The indentation of a statement: that of the others in its block if they agree, or one step more than the line of the brace."""
    own = source.indentation(statement.first)
    if block.kind != "block":
        return own
    base = source.indentation(block.start)
    others = {source.indentation(each.first) for each in block.kids[1:-1] if each is not statement and source.is_first(each.first)}
    deeper = {each for each in others if each > base}
    return own if own in deeper else deeper.pop() if len(deeper) == 1 else base + STEP


def _innermost(tree: Node, start: int, end: int, source: Source) -> tuple[Node, Sequence[Node]]:
    """The innermost block that has all that is between two offsets, and its statements there, if they have lines of their own."""
    block = tree
    found: Sequence[Node] = ()
    node: Node | None = tree
    while node is not None:
        if node.kind in _LISTS:
            inside = [each for each in node.kids if each.kind not in ("{", "}", "end") and each.first < end and start < _end(each)]
            inside = inside[inside[:1] != [] and inside[0].kind == ";" :]
            if inside and _is_alone(inside, source):
                block, found = node, inside
        node = next((each for each in node.kids if each.start <= start and end <= each.end and each.kids), None)
    return block, found


def _end(node: Node) -> int:
    return node.end if node.trail is None else node.trail.start + len(node.trail.text)


def _is_alone(found: Sequence[Node], source: Source) -> bool:
    """Whether only white space is before some statements on their first line, and after them on their last one."""
    text = source.text
    start, end = found[0].first, _end(found[-1])
    line_end = text.find("\n", end)
    return not text[text.rfind("\n", 0, start) + 1 : start].strip() and not text[end : line_end if line_end >= 0 else len(text)].strip()


def _errors(root: tree_sitter.Node) -> Iterator[int]:
    """The offsets of broken parts."""
    pending = [root] if root.has_error else []
    while pending:
        node = pending.pop()
        if node.is_error or node.is_missing:
            yield node.start_byte
        pending += [each for each in node.children if each.has_error]
