"""The nodes of a definition's body, by class."""

from __future__ import annotations

from collections.abc import Container
from typing import TypeVar

from puppet_check.workspace.cached_property import cached_property
from puppet_grammar import ast
from puppet_typesys.evaluate.unconditional import unconditional_nodes
from puppet_typesys.values.condition import Condition

N = TypeVar("N", bound=ast.Node)
DEEPEST = 8
"""How many conditions may be around a node, and how deep one may be."""


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

    def conditions(self, node: ast.Node, parameters: Container[str]) -> tuple[Condition, ...] | None:
        """The conditions on which a node of the body is evaluated; None if they depend on more than parameters."""
        if self._unconditional is not None:
            return () if id(node) in self._unconditional else None
        if any(start <= node.start < end for start, end in self._other_branches):
            return None
        found: list[Condition] = []
        for each in self._conditionals:
            if each.test.end <= node.start < each.end:
                condition = condition_of(each.test, parameters)
                if condition is None or len(found) >= DEEPEST:
                    return None
                is_first = each.then_expr is not None and each.then_expr.start <= node.start < each.then_expr.end
                found.append(condition if is_first is isinstance(each, ast.IfExpression) else ("not", condition))
        return tuple(found)

    @cached_property
    def _unconditional(self) -> frozenset[int] | None:
        """The identities of the nodes that are evaluated unconditionally; None if places in the text tell which are."""
        return frozenset(map(id, unconditional_nodes(self.body))) if ast.HeredocExpression in self._nodes else None

    @cached_property
    def _branches(self) -> list[tuple[int, int]]:
        """The offsets between which code is evaluated only in some cases; see `unconditional_nodes`."""
        return [*self._other_branches, *((each.test.end, each.end) for each in self._conditionals)]

    @cached_property
    def _conditionals(self) -> list[ast.IfExpression | ast.UnlessExpression]:
        return [*self.of_class(ast.IfExpression), *self.of_class(ast.UnlessExpression)]

    @cached_property
    def _other_branches(self) -> list[tuple[int, int]]:
        """Those of all but `if` and `unless`."""
        found = [(each.start, each.end) for each in self.of_class(ast.LambdaExpression)]
        found += ((each.test.end, each.end) for each in self.of_class(ast.CaseExpression))
        found += ((each.left_expr.end, each.end) for each in self.of_class(ast.SelectorExpression))
        found += ((each.left_expr.end, each.end) for each in self.of_class(ast.AndExpression))
        found += ((each.left_expr.end, each.end) for each in self.of_class(ast.OrExpression))
        return found


def condition_of(test: ast.Expression, parameters: Container[str], depth: int = DEEPEST) -> Condition | None:
    """A condition that only depends on parameters, as in `values/condition.py`; None for others and for very deep ones."""
    if not depth:
        return None
    match test:
        case ast.ParenthesizedExpression(expr=inner):
            return condition_of(inner, parameters, depth - 1)
        case ast.VariableExpression(name=name):
            return ("var", name) if name in parameters else None
        case ast.NotExpression(expr=inner):
            found = condition_of(inner, parameters, depth - 1)
            return None if found is None else ("not", found)
        case ast.AndExpression() | ast.OrExpression():
            both = condition_of(test.left_expr, parameters, depth - 1), condition_of(test.right_expr, parameters, depth - 1)
            if both[0] is None or both[1] is None:
                return None
            return ("and" if isinstance(test, ast.AndExpression) else "or", both[0], both[1])
        case ast.ComparisonExpression(operator="==" | "!=" as operator, left_expr=ast.VariableExpression(name=name), right_expr=right):
            if name not in parameters:
                return None
            match right:
                case ast.LiteralString(value=value) | ast.QualifiedName(value=value) | ast.LiteralBoolean(value=value):
                    equal: Condition = ("==", name, value)
                case ast.LiteralUndef():
                    equal = ("nil", name)
                case _:
                    return None
            return equal if operator == "==" else ("not", equal)
    return None
