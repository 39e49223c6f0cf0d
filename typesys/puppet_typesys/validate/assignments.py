"""Rules about what can be assigned to, and where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from puppet_grammar import ast
from puppet_typesys.issues import language as issues
from puppet_typesys.issues.labels import label
from puppet_typesys.validate.anchor import span
from puppet_typesys.validate.file import File
from puppet_typesys.validate.rule import Finding, rule

_RESERVED_VARIABLES = frozenset({"facts", "server_facts", "trusted"})


@rule(on=ast.AssignmentExpression, whole=True)
def illegal_assignment(assignment: ast.AssignmentExpression, file: File) -> Iterable[Finding]:
    """The left side of an assignment is no variable and no list of variables."""
    if isinstance(assignment.left_expr, ast.VariableExpression):
        return ()
    return [
        Finding(*span(target), issues.illegal_assignment(label(target)))
        for target in _targets(assignment)
        if not isinstance(target, ast.VariableExpression | ast.AccessExpression | ast.ErrorNode)
    ]


@rule(on=ast.AssignmentExpression, whole=True)
def illegal_indexed_assignment(assignment: ast.AssignmentExpression, file: File) -> Iterable[Finding]:
    """An assignment is made to one element of a list or hash."""
    if isinstance(assignment.left_expr, ast.VariableExpression):
        return ()
    return [
        Finding(*span(target), issues.illegal_indexed_assignment())
        for target in _targets(assignment)
        if isinstance(target, ast.AccessExpression)
    ]


@rule(on=ast.AssignmentExpression)
def illegal_numeric_assignment(assignment: ast.AssignmentExpression, file: File) -> Iterator[Finding]:
    """An assignment is made to a variable that a match sets."""
    for variable in _variables(assignment):
        name = variable.name
        if "0" <= name[:1] <= "9" and (name == "0" or not name.startswith("0")) and name.isdigit():
            yield Finding(variable.start, variable.end, issues.illegal_numeric_assignment(name))


@rule(on=ast.AssignmentExpression)
def cross_scope_assignment(assignment: ast.AssignmentExpression, file: File) -> Iterator[Finding]:
    """An assignment is made to a variable of another class."""
    for variable in _variables(assignment):
        if "::" in variable.name:
            yield Finding(variable.start, variable.end, issues.cross_scope_assignment(variable.name))


@rule(on=(ast.AssignmentExpression, ast.Parameter))
def illegal_reserved_assignment(place: ast.AssignmentExpression | ast.Parameter, file: File) -> Iterable[Finding]:
    """A variable or parameter takes a name that Puppet sets itself, such as `$facts`."""
    if file.tasks:
        return ()
    if isinstance(place, ast.Parameter):
        if place.name not in _RESERVED_VARIABLES:
            return ()
        return (Finding(*place.name_span, issues.illegal_reserved_assignment(place.name)),)
    return [
        Finding(variable.start, variable.end, issues.illegal_reserved_assignment(variable.name))
        for variable in _variables(place)
        if variable.name in _RESERVED_VARIABLES
    ]


@rule(on=ast.AssignmentExpression)
def appends_deletes_no_longer_supported(assignment: ast.AssignmentExpression, file: File) -> Iterable[Finding]:
    """`+=` and `-=` are used, which Puppet had long ago."""
    if assignment.operator == "=":
        return ()
    return (Finding(*span(assignment), issues.appends_deletes_no_longer_supported(assignment.operator)),)


@rule(on=ast.Parameter)
def illegal_assignment_context(parameter: ast.Parameter, file: File) -> Iterator[Finding]:
    """A parameter's default makes an assignment."""
    if parameter.value is None or isinstance(parameter.value, ast.LiteralValue):
        return
    waiting: list[ast.Node] = [parameter.value]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.AssignmentExpression):
            yield Finding(*span(node), issues.illegal_assignment_context())
        elif not isinstance(node, ast.LambdaExpression):
            # A lambda has variables of its own.
            waiting += ast.children(node)


def _targets(assignment: ast.AssignmentExpression) -> Iterator[ast.Expression]:
    """What an assignment assigns to: its left side, or what stands in the lists there."""
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
