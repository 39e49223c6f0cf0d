"""File: the context of a rule, apart from the node that it checks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Literal

from puppet_grammar import ast
from puppet_typesys.builtins.targets import Target
from puppet_typesys.validate.place import AutoloadPlace

ReadText = Callable[[str, Literal["pp", "epp"]], str | None]
"""Parses a text as a manifest or template and returns the message of the first error; None if it is valid."""


class File:
    """A program, and the circumstances that determine what is allowed in it."""

    def __init__(
        self, program: ast.Program, tasks: bool, whole: bool, place: AutoloadPlace | None, read: ReadText | None, target: Target
    ) -> None:
        self.program = program
        self.tasks = tasks
        self.whole = whole
        self.place = place
        self.read = read
        self.target = target

    @cached_property
    def parents(self) -> dict[ast.Node, ast.Node]:
        """The parent of each node; computed only for the few files with a node in an unusual place."""
        return ast.parents(self.program)

    def ancestors(self, node: ast.Node) -> Iterator[ast.Node]:
        """The ancestors of a node, from its parent to the program."""
        parent = self.parents.get(node)
        while parent is not None:
            yield parent
            parent = self.parents.get(parent)

    def is_broken(self, node: ast.Node) -> bool:
        """Whether a node is part of code with a syntax error, so that its real place is unknown."""
        return any(isinstance(ancestor, ast.ErrorNode) for ancestor in self.ancestors(node))

    def in_apply(self, node: ast.Node) -> bool:
        """Whether a node is in the block of an `apply`, which is compiled into a catalog."""
        child = node
        for ancestor in self.ancestors(node):
            if isinstance(ancestor, ast.ApplyExpression) and child is ancestor.body:
                return True
            child = ancestor
        return False

    @cached_property
    def top(self) -> frozenset[ast.Node]:
        """The statements of the file and of classes at its top level: the usual places, found without looking up parents."""
        found: set[ast.Node] = set()
        waiting: list[ast.Node | None] = [self.program.body]
        while waiting:
            node = waiting.pop()
            if isinstance(node, ast.BlockExpression):
                waiting += node.statements
            elif node is not None:
                found.add(node)
                if isinstance(node, ast.HostClassDefinition):
                    waiting.append(node.body)
        return frozenset(found)

    @cached_property
    def statements(self) -> tuple[ast.Expression, ...]:
        """The statements at the top level of the file."""
        body = self.program.body
        if isinstance(body, ast.Nop):
            return ()
        return body.statements if isinstance(body, ast.BlockExpression) else (body,)

    @cached_property
    def outermost(self) -> frozenset[ast.Node]:
        """The statements at the top level of the file, as a set."""
        return frozenset(self.statements)
