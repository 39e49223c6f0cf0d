"""Variables in code that the evaluation does not reach, as after `fail`, of nearly the name of one in scope.

Nothing else looks at the names there. No node, fact or class around has a variable of such a name.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from puppet_check.rules.erb_unset_variable import variables_of_class
from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_typesys.builtins.facts import fact
from puppet_typesys.diagnostics import Diagnostic, Severity
from puppet_typesys.edits import respelled
from puppet_typesys.issues.evaluation.names import unknown_variable
from puppet_typesys.loader import FACT, TypedName
from puppet_typesys.spelling import is_mistyped, is_one_letter_off

SHORTEST = 6
"""The length of the shortest names that are compared."""
MOST = 200
"""The number of names of a file that are compared."""


@rule(on=ast.Program, whole=True)
def check_variables(program: ast.Program, file: File) -> Iterator[Diagnostic]:
    """Report the first read of a variable that nothing sets and that differs by a letter from one in scope."""
    if file.model is None:
        return
    values = file.model.values
    unset = (each for each in file.variables if len(each) >= SHORTEST and "::" not in each and each not in file.assignments)
    unreached = (each for each in unset if not any(id(node) in values for node in file.variables[each]))
    for name in islice(unreached, MOST):
        node = file.variables[name][0]
        near = _near(node, file)
        if len(near) != 1 or _may_be_set(name, node, file) or _is_reported(name, file):
            continue
        meant = next(iter(near))
        fixes = respelled(file.text, node.start, node.end, f"${name}", f"${meant}")
        yield unknown_variable(name).suggesting(meant).at(node.start, node.end, fixes=fixes, severity=Severity.WARNING)


def _near(node: ast.VariableExpression, file: File) -> dict[str, None]:
    """The variables in scope that a name may mean; none if it is one of them, or if a scope inherits others."""
    scopes = file.scopes.around(node)
    names = set[str]().union(*(each.names for each in scopes))
    if node.name in names or any(node.name in each.names for each in file.scopes.all):
        return {}
    for each in scopes:
        if isinstance(each.node, ast.HostClassDefinition) and each.node.parent_class is not None:
            inherited = variables_of_class(each.node.parent_class, file.known.external)
            if inherited is None or node.name in inherited:
                return {}
    return {each: None for each in names if is_mistyped(node.name, each) or is_one_letter_off(node.name, each)}


def _may_be_set(name: str, node: ast.Node, file: File) -> bool:
    """Whether a node or a class of the project may have a variable of a name."""
    known = file.known
    named = TypedName(FACT, name)
    if fact(name) is not None or known.external.load(named) is not None or known.loader.interfaces.is_known_elsewhere(named):
        return True
    return name in known.assignments.all_variables


def _is_reported(name: str, file: File) -> bool:
    """Whether the evaluation has reported a variable."""
    starts = {each.start for each in file.model.findings.values()} if file.model is not None else set()
    return any(each.start in starts for each in file.variables[name])
