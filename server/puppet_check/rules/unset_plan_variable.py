"""Variables that plans read and nothing sets. Plans are not evaluated, so only the names are compared."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Severity, issue
from puppet_typesys.edits import respelled
from puppet_typesys.infer.resolution import TOP_VARIABLES
from puppet_typesys.spelling import closest


@issue(Severity.WARNING)
def unset_plan_variable(name: str) -> str:
    """Plan reads a variable that is never set"""
    return f"`${name}` is not set in this plan"


@rule(on=ast.PlanDefinition, whole=True)
def check_plan(plan: ast.PlanDefinition, file: File) -> Iterator[Diagnostic]:
    """Report the variables of a plan that neither a parameter nor an assignment sets."""
    waiting: list[ast.Node] = [plan]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.VariableExpression):
            name = node.name
            if name and "::" not in name and not name.isdigit() and name not in TOP_VARIABLES:
                known = set[str]().union(*(scope.names for scope in file.scopes.around(node)))
                if name not in known:
                    meant = closest(name, known)
                    fixes = respelled(file.text, node.start, node.end, name, meant)
                    yield unset_plan_variable(name).suggesting(meant).at(node.start, node.end, fixes=fixes)
        # The block of `apply` is compiled to a catalog, with the variables of each target.
        waiting += [each for each in ast.children(node) if not (isinstance(node, ast.ApplyExpression) and each is node.body)]
