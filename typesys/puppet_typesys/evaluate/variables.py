"""Variables and assignments."""

from __future__ import annotations

from puppet_grammar import ast
from puppet_typesys.convert.text import text
from puppet_typesys.evaluate.evaluator import Evaluator, evaluates
from puppet_typesys.evaluate.scope import NoVariable, Scope
from puppet_typesys.issues.labels import a_label
from puppet_typesys.types import model
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.unknown import Unknown

RESERVED = ("trusted", "facts")
RESERVED_PARAMETERS = frozenset({"name", "title"})


def variable(ev: Evaluator, name: str, node: ast.Node, scope: Scope) -> object:
    """The value of a variable; an unknown one is an error."""
    try:
        return ev.compiler.qualified_variable(name) if "::" in name else scope.lookup(name)
    except NoVariable:
        found = ev.compiler.missing_variable(name, scope)
        if found is not None:
            return found
        raise ev.error("UNKNOWN_VARIABLE", f"Unknown variable: '{name}'.", node) from None


@evaluates(ast.VariableExpression)
def _variable(ev: Evaluator, node: ast.VariableExpression, scope: Scope) -> object:
    name = ev.evaluate(node.expr, scope)
    if not isinstance(name, str | int) or isinstance(name, bool):
        message = f"Illegal variable expression. {a_label(node.expr)} did not produce a variable name (String or Numeric)."
        raise ev.error("ILLEGAL_VARIABLE_EXPRESSION", message, node.expr)
    if str(name).isdecimal() and not scope.has_match():
        ev.lacks_match(node, str(name))
    return ev.reads(node, str(name), variable(ev, str(name), node, scope))


@evaluates(ast.AssignmentExpression)
def _assignment(ev: Evaluator, node: ast.AssignmentExpression, scope: Scope) -> object:
    target = _target(ev, node.left_expr, scope)
    value = ev.evaluate(node.right_expr, scope)
    if node.operator != "=":
        raise ev.error("UNSUPPORTED_OPERATOR", f"The operator '{node.operator}' is not supported.", node)
    _assign(ev, target, value, node, scope)
    return value


Target = str | int | tuple["Target", ...]


def _target(ev: Evaluator, node: ast.Expression, scope: Scope) -> object:
    match node:
        case ast.VariableExpression():
            return ev.evaluate(node.expr, scope)
        case ast.LiteralList():
            return tuple(_target(ev, each, scope) for each in node.values)
    message = f"Illegal attempt to assign to '{a_label(node)}'. Not an assignable reference"
    raise ev.error("ILLEGAL_ASSIGNMENT", message, node)


def _assign(ev: Evaluator, target: object, value: object, node: ast.AssignmentExpression, scope: Scope) -> None:
    match target:
        case str():
            _assign_name(ev, target, value, node, scope)
        case int():
            message = f"Illegal attempt to assign to the numeric match result variable '${target}'. Numeric variables are not assignable"
            raise ev.error("ILLEGAL_NUMERIC_ASSIGNMENT", message, node.left_expr)
        case tuple():
            _assign_several(ev, target, value, node, scope)


def _assign_name(ev: Evaluator, name: str, value: object, node: ast.AssignmentExpression, scope: Scope) -> None:
    if "::" in name:
        message = f"Illegal attempt to assign to '{name}'. Cannot assign to variables in other namespaces"
        raise ev.error("CROSS_SCOPE_ASSIGNMENT", message, node.left_expr)
    reserved = f"Attempt to assign to a reserved variable name: '${name}'"
    if name == "server_facts":
        raise ev.error("ILLEGAL_RESERVED_ASSIGNMENT", reserved, node)
    if scope.is_bound(name):
        if name in RESERVED:
            raise ev.error("ILLEGAL_RESERVED_ASSIGNMENT", reserved, node)
        built_in = "built in (or already assigned) " if name in RESERVED_PARAMETERS else ""
        raise ev.error("ILLEGAL_REASSIGNMENT", f"Cannot reassign {built_in}variable '${name}'", node)
    if name in RESERVED:
        raise ArgumentError(f"Attempt to assign to a reserved variable name: '{name}'")
    if scope.is_read_only():
        raise ArgumentError(f"Attempt to assign variable {name} when evaluating parameters")
    scope.assign(name, value)


def _assign_several(ev: Evaluator, targets: tuple[object, ...], value: object, node: ast.AssignmentExpression, scope: Scope) -> None:
    match value:
        case Unknown():
            for each in targets:
                _assign(ev, each, Unknown(model.ANY), node, scope)
            return
        case Hash():
            for each in targets:
                if each not in value:
                    message = f"No value for required key '{text(each)}' in assignment to variables from hash"
                    raise ev.error("MISSING_MULTI_ASSIGNMENT_KEY", message, node)
                _assign(ev, each, value[each], node, scope)
            return
        case model.Class():
            _assign_from_class(ev, targets, value, node, scope)
            return
    values = value if isinstance(value, tuple) else (value,)
    if len(values) != len(targets):
        message = f"Mismatched number of assignable entries and values, expected {len(targets)}, got {len(values)}"
        raise ev.error("ILLEGAL_MULTI_ASSIGNMENT_SIZE", message, node)
    for each, one in zip(targets, values, strict=True):
        _assign(ev, each, one, node, scope)


def _assign_from_class(
    ev: Evaluator, targets: tuple[object, ...], value: model.Class, node: ast.AssignmentExpression, scope: Scope
) -> None:
    class_name = value.class_name or ""
    if not ev.compiler.is_declared_class(class_name):
        raise ev.error("UNKNOWN_RESOURCE", f"Resource not found: Class['{class_name}']", node.right_expr)
    for index, each in enumerate(targets):
        name = f"{class_name.lower()}::{each}"
        try:
            found = ev.compiler.qualified_variable(name)
        except NoVariable:
            assert isinstance(node.left_expr, ast.LiteralList)
            message = f"No value for required variable '${name}' in assignment to variables from class reference"
            raise ev.error("MISSING_MULTI_ASSIGNMENT_VARIABLE", message, node.left_expr.values[index]) from None
        _assign(ev, each, found, node, scope)
