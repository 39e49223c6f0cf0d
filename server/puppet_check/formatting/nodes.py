"""The tree that is laid out: a syntax tree with its tokens, in which each comment belongs to the node that it speaks of.

A comment on a line of its own belongs to the outermost node that starts after it, a comment at the end of a line to the outermost node
that ends before it; before a closing bracket, or at the end of the text, to that bracket or end. Each node has its form for one line, if it
has one: not if a comment is inside, or a line break that its author made where the convention respects it.

Texts have a character for each byte (Latin-1), so that byte offsets are theirs.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from functools import cache

from puppet_check.formatting.columns import Cell
from puppet_check.formatting.document import Comment, Group, Verbatim, width
from puppet_check.formatting.printer import HEREDOC
from puppet_check.formatting.ranges import NONE, kept
from puppet_check.formatting.style import STEP, Style
from puppet_grammar.lowering.statements import STATEMENT_CALLS
from puppet_grammar.parse import SyntaxTree, language
from puppet_grammar.patterns import lazy_pattern

MAX_DEPTH = 300
"""The number of levels of a tree that is laid out; the deepest of published modules has 52."""
_NEAR = 60
"""The number of bytes before a line that are looked at first for a blank line."""
_TOKENS = frozenset(
    "string interpolated_string regex heredoc_tag host_name boolean default undef reserved_word keyword_value variable name number"
    " bare_word type_reference comment heredoc_body render_text".split()
)
"""Nodes that are printed as they are."""
_LISTS = frozenset(("block", "source_file"))
"""Nodes with statements."""
_RESOURCES = frozenset(("resource", "class_resource"))
"""Nodes with attributes that belong to a title."""
_BLOCK = lazy_pattern(r"/\*(?:[^*\n]|\*(?!/))*\*/[ \t\r]*(?=\n)")
"""A comment that ends its line."""
_QUOTED = lazy_pattern(r'"([^"\\\']*)"')
"""A string whose value is the same in single quotes."""


class TooComplexError(Exception):
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


class Source:
    """The text of a tree, and how it is laid out."""

    def __init__(self, text: str, style: Style) -> None:
        self.text = text
        self.style = style
        self.heredocs: list[str] = []
        """The texts of heredocs, in the order of their tags."""
        self.heredoc_ends: list[int] = []
        """Where they end."""
        self.heredoc_tags: list[int] = []
        """The offsets of their tags."""
        self.tokens: list[str] = []
        """The tokens without commas, as they are printed."""
        self.comments: list[Comment] = []
        """All comments."""
        self.resources: list[tuple[int, int]] = []
        """Where the outermost resources begin and end."""
        self.kept = NONE

    def is_broken(self, start: int, end: int) -> bool:
        """Whether there is a line break between two offsets."""
        return self.text.find("\n", start, end) >= 0

    def is_in_resource(self, offset: int) -> bool:
        """Whether an offset is in a resource."""
        number = bisect_right(self.resources, (offset, 0)) - 1
        return number >= 0 and offset < self.resources[number][1]

    def add_resource(self, start: int, end: int) -> None:
        """Add a resource, in the order of their ends, in place of those in it."""
        while self.resources and self.resources[-1][0] > start:
            self.resources.pop()
        self.resources.append((start, end))

    def is_first(self, offset: int) -> bool:
        """Whether only white space precedes an offset on its line."""
        return not self.text[self.text.rfind("\n", 0, offset) + 1 : offset].strip()

    def indentation(self, offset: int) -> int:
        """The indentation of the line of an offset; a tab counts as a step."""
        start = self.text.rfind("\n", 0, offset) + 1
        line = self.text[start:offset]
        return len(line[: len(line) - len(line.lstrip())].expandtabs(STEP))

    def is_spaced(self, offset: int) -> bool:
        """Whether a blank line precedes the line of an offset at which only white space does."""
        size = _NEAR
        while True:
            before = self.text[max(offset - size, 0) : offset]
            rest = before.rstrip()
            if rest or size >= offset:
                # Nothing is before the first line.
                return bool(rest) and before.count("\n", len(rest)) > 1
            size *= 8

    def lines(self, start: int, end: int) -> Verbatim:
        """The lines from that of an offset to that of the last code before another one, without blank lines after it."""
        first = self.text.rfind("\n", 0, start) + 1
        code_end = len(self.text[:end].rstrip())
        line_end = self.text.find("\n", code_end, end)
        return self.verbatim(first, code_end if line_end < 0 else line_end, is_whole=True)

    def verbatim(self, start: int, end: int, *, is_whole: bool = False) -> Verbatim:
        """The text between two offsets as it is."""
        first, last = (bisect_left(self.heredoc_tags, each) for each in (start, end))
        inside = sum(each <= end for each in self.heredoc_ends[first:last])
        return Verbatim(self.text[start:end].rstrip("\r"), is_whole, inside, last - first - inside)

    def heredocs_in(self, start: int, end: int) -> int:
        """The number of tags of heredocs between two offsets."""
        return bisect_left(self.heredoc_tags, end) - bisect_left(self.heredoc_tags, start)

    def tag_of(self, offset: int) -> int:
        """The offset of the tag of the heredoc whose text is at an offset; that offset itself if there is none."""
        number = bisect_right(self.heredoc_ends, offset)
        is_inside = number < len(self.heredocs) and offset >= self.heredoc_ends[number] - len(self.heredocs[number])
        return self.heredoc_tags[number] if is_inside else offset

    def cell(self, first: int, end: int, start: int, column: int) -> Cell | None:
        """What starts at an offset, as a cell of a column; None if it is on another line than what precedes it.

        `first` and `end` are the offsets of what precedes it, of which the last line counts; `column` is its width when it is laid out.
        """
        if self.text[end:start].strip(" \t"):
            return None
        if self.is_broken(first, end):
            first = end - len(self.text[self.text.rfind("\n", first, end) + 1 : end].lstrip())
        gap = max(start - end, 1)
        return Cell(gap, width(self.text[first:end]) + gap, column)


Flat = Callable[[Sequence[Node], list[str], Source], "str | None"]
"""The form of a node for one line, from its children and their forms; None if there is none."""


@cache
def _kinds() -> dict[int, str]:
    grammar = language()
    return {kind: grammar.node_kind_for_id(kind) or "" for kind in range(grammar.node_kind_count)} | {0xFFFF: "ERROR"}


def tree_of(syntax: SyntaxTree, source: Source, flat_forms: dict[str, Flat]) -> Node:
    """The tree of a text without syntax errors. Raises TooComplexError."""
    text, limit, quotes = source.text, source.style.line_length, source.style.quotes
    kinds, tokens = _kinds(), _TOKENS
    has_comments = "#" in text or "/*" in text
    ends = _line_ends(text) if has_comments else {}
    cursor = syntax.tree.walk()
    descend, onward, ascend = cursor.goto_first_child, cursor.goto_next_sibling, cursor.goto_parent
    add = source.tokens.append
    lead: list[Comment] = []
    alone: list[Comment] = []
    ending: list[Comment] = []
    count = 0
    """The comments so far."""
    trailing = -1
    """The start of the last comment that ends the line of a token."""
    kids: list[Node] = []
    stack: list[tuple[str, int, int, list[Node]]] = []
    while True:
        found = cursor.node
        assert found is not None
        kind = kinds[found.kind_id]
        if kind not in tokens and descend():
            stack.append((kind, found.start_byte, count, kids))
            if len(stack) > MAX_DEPTH:
                raise TooComplexError("it is nested too deeply")
            kids = []
            continue
        start, end = found.start_byte, found.end_byte
        if kind == "comment":
            if start != trailing:
                lead.append(made := _comment(text, start, end))
                alone.append(made)
                count += 1
        elif kind == "heredoc_body":
            body = text[start:end].rstrip("\r")
            source.heredocs.append(body)
            source.heredoc_ends.append(start + len(body))
        elif start < end:
            form = text[start:end]
            if kind == "string":
                if quotes and form[0] == '"' and _QUOTED.fullmatch(form):
                    form = f"'{form[1:-1]}'"
            elif kind == "heredoc_tag":
                form += HEREDOC
                source.heredoc_tags.append(start)
            token = Node(kind, start, end, (), form)
            if kind != ",":
                add(form)
            if has_comments:
                if lead:
                    token.lead = tuple(lead)
                    lead = []
                if end in ends:
                    token.trail = _trailing(text, end, ends[end])
                    trailing = token.trail.start
                    ending.append(token.trail)
                    count += 1
            kids.append(token)
        while not onward():
            if not stack:
                source.kept = kept(text, alone, ending)
                source.comments = sorted((*alone, *ending))
                return kids[0]
            ascend()
            kind, start, before, outer = stack.pop()
            if kind in _RESOURCES:
                source.add_resource(start, kids[-1].end)
            elif kind in _LISTS:
                kids = _with_calls(kids)
                if kind == "source_file":
                    kids.append(last := Node("end", len(text), len(text), (), ""))
                    last.lead = tuple(lead)
            outer.append(_node(kind, start, kids, flat_forms, source, limit, is_commented=count > before))
            kids = outer


def _node(kind: str, start: int, kids: list[Node], flat_forms: dict[str, Flat], source: Source, limit: int, *, is_commented: bool) -> Node:
    """A node with children."""
    made = Node(kind, start, kids[-1].end, kids, None)
    if kind == "source_file":
        return made
    if is_commented or kids[0].lead or kids[-1].trail:
        first, last = kids[0], kids[-1]
        made.lead, first.lead = first.lead, ()
        made.trail, last.trail = last.trail, None
        if any(each.lead or each.trail for each in kids):
            return made
    forms = [each.flat for each in kids]
    if None not in forms and (form := flat_forms.get(kind)) is not None:
        flat = form(kids, forms, source)  # type: ignore[arg-type]  # None of them is None.
        if flat is not None and (len(flat) <= limit or HEREDOC in flat or "\n" in flat):
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
        call.lead, function.lead = function.lead, ()
        call.trail, each.trail = each.trail, None
        if function.trail is None and not each.lead and each.flat is not None:
            call.flat = f"{function.flat} {each.flat}"
        made[-1] = call
    return made


def _line_ends(text: str) -> dict[int, int]:
    """Where what is before a `#`, or a comment in `/*` that ends its line, ends on that line → where that begins."""
    found: dict[int, int] = {}
    at = text.find("#")
    start = before = 0
    """The start of the line, and where it was looked for last."""
    while at >= 0:
        start = max(start, text.rfind("\n", before, at) + 1)
        before = at
        end = _before(text, at)
        if end > start and text[end - 1] != "\n":
            found.setdefault(end, at)
            at = text.find("#", at + 1)
        else:
            end = text.find("\n", at)
            at = text.find("#", end) if end >= 0 else -1
    for each in _BLOCK.finditer(text) if "/*" in text else ():
        end = _before(text, each.start())
        if end and text[end - 1] != "\n":
            found.setdefault(end, each.start())
    return found


def _before(text: str, offset: int) -> int:
    """Where what precedes an offset on its line ends, without white space."""
    while offset and text[offset - 1] in " \t\r":
        offset -= 1
    return offset


def _trailing(text: str, end: int, start: int) -> Comment:
    """A comment at the end of the line of a token that ends at an offset."""
    line_end = text.find("\n", start)
    content = text[start : line_end if line_end >= 0 else len(text)].rstrip("\r")
    if content.startswith("/*"):
        content = content.rstrip()
    return Comment(start, content, gap=start - end, column=width(text[text.rfind("\n", 0, start) + 1 : start]))


def _comment(text: str, start: int, end: int) -> Comment:
    """A comment that precedes a token."""
    content = text[start:end].rstrip("\r")
    after = _space_after(text, start + len(content))
    is_inline = content.startswith("/*") and "\n" not in content and after == 0
    return Comment(start, content, is_inline, after > 1)


def _space_after(text: str, offset: int) -> int:
    """The number of line breaks in the white space at an offset, up to 2."""
    end = text.find("\n", offset)
    if end < 0 or text[offset:end].strip():
        return 0
    following = text.find("\n", end + 1)
    return 2 if following >= 0 and not text[end:following].strip() else 1
