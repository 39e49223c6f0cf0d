"""Variables that plans assign twice. Plans are not evaluated, so only assignments that are always both made are compared."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic
from puppet_typesys.issues.evaluation.general import illegal_reassignment


@rule(on=ast.PlanDefinition, whole=True)
def check_plan(plan: ast.PlanDefinition, file: File) -> Iterator[Diagnostic]:
    """Report the second of two assignments of a variable by statements of the same block, or of a parameter."""
    for block in (node for node in ast.walk(plan) if isinstance(node, ast.BlockExpression)):
        assigned = {each.name for each in plan.parameters} if block is plan.body else set[str]()
        for statement in block.statements:
            for variable in _assigned(statement):
                if variable.name in assigned:
                    yield illegal_reassignment(variable.name).at(variable.start, variable.end)
                assigned.add(variable.name)


def _assigned(statement: ast.Expression) -> Iterator[ast.VariableExpression]:
    """The variables that a statement always assigns."""
    while isinstance(statement, ast.AssignmentExpression):
        targets = [statement.left_expr]
        while targets:
            match targets.pop(0):
                case ast.VariableExpression() as variable if variable.name:
                    yield variable
                case ast.LiteralList(values=values):
                    targets = [*values, *targets]
        statement = statement.right_expr
