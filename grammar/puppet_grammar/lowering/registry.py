"""The tables of lowering functions, and the state that they share while a file is lowered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from tree_sitter import Node as TreeNode

from puppet_grammar import ast
from puppet_grammar.limits import check_copied
from puppet_grammar.nodes import node
from puppet_grammar.parse import Mode
from puppet_grammar.problems import Problem, Reference
from puppet_grammar.table import Table

# The grammar determines the types of a node's children; checking them again would cost a test for each node.
Kids = list[Any]
"""The lowered children of a tree node: AST nodes, lists of parameters, and tokens as tree nodes."""


@node
class ArgumentList(ast.Expression):
    """`a, b` as a statement: the arguments of the statement function before it, or an error. Not part of the final program."""

    values: tuple[ast.Expression, ...]
    comma: int


class Lowering:
    """The state of the lowering of one file."""

    __slots__ = (
        "_copied",
        "bodies",
        "broken",
        "comments",
        "definitions",
        "level",
        "loose",
        "mode",
        "open_headers",
        "original",
        "printed",
        "problems",
        "source",
        "tags",
    )

    def __init__(self, source: bytes, mode: Mode, original: bytes) -> None:
        self.source = source
        self.original = original
        """The text before repairs; as long as `source`."""
        self.mode = mode
        self.problems: list[Problem] = []
        self.comments: list[ast.Comment] = []
        self.definitions: list[ast.Definition] = []
        self.bodies: list[TreeNode] | None = None
        """The texts of heredocs that have not been assigned to a tag; None before the first tag."""
        self.tags: list[TreeNode] = []
        """The tags of a template, in source order."""
        self.level = 0
        """The level of the tree at which the current heredoc begins, at least."""
        self.printed: dict[str, int | None] = {}
        """The last known end of a heredoc in printed text, by its name; None if the printed text has no further one."""
        self._copied = 0
        self.broken: dict[int, ast.ErrorNode] = {}
        """The nodes for broken parts of the tree, by identity, as opposed to ErrorNodes made by lowering functions."""
        self.open_headers: set[int] = set()
        """The identities of the broken parts that end among the parameters of a definition."""
        self.loose: list[ast.ErrorNode] = []
        """Broken parts inside statements, which are added to the next enclosing block."""

    def error(self, start: int, end: int, code: str, message: str, noticed: int | None = None, reference: Reference | None = None) -> None:
        """Record an error."""
        self.problems.append(Problem(start, end, code, message, "error", noticed, reference))

    def spend(self, size: int, start: int) -> None:
        """Count bytes that become part of several nodes; raises LimitError if they are too many."""
        self._copied += size
        check_copied(self._copied, len(self.source), start)

    def text(self, start: int, end: int) -> str:
        """The text between two byte offsets."""
        return self.source[start:end].decode("utf-8", "replace")


Branch = Callable[[Lowering, TreeNode, Kids], ast.Node | list[ast.Parameter]]
Leaf = Callable[[Lowering, TreeNode], ast.Node | None]

BRANCHES: Table[str, Branch] = Table("the lowering of nodes with children")
"""Functions for tree nodes with children; they receive the lowered children."""
LEAVES: Table[str, Leaf] = Table("the lowering of whole nodes")
"""Functions for tree nodes that are lowered as a whole; a result of None drops the node."""


F = TypeVar("F", bound=Branch)


def branch(*kinds: str) -> Callable[[F], F]:
    """Register a function for kinds of tree nodes with children."""

    def register(function: F) -> F:
        BRANCHES.update(dict.fromkeys(kinds, function))
        return function

    return register


def leaf(*kinds: str) -> Callable[[Leaf], Leaf]:
    """Register a function for kinds of tree nodes that are lowered as a whole."""

    def register(function: Leaf) -> Leaf:
        LEAVES.update(dict.fromkeys(kinds, function))
        return function

    return register
