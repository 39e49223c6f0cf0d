"""The nodes of a definition's body, by class."""

from __future__ import annotations

from typing import TypeVar

from puppet_check.workspace.cached_property import cached_property
from puppet_grammar import ast
from puppet_typesys.evaluate.unconditional import unconditional_nodes

N = TypeVar("N", bound=ast.Node)


class BodyNodes:
    """The nodes of a body; those of the whole program are used where it has no other code, since most files define one thing."""

    def __init__(self, program: ast.Program, nodes: ast.ByClass, body: ast.Node) -> None:
        """`nodes` are those of the program."""
        # The text of a here-document may stand below its definition.
        is_whole = program.definitions == (program.body,) and ast.HeredocExpression not in nodes
        self.body = body
        self._nodes = nodes if is_whole else ast.by_class(body)

    def of_class(self, kind: type[N]) -> list[N]:
        """Those of one class without subclasses, in no certain order."""
        return [each for each in ast.nodes_of(self._nodes, kind) if each.start >= self.body.start]

    def is_unconditional(self, node: ast.Node) -> bool:
        """Whether a node of the body is evaluated whichever branches are taken."""
        if self._unconditional is not None:
            return id(node) in self._unconditional
        return not any(start <= node.start < end for start, end in self._branches)

    @cached_property
    def _unconditional(self) -> frozenset[int] | None:
        """The identities of the nodes that are evaluated unconditionally; None if places in the text tell which are."""
        return frozenset(map(id, unconditional_nodes(self.body))) if ast.HeredocExpression in self._nodes else None

    @cached_property
    def _branches(self) -> list[tuple[int, int]]:
        """The offsets between which code is evaluated only in some cases; see `unconditional_nodes`."""
        found = [(each.start, each.end) for each in self.of_class(ast.LambdaExpression)]
        found += ((each.test.end, each.end) for each in self.of_class(ast.IfExpression))
        found += ((each.test.end, each.end) for each in self.of_class(ast.UnlessExpression))
        found += ((each.test.end, each.end) for each in self.of_class(ast.CaseExpression))
        found += ((each.left_expr.end, each.end) for each in self.of_class(ast.SelectorExpression))
        found += ((each.left_expr.end, each.end) for each in self.of_class(ast.AndExpression))
        found += ((each.left_expr.end, each.end) for each in self.of_class(ast.OrExpression))
        return found
