"""Variables that plans read and nothing sets. Plans are not evaluated here, so the names alone decide."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import Found, rule
from puppet_grammar import ast
from puppet_typesys.diagnostics import Severity
from puppet_typesys.infer.compiler import TOP_VARIABLES
from puppet_typesys.spelling import near


@rule(on=ast.PlanDefinition, severity=Severity.WARNING)
def unset_plan_variable(plan: ast.PlanDefinition, file: File) -> Iterator[Found]:
    """A plan reads a variable that nothing sets."""
    waiting: list[ast.Node] = [plan]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.VariableExpression):
            name = node.name
            if name and "::" not in name and not name.isdigit() and name not in TOP_VARIABLES:
                known = set[str]().union(*(scope.names for scope in file.scopes.around(node)))
                if name not in known:
                    meant = near(name, known)
                    yield Found(node.start, node.end, f"nothing sets ${name}" + (f", did you mean ${meant}" if meant else ""))
        # What is applied is a catalog, with the variables of each target.
        waiting += [each for each in ast.children(node) if not (isinstance(node, ast.ApplyExpression) and each is node.body)]
