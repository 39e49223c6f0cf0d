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
ALIKE = 6
"""The number of letters that alike names begin with."""
REPLACING = "real_"
"""What the name of a variable begins with that replaces a parameter."""
OPEN = (ast.Program, ast.HostClassDefinition, ast.NodeDefinition)


@issue(Severity.INFO, tags=("unnecessary",))
def unused_variable(name: str) -> str:
    """Unused variable"""
    return f"variable `${name}` is never used"


@unused_variable.variant()
def computed_in_vain(name: str, source: str) -> str:
    return f"variable `${name}` is never used, but the parameter `${source}` that it is computed from is used after it"


@rule(on=ast.Program, whole=True)
def check_variables(program: ast.Program, file: File) -> Iterator[Diagnostic]:
    """Report the variables that no expression of their scope reads."""
    for scope in file.scopes.all:
        if scope.is_open or isinstance(scope.node, OPEN):
            continue
        for name, variable in scope.assigned.items():
            if name not in scope.read and name not in scope.results and "::" not in name:
                source = _used_instead(variable, scope, file)
                if source is None and name.startswith("_"):
                    continue
                if source is None:
                    yield unused_variable(name).at(variable.start, variable.end, fixes=_without(variable, scope, file))
                else:
                    found = computed_in_vain(name, source)
                    yield found.at(variable.start, variable.end, severity=Severity.WARNING)


def _used_instead(variable: ast.VariableExpression, scope: Scope, file: File) -> str | None:
    """The only parameter that a variable is computed from, which an attribute after it interpolates, if their names are alike."""
    everywhere = file.assignments.get(variable.name, ())
    assigned = [each for each in everywhere if file.scopes.by_node.get(id(each.left_expr)) is scope]
    if not isinstance(scope.node, ast.ResourceTypeDefinition) or len(assigned) != 1 or assigned[0].left_expr is not variable:
        return None
    value = assigned[0].right_expr
    if not isinstance(value, ast.SelectorExpression | ast.ConcatenatedString):
        return None
    tested = value.left_expr if isinstance(value, ast.SelectorExpression) else value
    sources = {each.name for each in ast.of_class(tested, ast.VariableExpression)} & scope.parameters.keys()
    alike = [each for each in sources if each in variable.name or each[:ALIKE] == variable.name[:ALIKE]]
    if len(sources) == 1 and isinstance(value, ast.SelectorExpression) and variable.name.startswith(REPLACING):
        alike = [*sources]
    if len(alike) != 1:
        return None
    after = (
        each for each in file.variables.get(alike[0], ()) if each.start > assigned[0].end and file.scopes.by_node.get(id(each)) is scope
    )
    return alike[0] if any(_is_interpolated_in_attribute(each, file) for each in after) else None


def _is_interpolated_in_attribute(node: ast.Node, file: File) -> bool:
    """Whether a variable is a part of the text of an attribute."""
    around = file.parents.get(node)
    if not isinstance(around, ast.TextExpression):
        return False
    while isinstance(around, ast.TextExpression | ast.ConcatenatedString | ast.LiteralList):
        around = file.parents.get(around)
    return isinstance(around, ast.AttributeOperation)


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
