"""Variables of functions, defines, plans and lambdas that are never read.

Those of classes and nodes can be read by other files, and those of a body with a template by the template.
"""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.semantics.scopes import Scope
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Fix, Severity, issue
from puppet_typesys.edits import removal

PLAIN = (
    ast.LiteralValue,
    ast.VariableExpression,
    ast.LiteralList,
    ast.LiteralHash,
    ast.KeyedEntry,
    ast.AccessExpression,
    ast.QualifiedName,
)
"""Expressions that have a value and no effect."""
OPEN = (ast.Program, ast.HostClassDefinition, ast.NodeDefinition)


@issue(Severity.INFO, tags=("unnecessary",))
def unused_variable(name: str) -> str:
    """Unused variable"""
    return f"variable `${name}` is never used"


@rule(on=ast.Program, whole=True)
def check_variables(program: ast.Program, file: File) -> Iterator[Diagnostic]:
    """Report the variables that no expression of their scope reads."""
    for scope in file.scopes.all:
        if scope.is_open or isinstance(scope.node, OPEN):
            continue
        for name, variable in scope.assigned.items():
            if name not in scope.read and name not in scope.results and not name.startswith("_") and "::" not in name:
                yield unused_variable(name).at(variable.start, variable.end, fixes=_without(variable, scope, file))


def _without(variable: ast.VariableExpression, scope: Scope, file: File) -> tuple[Fix, ...]:
    """Removes the only assignment of a variable, if it is a statement whose value has no effect."""
    nodes = list(ast.walk(scope.node))
    assigned = [each for each in nodes if isinstance(each, ast.AssignmentExpression) and _sets(each.left_expr, variable.name)]
    if len(assigned) != 1 or assigned[0].left_expr is not variable:
        return ()
    [only] = assigned
    is_statement = any(isinstance(each, ast.BlockExpression) and any(only is statement for statement in each.statements) for each in nodes)
    if not is_statement or not all(isinstance(each, PLAIN) for each in ast.walk(only.right_expr)):
        return ()
    return (Fix(f"Remove ${variable.name}", (removal(file.text, only.start, only.end),)),)


def _sets(target: ast.Expression, name: str) -> bool:
    return any(isinstance(each, ast.VariableExpression) and each.name == name for each in ast.walk(target))
