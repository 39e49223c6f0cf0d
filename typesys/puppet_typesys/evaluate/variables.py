"""Variables and assignments."""

from __future__ import annotations

from puppet_grammar import ast
from puppet_typesys.builtins.value_reads import FACTS, SERVER_FACTS, TRUSTED
from puppet_typesys.convert.text import text
from puppet_typesys.evaluate.evaluator import Evaluator, evaluates
from puppet_typesys.evaluate.paths import limited
from puppet_typesys.evaluate.scope import NoVariable, Scope
from puppet_typesys.issues.evaluation.general import (
    illegal_multi_assignment,
    illegal_reassignment,
    illegal_variable_expression,
    missing_class_variable,
    missing_key,
)
from puppet_typesys.issues.evaluation.names import unknown_resource, unknown_variable
from puppet_typesys.issues.evaluation.operators import unsupported_operator
from puppet_typesys.issues.labels import a_label, label
from puppet_typesys.operators.destructuring import destructured
from puppet_typesys.types import model
from puppet_typesys.types.model import Type
from puppet_typesys.validate.assignments import (
    cross_scope_assignment,
    illegal_assignment,
    illegal_numeric_assignment,
    illegal_reserved_assignment,
)
from puppet_typesys.validate.names import is_variable_name
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.unknown import PossiblyOuter, Unknown

RESERVED = (TRUSTED, FACTS)
RESERVED_PARAMETERS = frozenset({"name", "title"})


def variable(ev: Evaluator, name: str, node: ast.Node, scope: Scope) -> object:
    """The value of a variable; if it does not exist, an error is raised, or it is undef."""
    try:
        found: object = ev.compiler.variable(name, scope)
        return Unknown(found.type) if isinstance(found, PossiblyOuter) else found
    except NoVariable:
        if not is_variable_name(name):  # which is an error already
            return Unknown(model.ANY)
        found = ev.compiler.missing_variable(name, scope)
        if found is not None:
            return found
    ev.allow(ev.compiler.resolver.target.of_unknown_variables, unknown_variable(name), node)
    return None


@evaluates(ast.VariableExpression)
def _variable(ev: Evaluator, node: ast.VariableExpression, scope: Scope) -> object:
    found = ev.evaluate(node.expr, scope)
    if not isinstance(found, str | int) or isinstance(found, bool):
        raise ev.error(illegal_variable_expression(a_label(node.expr)), node.expr)
    name = str(found)
    if name.isdecimal() and not scope.has_match():
        ev.observer.missing_match(node, name)
    value = ev.observer.variable_read(node, name, variable(ev, name, node, scope))
    return limited(ev, scope, node, value) if "::" in name else value


@evaluates(ast.AssignmentExpression)
def _assignment(ev: Evaluator, node: ast.AssignmentExpression, scope: Scope) -> object:
    target = _target(ev, node.left_expr, scope)
    value = ev.evaluate(node.right_expr, scope)
    if node.operator != "=":
        raise ev.error(unsupported_operator(node.operator), node)
    _assign(ev, target, value, node, scope)
    return value


Target = str | int | tuple["Target", ...]


def _target(ev: Evaluator, node: ast.Expression, scope: Scope) -> object:
    match node:
        case ast.VariableExpression():
            return ev.evaluate(node.expr, scope)
        case ast.LiteralList():
            return tuple(_target(ev, each, scope) for each in node.values)
    raise ev.error(illegal_assignment(label(node)), node)


def _assign(ev: Evaluator, target: object, value: object, node: ast.AssignmentExpression, scope: Scope) -> None:
    match target:
        case str():
            assign_name(ev, target, value, node, scope)
        case int():
            raise ev.error(illegal_numeric_assignment(str(target)), node.left_expr)
        case tuple():
            _assign_several(ev, target, value, node, scope)


def assign_name(ev: Evaluator, name: str, value: object, node: ast.AssignmentExpression, scope: Scope) -> None:
    """Set a variable, which fails if it is set already."""
    if "::" in name:
        raise ev.error(cross_scope_assignment(name), node.left_expr)
    if name == SERVER_FACTS:
        raise ev.error(illegal_reserved_assignment(name), node)
    if scope.is_bound(name):
        if name in RESERVED:
            raise ev.error(illegal_reserved_assignment(name), node)
        raise ev.error(illegal_reassignment(name, name in RESERVED_PARAMETERS), node)
    if name in RESERVED:
        raise ArgumentError(f"Attempt to assign to a reserved variable name: '{name}'")
    if scope.is_read_only():
        raise ArgumentError(f"Attempt to assign variable {name} when evaluating parameters")
    scope.assign(name, value)


def _assign_several(ev: Evaluator, targets: tuple[object, ...], value: object, node: ast.AssignmentExpression, scope: Scope) -> None:
    match value:
        case Unknown():
            parts = _parts(ev, targets, value, node)
            for each, part in zip(targets, parts, strict=True):
                _assign(ev, each, Unknown(part), node, scope)
            return
        case Hash():
            for each in targets:
                if each not in value:
                    raise ev.error(missing_key(text(each)), node)
                _assign(ev, each, value[each], node, scope)
            return
        case model.Class():
            _assign_from_class(ev, targets, value, node, scope)
            return
    values = value if isinstance(value, tuple) else (value,)
    if len(values) != len(targets):
        raise ev.error(illegal_multi_assignment(len(targets), len(values)), node)
    for each, one in zip(targets, values, strict=True):
        _assign(ev, each, one, node, scope)


def _parts(ev: Evaluator, targets: tuple[object, ...], value: Unknown, node: ast.AssignmentExpression) -> list[Type]:
    """The types of the values that several variables get from one; raises the error of a value that has other parts for certain."""
    names = [each if isinstance(each, str) else None for each in targets]
    type = value.type if isinstance(value.type, Type) else model.ANY
    parts, problem = destructured(type, names)
    match problem:
        case int():
            raise ev.error(illegal_multi_assignment(len(targets), problem), node)
        case str():
            raise ev.error(missing_key(problem), node)
    return parts


def _assign_from_class(
    ev: Evaluator, targets: tuple[object, ...], value: model.Class, node: ast.AssignmentExpression, scope: Scope
) -> None:
    class_name = value.class_name or ""
    if not ev.compiler.is_declared_class(class_name):
        raise ev.error(unknown_resource("Class", class_name), node.right_expr)
    for index, each in enumerate(targets):
        name = f"{class_name.lower()}::{each}"
        try:
            found = ev.compiler.qualified_variable(name)
        except NoVariable:
            assert isinstance(node.left_expr, ast.LiteralList)
            raise ev.error(missing_class_variable(name), node.left_expr.values[index]) from None
        _assign(ev, each, found, node, scope)
