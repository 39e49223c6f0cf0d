"""Syntax problems in words: what was found, what would be right, at the place to mend.

The tree says where the parser recovered (ERROR and MISSING nodes). The token that did not fit is the first one there that the
parser's state before it does not allow; that is also where the reference reports the error.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from tree_sitter import Node as TreeNode

from puppet_grammar.brackets import Bracket, unclosed_bracket
from puppet_grammar.expectations import expectation
from puppet_grammar.parse import SyntaxTree, language
from puppet_grammar.problems import Problem
from puppet_grammar.text import Text

_MARKS = (
    (b"\xff\xfe\x00\x00", "UTF-32"),
    (b"\x00\x00\xfe\xff", "UTF-32"),
    (b"\xef\xbb\xbf", "UTF-8"),
    (b"\xfe\xff", "UTF-16"),
    (b"\xff\xfe", "UTF-16"),
)
_OPENERS = {"}": "{", ")": "(", "]": "["}


def encoding_problems(text: Text) -> list[Problem]:
    """A byte order mark, or bytes that are no UTF-8: then nothing else is worth saying."""
    for mark, name in _MARKS:
        if text.source.startswith(mark):
            shown = " ".join(f"{byte:X}" for byte in mark)
            message = f"Illegal {name} Byte Order mark at beginning of input: [{shown}] - remove these from the puppet source"
            return [Problem(0, len(mark), "illegal-bom", message)]
    invalid = text.invalid_utf8()
    if invalid is None:
        return []
    return [Problem(invalid, invalid + 1, "invalid-utf8", f"invalid byte sequence in UTF-8: {text.source[invalid]:#04x}")]


# Errors about the shape of what was read; behind a syntax error they most likely follow from it.
_SHAPE = frozenset(("illegal-argument-list", "not-a-resource", "virtual-non-resource", "exported-non-resource"))


def syntax_problems(tree: SyntaxTree, found: list[Problem]) -> tuple[list[Problem], list[Problem]]:
    """One problem for each place where the parser had to recover, and those of the problems `found` while lowering that stay.

    What follows from an earlier problem is left out: a place on the line of one, or behind it.
    """
    place = tree.text.position
    lines = {place(problem.start).line for problem in found if problem.severity == "error" and problem.code not in _SHAPE}
    problems: list[Problem] = []
    covered = -1
    for broken in _broken(tree.tree.root_node):
        if broken.start_byte < covered:
            continue
        problem = _problem(tree, broken)
        covered = max(covered, problem.end)
        line = place(problem.start).line
        noticed = line if problem.noticed is None else place(problem.noticed).line
        if not {line, line - 1, noticed} & lines:
            problems.append(problem)
        lines |= {line, noticed}
    first = min((problem.place for problem in problems), default=len(tree.text))
    return problems, [problem for problem in found if problem.code not in _SHAPE or problem.place < first]


def _broken(root: TreeNode) -> Iterator[TreeNode]:
    """The outermost ERROR nodes and the MISSING ones, in order."""
    stack = [root]
    while stack:
        node = stack.pop()
        if node.is_error or node.is_missing:
            yield node
        else:
            stack.extend(child for child in reversed(node.children) if child.has_error or child.is_missing)


def _problem(tree: SyntaxTree, broken: TreeNode) -> Problem:
    text = tree.text
    token = _refused(broken)
    start = len(text.source.rstrip()) if token is None else token.start_byte
    if token is None or broken.is_missing and broken.type in _OPENERS:
        bracket = unclosed_bracket(tree, start)
        if bracket is not None:
            return _unclosed(bracket, token)
    if token is None:
        expected = expectation(broken, None, text)
        return Problem(start, start, "syntax-error", f"the file ends too early{expected}")
    end = token.end_byte
    if token.child_count == 0 and token.is_error or end == start:
        end = start + max(len(text.slice(start, start + 4)[:1].encode()), 1)
    return _lexical(text, start) or _unexpected(text, broken, token, start, end)


def _unclosed(bracket: Bracket, token: TreeNode | None) -> Problem:
    message = f"'{bracket.opener}' is never closed, expected '{bracket.closer}'"
    return Problem(bracket.start, bracket.start + 1, "syntax-error", message, noticed=None if token is None else token.start_byte)


def _lexical(text: Text, start: int) -> Problem | None:
    """The problem of text that is no token at all."""
    source = text.source
    first = source[start : start + 1]
    if first in (b"'", b'"'):
        message = f"the string that starts with {first.decode()} here is never closed"
        return Problem(start, start + 1, "unclosed-quote", message)
    if source[start : start + 2] == b"::":
        message = "Illegal fully qualified name, expected a name behind ::"
        return Problem(start, start + 2, "illegal-fully-qualified-name", message, noticed=start + 2)
    return None


def _unexpected(text: Text, broken: TreeNode, token: TreeNode, start: int, end: int) -> Problem:
    found = text.slice(start, end).split("\n")[0]
    shown = found if len(found) <= 40 else found[:37] + "..."
    message = f"Syntax error at '{shown}'{expectation(broken, token, text)}"
    return Problem(start, end, "syntax-error", message)


def _refused(broken: TreeNode) -> TreeNode | None:
    """The token that the parser refused; None is the end of the file."""
    if not broken.is_missing:
        for token in _leaves(broken):
            if not _is_allowed(token):
                return token
    return _next_leaf(broken)


def _leaves(node: TreeNode) -> Iterator[TreeNode]:
    stack = [node]
    while stack:
        node = stack.pop()
        if node.is_extra and not node.is_error:
            continue
        if node.child_count and node.type not in ("interpolated_string", "heredoc_body"):
            stack.extend(reversed(node.children))
        else:
            yield node


def _next_leaf(node: TreeNode) -> TreeNode | None:
    current: TreeNode | None = node
    while current is not None:
        sibling = current.next_sibling
        while sibling is not None and (sibling.is_extra and not sibling.is_error or sibling.end_byte == sibling.start_byte):
            sibling = sibling.next_sibling
        if sibling is not None:
            return next(_leaves(sibling), None)
        current = current.parent
    return None


def _is_allowed(token: TreeNode) -> bool:
    state = token.parse_state
    if token.is_error or state in (0, 0xFFFF):
        return False
    return token.grammar_id in _allowed(state)


@cache
def _allowed(state: int) -> frozenset[int]:
    iterator = language().lookahead_iterator(state)
    return frozenset() if iterator is None else frozenset(iterator.symbols())
