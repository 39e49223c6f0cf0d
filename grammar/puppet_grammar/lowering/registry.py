"""The table of lowering functions, and the state that they share while one file is lowered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from tree_sitter import Node as TreeNode

from puppet_grammar import ast
from puppet_grammar.nodes import node
from puppet_grammar.parse import Mode
from puppet_grammar.problems import Problem, Reference

# The grammar fixes what is where, so each function knows the types of its children; proving it again would cost a test a node.
Kids = list[Any]
"""The lowered children of a tree node: AST nodes, lists of parameters, and the tokens as they are."""


@node
class ArgumentList(ast.Expression):
    """`a, b` as a statement: the arguments of the statement function before it, or an error. In no finished program."""

    values: tuple[ast.Expression, ...]
    comma: int


class Lowering:
    """What is known and found while one file is lowered."""

    __slots__ = ("bodies", "broken", "comments", "definitions", "loose", "mode", "open_headers", "original", "problems", "source", "tags")

    def __init__(self, source: bytes, mode: Mode, original: bytes) -> None:
        self.source = source
        self.original = original
        """The text before slips were repaired; as long as `source`."""
        self.mode = mode
        self.problems: list[Problem] = []
        self.comments: list[ast.Comment] = []
        self.definitions: list[ast.Definition] = []
        self.bodies: list[TreeNode] | None = None
        """The texts of heredocs that no tag has taken yet; None before the first tag."""
        self.tags: list[TreeNode] = []
        """The tags of templates, in order."""
        self.broken: dict[int, ast.ErrorNode] = {}
        """By identity, the nodes that stand for broken parts of the tree, not for what its functions refuse."""
        self.open_headers: set[int] = set()
        """The identities of those that end among the parameters of a definition."""
        self.loose: list[ast.ErrorNode] = []
        """Broken parts found inside of a statement that has no place for them; the next block around takes them in."""

    def error(self, start: int, end: int, code: str, message: str, noticed: int | None = None, reference: Reference | None = None) -> None:
        """Note an error."""
        self.problems.append(Problem(start, end, code, message, "error", noticed, reference))

    def text(self, start: int, end: int) -> str:
        """The characters between two offsets."""
        return self.source[start:end].decode("utf-8", "replace")


Branch = Callable[[Lowering, TreeNode, Kids], ast.Node | list[ast.Parameter]]
Leaf = Callable[[Lowering, TreeNode], ast.Node | None]

BRANCHES: dict[str, Branch] = {}
"""Functions for tree nodes with children: they get the lowered children, with tokens as they are."""
LEAVES: dict[str, Leaf] = {}
"""Functions for tree nodes that are taken as a whole; None drops the node."""


F = TypeVar("F", bound=Branch)


def branch(*kinds: str) -> Callable[[F], F]:
    """Register a function for kinds of tree nodes with children."""

    def register(function: F) -> F:
        BRANCHES.update(dict.fromkeys(kinds, function))
        return function

    return register


def leaf(*kinds: str) -> Callable[[Leaf], Leaf]:
    """Register a function for kinds of tree nodes that are taken as a whole."""

    def register(function: Leaf) -> Leaf:
        LEAVES.update(dict.fromkeys(kinds, function))
        return function

    return register
