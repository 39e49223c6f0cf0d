"""Limits of what is read: a text that is nested more deeply, or has more nodes, is refused as a whole, with one problem.

Everything that follows a tree may recurse into it, so its depth is bounded here, far above that of real code: the deepest of 3,400 files of
published modules has 52 levels.
"""

from __future__ import annotations

from tree_sitter import Node as TreeNode

from puppet_grammar.parse import MAX_SIZE, SyntaxTree, max_nodes
from puppet_grammar.problems import Problem

MAX_DEPTH = 2000
"""The number of levels of a syntax tree; a nested block, hash or call takes two or three."""
MAX_BRANCHES = 300
"""The number of `elsif` of an `if`, each of which is nested in the one before."""
MAX_COPIED = 4_000_000
"""The number of bytes of heredocs that share their text."""
HEREDOC_LEVELS = 100
"""The number of levels that a heredoc in a heredoc counts."""
CODE = "too-complex"


class LimitError(Exception):
    """Raised for a text that exceeds a limit, at an offset."""

    def __init__(self, start: int, reason: str) -> None:
        super().__init__(reason)
        self.start = start
        self.reason = reason

    def problem(self) -> Problem:
        """The only problem of such a text."""
        return Problem(self.start, self.start + 1, CODE, self.reason)


def too_deep(start: int) -> LimitError:
    """The error for a text with too many levels."""
    return LimitError(start, f"the code is nested more than {MAX_DEPTH} levels deep")


def check_branches(count: int, start: int) -> None:
    """Raise LimitError if an `if` has too many branches."""
    if count > MAX_BRANCHES:
        raise LimitError(start, f"this `if` has more than {MAX_BRANCHES} branches")


def check_copied(size: int, length: int, start: int) -> None:
    """Raise LimitError if heredocs share their text so that it is read more often than a text of some length may be."""
    if size > MAX_COPIED + 4 * length:
        raise LimitError(start, "too many heredocs share their text")


def check_parsed(tree: SyntaxTree) -> None:
    """Raise LimitError if the parser gave up, or the tree has too many nodes for its text."""
    if len(tree.text) > MAX_SIZE:
        raise LimitError(0, f"the code has more than {MAX_SIZE >> 20} MB")
    if tree.is_too_large:
        raise LimitError(0, f"the code consists of more than {max_nodes(len(tree.text))} parts")
    if tree.is_given_up:
        raise LimitError(0, "the code has too many parts or errors, or unclosed comments or strings, to be parsed")


def check_depth(root: TreeNode) -> None:
    """Raise LimitError if a tree is too deep; only trees with errors need this, as their repair precedes lowering, which counts levels."""
    cursor = root.walk()
    depth = 0
    while True:
        if cursor.goto_first_child():
            depth += 1
            if depth > MAX_DEPTH:
                raise too_deep(cursor.node.start_byte if cursor.node is not None else 0)
            continue
        while not cursor.goto_next_sibling():
            depth -= 1
            if depth < 0 or not cursor.goto_parent():
                return
