"""File: the context of the nodes that a rule checks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from puppet_check.rules.module_names import module_of, names_in
from puppet_check.rules.scopes import Scopes, scopes
from puppet_check.workspace.known import Known
from puppet_check.workspace.mentions import declaring
from puppet_grammar import ast
from puppet_grammar.text import Text
from puppet_typesys.infer.model import FileModel


@dataclass
class File:
    """A program, its place in the project, and the results of its evaluation."""

    path: str
    program: ast.Program
    text: Text
    model: FileModel | None
    """None for plans, which are not evaluated."""
    known: Known
    whole: bool = True
    """Whether the text has no syntax errors."""

    @cached_property
    def scopes(self) -> Scopes:
        """The variables that each scope sets and reads."""
        return scopes(self.program)

    @cached_property
    def module_names(self) -> dict[str, list[tuple[str, ast.Node]]]:
        """The names of modules that the code uses, each with its node and in order, by the module."""
        found: dict[str, list[tuple[str, ast.Node]]] = {}
        for name, node in names_in(self.program):
            found.setdefault(module_of(name), []).append((name, node))
        return found

    @cached_property
    def declaring_text(self) -> str:
        """The text without what declares nothing."""
        return declaring(self.characters)

    @cached_property
    def interpolations(self) -> list[ast.TextExpression]:
        """The interpolated expressions of all strings."""
        return [each for each in ast.walk(self.program) if isinstance(each, ast.TextExpression)]

    @cached_property
    def _queries(self) -> list[ast.QueryExpression]:
        """The queries of all collectors."""
        return [each for each in ast.walk(self.program) if isinstance(each, ast.QueryExpression)]

    def in_query(self, node: ast.Node) -> bool:
        """Whether a node is in the query of a collector, where a name on the left of an operator is an attribute."""
        return any(each.start <= node.start and node.end <= each.end for each in self._queries)

    @cached_property
    def characters(self) -> str:
        """The text."""
        return self.text.slice(0, len(self.text))

    def source(self, node: ast.Node) -> str:
        """The text of a node."""
        return self.text.slice(node.start, node.end)
