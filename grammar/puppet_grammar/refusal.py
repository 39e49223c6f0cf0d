"""Detection of the token that the parser refused.

tree-sitter reports how it recovered, but not which token it refused. For the first broken part, the parse table is run over the tokens
before it: an LR parser refuses the first token with which no valid program could continue, as the reference's does, so this is the place
that the reference reports. For later parts, the parse states of the tokens approximate it.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from functools import cache

from tree_sitter import Node as TreeNode

from puppet_grammar import _binding
from puppet_grammar.named import NamedTuple
from puppet_grammar.parse import SyntaxTree, language

_NO_TOKEN = 0xFFFF
"""The symbol for text that is not a token."""
_MARGIN = 4
"""The number of tokens after the broken part that are examined."""


_OPERATORS = frozenset(b"-> ~> <- <~ => +> += -= == != =~ !~ <= >= << >> <| |> <<| |>> @@".split())


class Refusal(NamedTuple):
    """A token that cannot follow the tokens before it."""

    start: int
    """The byte offset of the token, or of the end of the text if that comes too early."""
    end: int
    expected: frozenset[str]
    """The tokens of `CANDIDATES` that would be accepted instead; empty if that is unknown."""
    at_end: bool
    previous: tuple[int, int] = (0, 0)
    """The span of the previous token in bytes."""
    noticed: int | None = None
    """The byte offset at which the reference reports it, if that is not `start`."""


class _Token(NamedTuple):
    symbol: int
    start: int
    end: int


def first_refusal(tree: SyntaxTree, broken: TreeNode) -> Refusal | None:
    """The first refused token, where `broken` is the first broken part of the tree; None if it is in the text of a heredoc."""
    if any(ancestor.type == "heredoc_body" for ancestor in _ancestors(broken, tree.tree.root_node)):
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
            # The reference's lexer always reads the longest operator.
            refused = _Token(refused.symbol, previous.start, refused.end)
    if tree.mode.epp and tree.text.source.startswith(b"<%=", refused.start):
        # In the reference, a tag that prints begins where the text before it begins.
        before = tree.text.source.rfind(b"%>", 0, refused.start) + 2
        return Refusal(refused.start, refused.end, expected, False, last, before if before > 1 else 0)
    # The reference has no token for the brace that closes an interpolation; it refuses the text after it.
    noticed = refused.end if _closes_interpolation(tree.text.source, tokens[:index]) else None
    return Refusal(refused.start, refused.end, expected, refused.symbol == 0, last, noticed)


def _closes_interpolation(source: bytes, tokens: list[_Token]) -> bool:
    """Whether the last token is the `}` that closes a `${`."""
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
"""The tokens to try; the last ones show whether an expression, a name or a parameter is accepted."""


def _accepted(prefix: array[int]) -> frozenset[str]:
    """The candidates that the parse table accepts after some tokens."""
    candidates = array("H", map(_symbol, CANDIDATES))
    flags = _binding.accepted(prefix.tobytes(), candidates.tobytes())
    return frozenset(name for name, accepted in zip(CANDIDATES, flags, strict=True) if accepted)


@cache
def _symbol(name: str) -> int:
    return _binding.symbol(name)


def _ancestors(node: TreeNode, root: TreeNode) -> list[TreeNode]:
    """The nodes around a node, the innermost first.

    `node.parent` takes time in proportion to the depth, for each of them, and so does `child_with_descendant` for an empty node at the
    end of code that nests deeply. A walk through the nodes that touch its place does not, but misses some nodes inside of strings.
    """
    found = _touching(node, root)
    if found is None:
        found = []
        at: TreeNode | None = root
        while at is not None and at != node:
            found.append(at)
            at = at.child_with_descendant(node)
    return found[::-1]


def _touching(node: TreeNode, root: TreeNode) -> list[TreeNode] | None:
    """The nodes around a node, the outermost first; None if the walk does not find it."""
    found: list[TreeNode] = []
    cursor = root.walk()
    start, end = node.start_byte, node.end_byte
    while (current := cursor.node) is not None and current != node:
        is_around = current.start_byte <= start and current.end_byte >= end
        if is_around and (cursor.goto_first_child_for_byte(start - 1) is not None if start else cursor.goto_first_child()):
            found.append(current)
            continue
        while current.start_byte > end or not cursor.goto_next_sibling():
            if not found:
                return None
            cursor.goto_parent()
            current = found.pop()
    return found


def _tokens(root: TreeNode, broken: TreeNode) -> Iterator[_Token]:
    """The tokens of the tree in order; of the statements of a block before the broken one, only the last two are included."""
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
        if node.is_error:
            children = _without_definitions(children)
        if node.type in ("source_file", "block", "ERROR"):
            children = _relevant(children, place)
        stack.extend(reversed(children))


# Nodes that occur only in sequences of statements, or that are equivalent to a statement for the parser.
_STATEMENTS = frozenset(
    "resource if unless case relationship class_resource untitled_resource class_definition resource_type_definition node_definition "
    "function_definition".split()
)


_DEFINITIONS = frozenset("class_definition resource_type_definition node_definition function_definition".split())


def _without_definitions(children: list[TreeNode]) -> list[TreeNode]:
    """The children of a broken part, of adjacent complete definitions only the first and the last.

    If the first one is not refused, it is among statements, so that none of the others is.
    """
    relevant: list[TreeNode] = []
    several = 0
    for child in children:
        if child.type in _DEFINITIONS and not child.has_error:
            if several > 1:
                relevant.pop()
            several += 1
        elif child.is_extra and not child.is_error:
            continue
        else:
            several = 0
        relevant.append(child)
    return relevant


def _relevant(children: list[TreeNode], place: int) -> list[TreeNode]:
    """The children, without those between the first and the last complete statement before a place.

    The rest is valid before that place exactly if the whole is, because a statement may follow wherever another one does.
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
    """The first token in or after a broken part that its parse state does not allow."""
    token = None if broken.is_missing else next((leaf for leaf in _leaves(broken) if not _is_allowed(leaf)), None)
    token = token or _next_leaf(broken, tree.tree.root_node)
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


def _next_leaf(node: TreeNode, root: TreeNode) -> TreeNode | None:
    for parent in _ancestors(node, root):
        for sibling in parent.children:
            if sibling.start_byte < node.end_byte or sibling == node:
                continue
            if not ((sibling.is_extra and not sibling.is_error) or sibling.end_byte == sibling.start_byte):
                return next(_leaves(sibling), None)
        node = parent
    return None


def _is_allowed(token: TreeNode) -> bool:
    state = token.parse_state
    return not token.is_error and state not in (0, _NO_STATE) and bool(_allowed(state) >> token.grammar_id & 1)


@cache
def _allowed(state: int) -> int:
    """The symbols that are allowed in a parse state, as bits: there are thousands of states, and a set takes 4 KB."""
    iterator = language().lookahead_iterator(state)
    return 0 if iterator is None else sum(1 << each for each in {*iterator.symbols()})
