"""The tree that is laid out: a syntax tree with its tokens, in which each comment belongs to the node that it speaks of.

A comment on a line of its own belongs to the outermost node that starts after it, a comment at the end of a line to the outermost node
that ends before it; before a closing bracket, or at the end of the text, to that bracket or end. Each node has its form for one line, if it
has one: not if a comment is inside, or a line break that its author made where the convention respects it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

from tree_sitter import Node as SyntaxNode

from puppet_check.formatting.comments import leading_comment, line_ends, trailing_comment
from puppet_check.formatting.document import Comment, Group
from puppet_check.formatting.printer import HEREDOC
from puppet_check.formatting.ranges import kept
from puppet_check.formatting.source import Source
from puppet_grammar.lowering.statements import STATEMENT_CALLS
from puppet_grammar.parse import SyntaxTree, language
from puppet_grammar.patterns import lazy_pattern

MAX_DEPTH = 300
"""The number of levels of a tree that is laid out; the deepest of published modules has 52."""
_TOKENS = frozenset(
    "string interpolated_string regex heredoc_tag host_name boolean default undef reserved_word keyword_value variable name number"
    " bare_word type_reference comment heredoc_body render_text".split()
)
"""Nodes that are printed as they are."""
_LISTS = frozenset(("block", "source_file"))
"""Nodes with statements."""
_RESOURCES = frozenset(("resource", "class_resource"))
"""Nodes with attributes that belong to a title."""
_QUOTED = lazy_pattern(r'"([^"\\\']*)"')
"""A string whose value is the same in single quotes."""


class NotLaidOutError(Exception):
    """Raised for code that is not laid out, with the reason."""


class Node(Group):
    """A node or token of the tree."""

    __slots__ = ("end", "kids", "kind", "start")

    def __init__(self, kind: str, start: int, end: int, kids: Sequence[Node], flat: str | None) -> None:
        self.kind = kind
        self.start = start
        self.end = end
        self.kids = kids
        self.flat = flat
        self.lead: tuple[Comment, ...] = ()
        self.trail: Comment | None = None

    @property
    def is_token(self) -> bool:
        """Whether it has no children."""
        return not self.kids

    @property
    def first(self) -> int:
        """The offset of its first comment, or of itself."""
        return self.lead[0].start if self.lead else self.start

    def take_lead(self) -> tuple[Comment, ...]:
        """The comments before it, which it loses."""
        lead, self.lead = self.lead, ()
        return lead

    def take_trail(self) -> Comment | None:
        """The comment at the end of its line, which it loses."""
        trail, self.trail = self.trail, None
        return trail

    def add_lead(self, comments: tuple[Comment, ...]) -> None:
        """Put comments before those that it has."""
        self.lead = (*comments, *self.lead)

    def append_lead(self, comments: tuple[Comment, ...]) -> None:
        """Put comments after those that it has before it."""
        self.lead = (*self.lead, *comments)

    def drop_lead(self, count: int) -> None:
        """Lose the first comments before it."""
        self.lead = self.lead[count:]

    def end_line_with(self, comment: Comment | None) -> None:
        """Take a comment at the end of its line."""
        self.trail = comment

    def surround(self, first: Node, last: Node) -> None:
        """Take the comments around some nodes, which are inside of it."""
        self.lead, self.trail = first.take_lead(), last.take_trail()

    def shape(self, flat: str | None) -> None:
        """Set its form for one line."""
        self.flat = flat


Flat = Callable[[Sequence[Node], list[str], Source], "str | None"]
"""The form of a node for one line, from its children and their forms; None without one."""


@cache
def _kinds() -> dict[int, str]:
    grammar = language()
    return {kind: grammar.node_kind_for_id(kind) or "" for kind in range(grammar.node_kind_count)} | {0xFFFF: "ERROR"}


def tree_of(syntax: SyntaxTree, source: Source, flat_forms: dict[str, Flat]) -> Node:
    """The tree of a text; what has syntax errors in it has no forms for one line. Raises NotLaidOutError."""
    reader = _Reader(source, flat_forms)
    add, kinds = reader.token, _kinds()
    cursor = syntax.tree.walk()
    descend, onward, ascend = cursor.goto_first_child, cursor.goto_next_sibling, cursor.goto_parent
    has_errors = syntax.tree.root_node.has_error
    while True:
        node = cursor.node
        assert node is not None
        number = node.kind_id
        kind = kinds[number]
        if kind not in _TOKENS and descend():
            source.shape.append(number << 8 | (cursor.field_id or 0))
            reader.open(_Opened(kind, node.start_byte, reader.count, reader.kids, has_errors and node.has_error))
            continue
        if kind == "comment":
            reader.comment(node)
        elif kind == "heredoc_body":
            reader.heredoc(node)
        elif (start := node.start_byte) < (end := node.end_byte):
            add(kind, start, end, number << 8 | (cursor.field_id or 0))
        while not onward():
            if not reader.opened:
                return reader.whole()
            ascend()
            source.shape.append(-1)
            reader.close()


class _Opened(NamedTuple):
    """A node whose children are being read."""

    kind: str
    start: int
    before: int
    """How many comments are before it."""
    outer: list[Node]
    """The nodes before it, with the same parent."""
    is_broken: bool
    """Whether there are syntax errors in it."""


class _Reader:
    """Makes the nodes of a syntax tree, in the order in which they end."""

    def __init__(self, source: Source, flat_forms: dict[str, Flat]) -> None:
        self.kids: list[Node] = []
        """The nodes that have been made of the innermost node that is open."""
        self.opened: list[_Opened] = []
        self.count = 0
        """The comments so far."""
        self._source = source
        self._flat_forms = flat_forms
        text = source.text
        self._has_comments = "#" in text or "/*" in text
        self._ends = line_ends(text) if self._has_comments else {}
        self._lead: list[Comment] = []
        """The comments since the last token."""
        self._alone: list[Comment] = []
        self._ending: list[Comment] = []
        self._trailing = -1
        """The start of the last comment that ends the line of a token."""

    def open(self, opened: _Opened) -> None:
        """Begin a node with children."""
        self.opened.append(opened)
        if len(self.opened) > MAX_DEPTH:
            raise NotLaidOutError("it is nested too deeply")
        self.kids = []

    def close(self) -> None:
        """End the innermost node that is open."""
        kind, start, before, outer, is_broken = self.opened.pop()
        kids = self.kids
        if not kids and is_broken:  # Only what is missing was in it.
            self.kids = outer if self.opened else [self._end()]
            return
        if kind in _RESOURCES:
            self._source.add_resource(start, kids[-1].end)
        elif kind in _LISTS:
            kids = _with_calls(kids)
            if kind == "source_file":
                last = self._end()
                last.append_lead(tuple(self._lead))
                kids.append(last)
        if is_broken:
            self._source.broken.append((start, kids[-1].end))
        forms = {} if is_broken else self._flat_forms
        outer.append(_node(kind, start, kids, forms, self._source, is_commented=self.count > before))
        self.kids = outer

    def whole(self) -> Node:
        """The outermost node, when everything has been read."""
        self._source.note_comments(kept(self._source.text, self._alone, self._ending), sorted((*self._alone, *self._ending)))
        return self.kids[0]

    def comment(self, node: SyntaxNode) -> None:
        """A comment, unless it ends the line of a token, which has it."""
        if node.start_byte != self._trailing:
            comment = leading_comment(self._source.text, node.start_byte, node.end_byte)
            self._lead.append(comment)
            self._alone.append(comment)
            self.count += 1

    def heredoc(self, node: SyntaxNode) -> None:
        """The text of a heredoc, which is printed below the line of its tag."""
        body = self._source.text[node.start_byte : node.end_byte].rstrip("\r")
        if not node.child_count or node.children[-1].type != "heredoc_end":
            raise NotLaidOutError("it has a heredoc without an end")
        self._source.heredocs.append(body)
        self._source.heredoc_ends.append(node.start_byte + len(body))

    def token(self, kind: str, start: int, end: int, shape: int) -> None:
        """A token, with the comments around it; `shape` is what it is in the shape of the tree."""
        source = self._source
        form = source.text[start:end]
        if kind == "string":
            if source.style.quotes and form[0] == '"' and _QUOTED.fullmatch(form):
                form = f"'{form[1:-1]}'"
        elif kind == "heredoc_tag":
            form += HEREDOC
            source.heredoc_tags.append(start)
        token = Node(kind, start, end, (), form)
        if kind != ",":
            source.tokens.append(form)
            source.shape.append(shape)
        if self._has_comments:
            self._commented(token)
        self.kids.append(token)

    def _commented(self, token: Node) -> None:
        if self._lead:
            token.append_lead(tuple(self._lead))
            self._lead = []
        if token.end in self._ends:
            comment = trailing_comment(self._source.text, token.end, self._ends[token.end])
            token.end_line_with(comment)
            self._trailing = comment.start
            self._ending.append(comment)
            self.count += 1

    def _end(self) -> Node:
        length = len(self._source.text)
        return Node("end", length, length, (), "")


def _node(kind: str, start: int, kids: list[Node], flat_forms: dict[str, Flat], source: Source, *, is_commented: bool) -> Node:
    """A node with children."""
    made = Node(kind, start, kids[-1].end, kids, None)
    if kind == "source_file":
        return made
    if is_commented or kids[0].lead or kids[-1].trail:
        made.surround(kids[0], kids[-1])
        if any(each.lead or each.trail for each in kids):
            return made
    forms = [each.flat for each in kids]
    if None not in forms and (form := flat_forms.get(kind)) is not None:
        flat = form(kids, forms, source)  # type: ignore[arg-type]  # None of them is None.
        if flat is not None and (len(flat) <= source.style.line_length or HEREDOC in flat or "\n" in flat):
            made.flat = flat
    return made


def _first_token(node: Node) -> Node:
    while node.kids:
        node = node.kids[0]
    return node


def _with_calls(kids: list[Node]) -> list[Node]:
    """Statements, with the names of functions that are called without parentheses and their arguments as one."""
    made: list[Node] = []
    for each in kids:
        function = made[-1] if made else None
        is_call = function is not None and function.kind == "name" and function.flat in STATEMENT_CALLS
        # On the line of the name, a parenthesis would be that of the call.
        if function is None or not is_call or each.kind in (";", "}") or _first_token(each).kind == "(":
            made.append(each)
            continue
        call = Node("statement_call", function.start, each.end, (function, each), None)
        call.surround(function, each)
        if function.trail is None and not each.lead and each.flat is not None:
            call.flat = f"{function.flat} {each.flat}"
        made[-1] = call
    return made
