"""Repair of syntax errors before lowering, so that an error does not affect the code around it.

At the refused token a few repairs are tried: removing that token or the one before it, or inserting a missing bracket or separator between
them. A repair never moves other text: removed tokens become blanks, and inserted ones replace white space, so offsets in the repaired text
are valid in the original. The repair that leaves the least to skip is applied.
"""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node as TreeNode

from puppet_grammar.named import NamedTuple
from puppet_grammar.parse import Change, SyntaxTree, recoveries, repaired
from puppet_grammar.refusal import Refusal, first_refusal

_MAX_REPAIRS = 4
"""The maximum number of repairs of a text."""
_MAX_SIZE = 200_000
"""The maximum size in bytes of a text to repair, because of the time that it takes."""
_MAX_PARSED = 250_000
"""The maximum number of bytes that are parsed to try repairs."""
_BYTES_PER_RECOVERY = 70
"""The number of bytes that are parsed in the time in which the parser recovers from an error."""
_ERROR_COST = 12
"""The cost of a skipped or missing token, in skipped bytes."""
_INSERTED = (b",", b"}", b")", b"]", b";", b":", b"{", b"=>", b"|", b"|>")


class SyntaxFault(NamedTuple):
    """The first broken part of a tree, with the token that was refused there."""

    tree: SyntaxTree
    broken: TreeNode
    refused: Refusal | None


class Repaired(NamedTuple):
    """The tree of a repaired text, the faults that were repaired, and the first remaining one."""

    tree: SyntaxTree
    faults: tuple[SyntaxFault, ...] = ()
    remaining: SyntaxFault | None = None


def repair(tree: SyntaxTree) -> Repaired:
    """Repair syntax errors one after the other, as long as that helps."""
    faults: list[SyntaxFault] = []
    left = _MAX_PARSED
    while (broken := next(broken_parts(tree.tree.root_node), None)) is not None:
        refused = first_refusal(tree, broken)
        fault = SyntaxFault(tree, broken, refused)
        if refused is None or len(faults) == _MAX_REPAIRS or len(tree.text) > _MAX_SIZE:
            return Repaired(tree, tuple(faults), fault)
        tried, left = _tried(tree, refused, left)
        best = min(tried, key=_cost, default=tree)
        if _cost(best) >= _cost(tree):
            return Repaired(tree, tuple(faults), fault)
        faults.append(fault)
        tree = best
    return Repaired(tree, tuple(faults))


def _tried(tree: SyntaxTree, refused: Refusal, left: int) -> tuple[list[SyntaxTree], int]:
    """The trees of repaired texts, as many as may be parsed, and how many bytes are left to parse."""
    tried: list[SyntaxTree] = []
    for change in _repairs(tree.text.source, refused):
        if left < len(tree.text):
            break
        before = recoveries()
        made = repaired(tree, change)
        left -= len(tree.text) + (recoveries() - before) * _BYTES_PER_RECOVERY
        if not (made.is_too_large or made.is_given_up):
            tried.append(made)
    return tried, left


def unrepaired(tree: SyntaxTree) -> Repaired:
    """The tree without repairs, with its first fault."""
    broken = next(broken_parts(tree.tree.root_node), None)
    return Repaired(tree, (), None if broken is None else SyntaxFault(tree, broken, first_refusal(tree, broken)))


def broken_parts(root: TreeNode) -> Iterator[TreeNode]:
    """The outermost ERROR nodes, and the MISSING nodes, in source order."""
    stack = [root]
    while stack:
        node = stack.pop()
        if node.is_error or node.is_missing:
            yield node
        else:
            stack.extend(child for child in reversed(node.children) if child.has_error or child.is_missing)


def _cost(tree: SyntaxTree) -> int:
    return sum(part.end_byte - part.start_byte + _ERROR_COST for part in broken_parts(tree.tree.root_node))


def _repairs(source: bytes, refused: Refusal) -> Iterator[Change]:
    start, end = refused.start, refused.end
    if not refused.at_end:
        yield _blank(source, start, _token_end(source, start, end))
    previous_start, previous_end = refused.previous
    if previous_end > previous_start:
        yield _blank(source, previous_start, _token_end(source, previous_start, previous_end))
    for text in _INSERTED:
        if text.decode() in refused.expected and start - previous_end >= len(text):
            yield Change(previous_end, previous_end + len(text), text)


def _token_end(source: bytes, start: int, end: int) -> int:
    """The end of a token to remove; of a string, only the opening quote is removed."""
    return start + 1 if source[start : start + 1] in (b"'", b'"') else end


def _blank(source: bytes, start: int, end: int) -> Change:
    """Replace bytes by blanks, except line breaks."""
    return Change(start, end, bytes(byte if byte in b"\r\n" else 0x20 for byte in source[start:end]))
