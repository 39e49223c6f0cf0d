"""Whether what one statement does may depend on what another one depends on: the same variables, or variables that follow from the same."""

from __future__ import annotations

from puppet_check.rules.file import File
from puppet_check.semantics.calls import called
from puppet_grammar import ast

MOST = 50
"""The number of variables up to which they are followed to those that they follow from."""
ELSEWHERE = ""
"""Stands for facts and for variables of other classes, which may follow from each other."""
OWN = ("name", "title")


def are_related(first: ast.Node, second: ast.Node, file: File) -> bool:
    """Whether two statements of a definition may depend on the same variables or calls."""
    return not _sources(first, file).isdisjoint(_sources(second, file))


def _sources(node: ast.Node, file: File) -> set[str]:
    """The names of the variables and functions that a statement depends on, directly or not."""
    found: set[str] = set()
    waiting = [node]
    while waiting:
        inner = waiting.pop()
        calls = (*ast.of_class(inner, ast.CallNamedFunctionExpression), *ast.of_class(inner, ast.CallMethodExpression))
        found.update(f"{called(each)}()" for each in calls)
        for each in ast.of_class(inner, ast.VariableExpression):
            if each.name in OWN:
                found.update(OWN)
            if each.name in found:
                continue
            if len(found) > MOST:
                return {*found, ELSEWHERE}
            found.add(each.name)
            waiting += _origins(each, file, found)
    return found


def _origins(variable: ast.VariableExpression, file: File, found: set[str]) -> list[ast.Node]:
    """The statements that assign a variable, and the default of a parameter."""
    scopes = file.scopes.around(variable)
    parameter = next((each.parameters[variable.name] for each in scopes if variable.name in each.parameters), None)
    assigned: list[ast.Node] = []
    for each in file.assignments.get(variable.name, ()):
        statement: ast.Node = each
        outer = file.parents.get(each)
        while outer is not None and (not isinstance(outer, ast.BlockExpression | ast.Definition) or _is_branch(outer, file)):
            statement, outer = outer, file.parents.get(outer)
        assigned.append(statement)
    if parameter is not None and parameter.value is not None:
        assigned.append(parameter.value)
    if parameter is None and not assigned and variable.name not in OWN:
        found.add(ELSEWHERE)
    return assigned


def _is_branch(node: ast.Node, file: File) -> bool:
    """Whether a block is a branch of a condition, which decides what its statements do."""
    return isinstance(node, ast.BlockExpression) and isinstance(
        file.parents.get(node), ast.IfExpression | ast.UnlessExpression | ast.CaseOption
    )
