"""File: what a rule may know besides the node it judges."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Literal

from puppet_grammar import ast
from puppet_typesys.validate.place import Place

ReadText = Callable[[str, Literal["pp", "epp"]], str | None]
"""Reads a text as a manifest or template and gives the first error's message, if there is one."""


class File:
    """A program, and the circumstances that decide what is allowed in it."""

    def __init__(self, program: ast.Program, tasks: bool, whole: bool, place: Place | None, read: ReadText | None) -> None:
        self.program = program
        self.tasks = tasks
        self.whole = whole
        self.place = place
        self.read = read

    @cached_property
    def parents(self) -> dict[ast.Node, ast.Node]:
        """The node around each node; made for the few files that have something in an unusual place."""
        found: dict[ast.Node, ast.Node] = {}
        for parent in ast.walk(self.program):
            for child in ast.children(parent):
                found[child] = parent
        return found

    def ancestors(self, node: ast.Node) -> Iterator[ast.Node]:
        """The nodes around a node, from the inside out, the program last."""
        parent = self.parents.get(node)
        while parent is not None:
            yield parent
            parent = self.parents.get(parent)

    def is_broken(self, node: ast.Node) -> bool:
        """Whether a node is part of something that could not be read, so that its true place is unknown."""
        return any(isinstance(ancestor, ast.ErrorNode) for ancestor in self.ancestors(node))

    def in_apply(self, node: ast.Node) -> bool:
        """Whether a node is in the block of an `apply`, which becomes a catalog."""
        child = node
        for ancestor in self.ancestors(node):
            if isinstance(ancestor, ast.ApplyExpression) and child is ancestor.body:
                return True
            child = ancestor
        return False

    @cached_property
    def top(self) -> frozenset[ast.Node]:
        """What is directly in the file or in a class that does: the usual places, known without looking at parents."""
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
        """The statements of the file itself."""
        body = self.program.body
        if isinstance(body, ast.Nop):
            return ()
        return body.statements if isinstance(body, ast.BlockExpression) else (body,)

    @cached_property
    def outermost(self) -> frozenset[ast.Node]:
        """The statements of the file itself, for asking what is one of them."""
        return frozenset(self.statements)
