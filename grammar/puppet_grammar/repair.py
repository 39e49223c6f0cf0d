"""Broken text, read as if the smallest slip were repaired, so that one slip does not take its neighbours along.

At the token that the parser refused a few repairs are tried: leaving out that token or the one before it, or putting a missing bracket
or separator between them. A repair never moves anything: what is left out becomes blanks, what is put in replaces white space. So
every offset in the repaired text is one in the text itself. The repair after which the parser has least to skip is kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tree_sitter import Node as TreeNode

from puppet_grammar.parse import Change, SyntaxTree, repaired
from puppet_grammar.refusal import Refusal, first_refusal

_MOST = 4
"""Slips that are repaired in one text."""
_LARGEST = 200_000
"""Bytes of a text that is worth the time."""
_ERROR_COST = 12
"""What a skipped or missing token costs, in skipped bytes."""
_INSERTED = (b",", b"}", b")", b"]", b";", b":", b"{", b"=>", b"|", b"|>")


class SyntaxFault(NamedTuple):
    """A broken part, the tree that it is the first one of, and the token that was refused there."""

    tree: SyntaxTree
    broken: TreeNode
    refused: Refusal | None


class Repaired(NamedTuple):
    """A tree of repaired text, what was repaired, and the first slip that is left."""

    tree: SyntaxTree
    faults: tuple[SyntaxFault, ...] = ()
    rest: SyntaxFault | None = None


def repair(tree: SyntaxTree) -> Repaired:
    """The tree with its first faults repaired, as far as that helps."""
    faults: list[SyntaxFault] = []
    while (broken := next(broken_parts(tree.tree.root_node), None)) is not None:
        refused = first_refusal(tree, broken)
        fault = SyntaxFault(tree, broken, refused)
        if refused is None or len(faults) == _MOST or len(tree.text) > _LARGEST:
            return Repaired(tree, tuple(faults), fault)
        best = min((repaired(tree, change) for change in _repairs(tree.text.source, refused)), key=_cost, default=tree)
        if _cost(best) >= _cost(tree):
            return Repaired(tree, tuple(faults), fault)
        faults.append(fault)
        tree = best
    return Repaired(tree, tuple(faults))


def unrepaired(tree: SyntaxTree) -> Repaired:
    """The tree as it is, with its first fault."""
    broken = next(broken_parts(tree.tree.root_node), None)
    return Repaired(tree, (), None if broken is None else SyntaxFault(tree, broken, first_refusal(tree, broken)))


def broken_parts(root: TreeNode) -> Iterator[TreeNode]:
    """The outermost ERROR nodes and the MISSING ones, in order."""
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
    """Return where a token to leave out ends: only the quote of a token that begins with one is left out."""
    return start + 1 if source[start : start + 1] in (b"'", b'"') else end


def _blank(source: bytes, start: int, end: int) -> Change:
    """Leaves out some bytes, but for their line feeds."""
    return Change(start, end, bytes(byte if byte in b"\r\n" else 0x20 for byte in source[start:end]))
