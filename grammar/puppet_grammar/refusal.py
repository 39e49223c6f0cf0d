"""Where the parser refused a text.

tree-sitter tells how it recovered, not which token it refused. For the first broken part the parser's own table is run over the tokens
before it: a table-driven parser refuses the first token that no valid program could have there, as the reference does, so this is
the place that the reference reports. For later parts the states that the tokens were read in tell nearly as well.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from tree_sitter import Node as TreeNode

from puppet_grammar import _binding
from puppet_grammar.parse import SyntaxTree, language

_NO_TOKEN = 0xFFFF
"""The symbol of text that is not a token."""
_MARGIN = 4
"""Tokens after the broken part that are looked at."""


_OPERATORS = frozenset(b"-> ~> <- <~ => +> += -= == != =~ !~ <= >= << >> <| |> <<| |>> @@".split())


class Refusal(NamedTuple):
    """A token that cannot follow what is before it."""

    start: int
    """Byte offset; that of the end of the text when the text ends too early."""
    end: int
    expected: frozenset[str]
    """Those of `CANDIDATES` that could be there instead; empty when that is unknown."""
    at_end: bool
    previous: tuple[int, int] = (0, 0)
    """The bytes of the token before."""
    noticed: int | None = None
    """Byte offset that the reference gives, where that is not `start`."""


class _Token(NamedTuple):
    symbol: int
    start: int
    end: int


def first_refusal(tree: SyntaxTree, broken: TreeNode) -> Refusal | None:
    """The first refused token, when `broken` is the tree's first broken part; None if it is in a heredoc's text."""
    if any(ancestor.type == "heredoc_body" for ancestor in _ancestors(broken)):
        return None
    symbols = array("H", [_symbol("_template_start" if tree.mode.epp else "_manifest_start")])
    tokens: list[_Token] = []
    rest = _MARGIN
    for token in _tokens(tree.tree.root_node, broken):
        if token.start >= broken.end_byte:
            rest -= 1
            if rest < 0:
                break
        symbols.append(token.symbol)
        tokens.append(token)
    else:
        end = len(tree.text.source.rstrip())
        symbols.append(0)
        tokens.append(_Token(0, end, end))
    index = _binding.refusal(symbols.tobytes())
    if index == 0 or index > len(tokens):
        return None
    refused = tokens[index - 1]
    expected = _accepted(symbols[:index])
    last = (tokens[index - 2].start, tokens[index - 2].end) if index > 1 else (0, 0)
    if index > 1 and (previous := tokens[index - 2]).end == refused.start and refused.end > refused.start:
        joined = tree.text.source[previous.start : refused.start + 1]
        if joined in _OPERATORS or tree.text.source[previous.start : refused.start + 2] in _OPERATORS:
            # The reference reads the longest operator, wherever it is.
            refused = _Token(refused.symbol, previous.start, refused.end)
    if tree.mode.epp and tree.text.source.startswith(b"<%=", refused.start):
        # The reference lets a tag that prints start where the text before it starts.
        before = tree.text.source.rfind(b"%>", 0, refused.start) + 2
        return Refusal(refused.start, refused.end, expected, False, last, before if before > 1 else 0)
    # The reference has no token for the brace that closes an interpolation; it refuses the text after it.
    noticed = refused.end if _closes_interpolation(tree.text.source, tokens[:index]) else None
    return Refusal(refused.start, refused.end, expected, refused.symbol == 0, last, noticed)


def _closes_interpolation(source: bytes, tokens: list[_Token]) -> bool:
    """Whether the last token is the `}` of a `${`."""
    if source[tokens[-1].start : tokens[-1].end] != b"}":
        return False
    depth = 0
    for token in reversed(tokens[:-1]):
        text = source[token.start : token.end]
        depth += (text == b"}") - (text in (b"{", b"${"))
        if depth < 0:
            return text == b"${"
    return False


CANDIDATES = ("=>", ":", ",", ";", "}", ")", "]", "|", "|>", "|>>", "{", "=", "variable", "name", "type_reference", "number", "if")
"""Tokens worth trying; the last ones tell whether an expression, a name or a parameter could stand somewhere."""


def _accepted(prefix: array[int]) -> frozenset[str]:
    """The candidates that the parse table takes after some tokens."""
    candidates = array("H", map(_symbol, CANDIDATES))
    flags = _binding.accepted(prefix.tobytes(), candidates.tobytes())
    return frozenset(name for name, accepted in zip(CANDIDATES, flags, strict=True) if accepted)


@cache
def _symbol(name: str) -> int:
    return _binding.symbol(name)


def _ancestors(node: TreeNode) -> Iterator[TreeNode]:
    parent = node.parent
    while parent is not None:
        yield parent
        parent = parent.parent


def _tokens(root: TreeNode, broken: TreeNode) -> Iterator[_Token]:
    """The tokens of the tree in order; of a block's statements before the broken one only the last two."""
    place = broken.start_byte
    stack = [root]
    while stack:
        node = stack.pop()
        if node.is_missing or (node.is_extra and not node.is_error):
            continue
        if not node.child_count:
            symbol = _NO_TOKEN if node.is_error else node.grammar_id
            yield _Token(symbol, node.start_byte, node.end_byte)
            continue
        children = node.children
        if node.type in ("source_file", "block", "ERROR"):
            children = _relevant(children, place)
        stack.extend(reversed(children))


# What is in sequences of statements only, or for the parser means the same as a statement.
_STATEMENTS = frozenset(
    "resource if unless case relationship class_resource untitled_resource class_definition resource_type_definition node_definition "
    "function_definition".split()
)


def _relevant(children: list[TreeNode], place: int) -> list[TreeNode]:
    """The children without what is between two whole statements before a place, and the first of these two.

    What is left is as valid before that place as all was, since a statement may follow wherever another one does.
    """
    relevant: list[TreeNode] = []
    statement: int | None = None
    for child in children:
        if not child.is_named and child.type != ";":
            statement = None
        elif child.type in _STATEMENTS and child.end_byte <= place and not child.has_error:
            if statement is not None:
                del relevant[statement:]
            statement = len(relevant)
        relevant.append(child)
    return relevant


# ---- later broken parts


def likely_refusal(tree: SyntaxTree, broken: TreeNode) -> Refusal:
    """The token of a broken part, or after it, that its state does not allow."""
    token = None if broken.is_missing else next((leaf for leaf in _leaves(broken) if not _is_allowed(leaf)), None)
    token = token or _next_leaf(broken)
    if token is None:
        end = len(tree.text.source.rstrip())
        return Refusal(end, end, frozenset(), True)
    return Refusal(token.start_byte, token.end_byte, frozenset(), False)


_NO_STATE = 0xFFFF
"""The state of a token that was skipped."""


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
        while sibling is not None and ((sibling.is_extra and not sibling.is_error) or sibling.end_byte == sibling.start_byte):
            sibling = sibling.next_sibling
        if sibling is not None:
            return next(_leaves(sibling), None)
        current = current.parent
    return None


def _is_allowed(token: TreeNode) -> bool:
    state = token.parse_state
    return not token.is_error and state not in (0, _NO_STATE) and token.grammar_id in _allowed(state)


@cache
def _allowed(state: int) -> frozenset[int]:
    """The symbols that may follow in a state of the parser."""
    iterator = language().lookahead_iterator(state)
    return frozenset() if iterator is None else frozenset(iterator.symbols())
