"""Detection of the unclosed bracket in broken text, by indentation."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_grammar.named import NamedTuple
from puppet_grammar.parse import SyntaxTree
from puppet_grammar.text import Text

_CLOSER = {"{": "}", "${": "}", "(": ")", "[": "]", '"': '"'}
_OPENER = {"string_start": '"', "interpolation_start": "${"}


class Bracket(NamedTuple):
    """An opening bracket."""

    start: int
    """Byte offset."""
    opener: str

    @property
    def closer(self) -> str:
        """The matching closing bracket."""
        return _CLOSER[self.opener]


def unclosed_bracket(tree: SyntaxTree, end: int) -> Bracket | None:
    """The bracket before `end` that is most likely unclosed.

    That is the innermost bracket whose apparent partner, as the first token on its line, is indented less than the line of the bracket;
    otherwise the last bracket without a partner.
    """
    text = tree.text
    stack: list[Bracket] = []
    for start, kind, opens in _brackets(tree, end):
        if opens:
            stack.append(Bracket(start, kind))
            continue
        if not stack:
            continue
        opened = stack.pop()
        indent, first = _indent(text, start)
        if first and indent < _indent(text, opened.start)[0] and opened.closer == kind:
            return opened
        if opened.closer != kind:
            return opened
    while stack and stack[-1].opener == "${":
        stack.pop()  # the string that contains the bracket is unclosed
    return stack[-1] if stack else None


def _brackets(tree: SyntaxTree, end: int) -> Iterator[tuple[int, str, bool]]:
    """The brackets, and the quotes of strings with interpolations: offset, kind, and whether it is an opening one."""
    stack = [tree.tree.root_node]
    while stack:
        node = stack.pop()
        if node.start_byte >= end:
            continue
        if node.child_count:
            stack.extend(reversed(node.children))
        elif node.type in _OPENER:
            yield node.start_byte, _OPENER[node.type], True
        elif node.type in '{}()[]"' and node.end_byte > node.start_byte:
            yield node.start_byte, node.type, node.type in "{(["


def _indent(text: Text, offset: int) -> tuple[int, bool]:
    """The indentation of the line of an offset, and whether only white space precedes the offset on it."""
    start = text.source.rfind(b"\n", 0, offset) + 1
    line = text.source[start : offset + 1]
    width = len(line) - len(line.lstrip())
    return width, start + width == offset
