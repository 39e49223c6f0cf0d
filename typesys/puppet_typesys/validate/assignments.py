"""Rules about assignments: their targets, and where they are allowed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from puppet_grammar import ast
from puppet_typesys.builtins.value_reads import NODE_DATA
from puppet_typesys.diagnostics import Diagnostic, Severity, issue
from puppet_typesys.issues.labels import label, with_article
from puppet_typesys.validate.anchor import span
from puppet_typesys.validate.file import File
from puppet_typesys.validate.table import rule


@issue(Severity.ERROR)
def illegal_assignment(target: str) -> str:
    """Assignment to something other than a variable"""
    return f"Illegal attempt to assign to '{with_article(target)}'. Not an assignable reference"


@rule(on=ast.AssignmentExpression, whole=True)
def check_illegal_assignment(assignment: ast.AssignmentExpression, file: File) -> Iterable[Diagnostic]:
    if isinstance(assignment.left_expr, ast.VariableExpression):
        return ()
    return [
        illegal_assignment(label(target)).at(*span(target))
        for target in _targets(assignment)
        if not isinstance(target, ast.VariableExpression | ast.AccessExpression | ast.ErrorNode)
    ]


@issue(Severity.ERROR)
def illegal_indexed_assignment() -> str:
    """Assignment to an element of an array or hash"""
    return "Illegal attempt to assign via [index/key]. Not an assignable reference"


@rule(on=ast.AssignmentExpression, whole=True)
def check_illegal_indexed_assignment(assignment: ast.AssignmentExpression, file: File) -> Iterable[Diagnostic]:
    if isinstance(assignment.left_expr, ast.VariableExpression):
        return ()
    return [illegal_indexed_assignment().at(*span(target)) for target in _targets(assignment) if isinstance(target, ast.AccessExpression)]


@issue(Severity.ERROR)
def illegal_numeric_assignment(name: str) -> str:
    """Assignment to a match variable"""
    return f"Illegal attempt to assign to the numeric match result variable '${name}'. Numeric variables are not assignable"


@rule(on=ast.AssignmentExpression)
def check_illegal_numeric_assignment(assignment: ast.AssignmentExpression, file: File) -> Iterator[Diagnostic]:
    for variable in _variables(assignment):
        name = variable.name
        if "0" <= name[:1] <= "9" and (name == "0" or not name.startswith("0")) and name.isdigit():
            yield illegal_numeric_assignment(name).at(variable.start, variable.end)


@issue(Severity.ERROR)
def cross_scope_assignment(name: str) -> str:
    """Assignment to a variable of another namespace"""
    return f"Illegal attempt to assign to '{name}'. Cannot assign to variables in other namespaces"


@rule(on=ast.AssignmentExpression)
def check_cross_scope_assignment(assignment: ast.AssignmentExpression, file: File) -> Iterator[Diagnostic]:
    for variable in _variables(assignment):
        if "::" in variable.name:
            yield cross_scope_assignment(variable.name).at(variable.start, variable.end)


@issue(Severity.ERROR)
def illegal_reserved_assignment(name: str) -> str:
    """Assignment to a reserved variable"""
    return f"Attempt to assign to a reserved variable name: '${name}'"


@rule(on=(ast.AssignmentExpression, ast.Parameter))
def check_illegal_reserved_assignment(place: ast.AssignmentExpression | ast.Parameter, file: File) -> Iterable[Diagnostic]:
    if file.tasks:
        return ()
    if isinstance(place, ast.Parameter):
        if place.name not in NODE_DATA:
            return ()
        return (illegal_reserved_assignment(place.name).at(*place.name_span),)
    return [
        illegal_reserved_assignment(variable.name).at(variable.start, variable.end)
        for variable in _variables(place)
        if variable.name in NODE_DATA
    ]


@issue(Severity.ERROR)
def appends_deletes_no_longer_supported(operator: str) -> str:
    """`+=` and `-=` are no longer supported"""
    return f"The operator '{operator}' is no longer supported. See http://links.puppet.com/remove-plus-equals"


@rule(on=ast.AssignmentExpression)
def check_appends_deletes_no_longer_supported(assignment: ast.AssignmentExpression, file: File) -> Iterable[Diagnostic]:
    if assignment.operator == "=":
        return ()
    return (appends_deletes_no_longer_supported(assignment.operator).at(*span(assignment)),)


@issue(Severity.ERROR)
def illegal_assignment_context() -> str:
    """Assignment in the default of a parameter"""
    return "Assignment not allowed here"


@rule(on=ast.Parameter)
def check_illegal_assignment_context(parameter: ast.Parameter, file: File) -> Iterator[Diagnostic]:
    if parameter.value is None or isinstance(parameter.value, ast.LiteralValue):
        return
    waiting: list[ast.Node] = [parameter.value]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.AssignmentExpression):
            yield illegal_assignment_context().at(*span(node))
        elif not isinstance(node, ast.LambdaExpression):
            # A lambda has variables of its own.
            waiting += ast.children(node)


def _targets(assignment: ast.AssignmentExpression) -> Iterator[ast.Expression]:
    """The targets of an assignment: its left side, or the elements of the list there."""
    waiting = [assignment.left_expr] if assignment.operator == "=" else []
    while waiting:
        target = waiting.pop()
        if isinstance(target, ast.LiteralList):
            waiting += target.values
        else:
            yield target


def _variables(assignment: ast.AssignmentExpression) -> Iterable[ast.VariableExpression]:
    left = assignment.left_expr
    if isinstance(left, ast.VariableExpression):
        return (left,) if assignment.operator == "=" else ()
    return [target for target in _targets(assignment) if isinstance(target, ast.VariableExpression)]
