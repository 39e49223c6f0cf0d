"""The variables that are visible at an offset, with their assignments and types."""

from __future__ import annotations

from typing import NamedTuple

from puppet_check.features.view import View
from puppet_check.semantics.node_at import path_at
from puppet_check.semantics.scopes import BODIES
from puppet_grammar import ast
from puppet_typesys.builtins import value_reads
from puppet_typesys.builtins.fact_types import SERVER_FACTS, TRUSTED, facts_type
from puppet_typesys.builtins.facts import fact
from puppet_typesys.infer.external_types import type_from
from puppet_typesys.loader import CLASS, TypedName
from puppet_typesys.types import model
from puppet_typesys.types.model import Type
from puppet_typesys.types.parse import parse_builtin

TOP = {
    value_reads.FACTS: "the facts of the node",
    value_reads.TRUSTED: "data of the node's certificate",
    value_reads.SERVER_FACTS: "facts of the server",
    "environment": "the name of the environment",
    "module_name": "the module of this code",
    "caller_module_name": "the module that declared this",
    "title": "the title of this resource",
    "name": "the name of this resource",
}
"""Built-in variables with their descriptions."""


class Variable(NamedTuple):
    """A visible variable."""

    name: str
    node: ast.Node | None = None
    """The parameter, or the variable in its first assignment."""
    value: ast.Expression | None = None
    """The assigned expression, or the default of a parameter."""
    about: str = ""
    is_alone: bool = True
    """Whether no other assignment, such as one of another branch, gives it another value."""

    @property
    def is_parameter(self) -> bool:
        """Whether it is a parameter."""
        return isinstance(self.node, ast.Parameter)


def visible(view: View, offset: int, path: tuple[ast.Node, ...] | None = None) -> dict[str, Variable]:
    """The variables that are visible at an offset by name, those of inner scopes first."""
    found: dict[str, Variable] = {}
    nodes = path_at(view.program, offset) if path is None else path
    for node in reversed(nodes):
        if isinstance(node, ast.LambdaExpression):
            _add(found, node.parameters, node.body)
        elif isinstance(node, BODIES):
            parameters = () if isinstance(node, ast.NodeDefinition) else node.parameters
            _add(found, parameters, node.body)
            _inherited(view, node, found)
            break
        elif isinstance(node, ast.Program):
            _add(found, (), node.body)
    inside = any(isinstance(each, ast.HostClassDefinition | ast.ResourceTypeDefinition) for each in nodes)
    for name, about in TOP.items():
        if name not in ("title", "name") or inside:
            found.setdefault(name, Variable(name, about=about))
    return found


def _add(found: dict[str, Variable], parameters: tuple[ast.Parameter, ...], body: ast.Node | None) -> None:
    """Add the variables of a scope whose names no inner scope has."""
    own = {each.name: Variable(each.name, each, each.value) for each in parameters}
    waiting: list[ast.Node] = [] if body is None else [body]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.AssignmentExpression):
            for target in _targets(node.left_expr):
                before = own.get(target.name)
                if before is None:
                    own[target.name] = Variable(target.name, target, node.right_expr)
                elif before.node is not None and not before.is_parameter and target.start < before.node.start:
                    own[target.name] = Variable(target.name, target, node.right_expr, is_alone=False)
                else:
                    own[target.name] = before._replace(is_alone=False)
        elif not isinstance(node, INNER):
            waiting += ast.children(node)
    for name, variable in own.items():
        found.setdefault(name, variable)


INNER = (
    *BODIES,
    ast.LambdaExpression,
    ast.LiteralValue,
    ast.VariableExpression,
    ast.ConcatenatedString,
    ast.AccessExpression,
    ast.LiteralList,
    ast.LiteralHash,
    ast.AbstractResource,
    ast.CallNamedFunctionExpression,
    ast.CallMethodExpression,
)
"""Nodes with a scope of their own, or which in practice contain no assignments."""


def assigned(variable: ast.VariableExpression, path: tuple[ast.Node, ...]) -> Variable | None:
    """A variable with the value of the assignment that it is the target of; None if it is read."""
    around = next((each for each in reversed(path) if isinstance(each, ast.AssignmentExpression)), None)
    is_target = around is not None and any(each is variable for each in _targets(around.left_expr))
    return Variable(variable.name, variable, around.right_expr) if around is not None and is_target else None


def _targets(node: ast.Node) -> list[ast.VariableExpression]:
    match node:
        case ast.VariableExpression() if "::" not in node.name:
            return [node]
        case ast.LiteralList():
            return [target for each in node.values for target in _targets(each)]
    return []


def _inherited(view: View, node: ast.Node, found: dict[str, Variable]) -> None:
    parent = node.parent_class if isinstance(node, ast.HostClassDefinition) else None
    seen: set[str] = set()
    while parent is not None and parent not in seen:
        seen.add(parent)
        above = view.known.loader.load(TypedName(CLASS, parent.lower().removeprefix("::")))
        if above is None:
            return
        for each in above.parameters:
            found.setdefault(each.name, Variable(each.name, about=f"from {above.name}"))
        for name in above.variables:
            found.setdefault(name, Variable(name, about=f"from {above.name}"))
        parent = above.parent


def type_of_variable(view: View, variable: Variable) -> Type | None:
    """The type of a variable; None if it is unknown."""
    name, node = variable.name, variable.node
    match node:
        case ast.Parameter():
            return declared(view, node) or _inferred(view, node)
        case ast.VariableExpression():
            found = view.type_of(node)
            return found if found is not None or variable.value is None else view.type_of(variable.value)
    return named_type(view, name)


def _inferred(view: View, parameter: ast.Parameter) -> Type | None:
    """The type that a parameter without a declared one has where the lambda around it reads it; None if it is unknown."""
    around = path_at(view.program, parameter.start)
    lambda_ = next((each for each in reversed(around) if isinstance(each, ast.LambdaExpression)), None)
    if lambda_ is None or parameter not in lambda_.parameters:
        return None
    reads = (each for each in ast.walk(lambda_) if isinstance(each, ast.VariableExpression) and each.name == parameter.name)
    return next((found for each in reads if (found := view.type_of(each)) is not None), None)


def declared(view: View, parameter: ast.Parameter) -> Type | None:
    """The declared type of a parameter; None without one."""
    if parameter.type_expr is None:
        return None
    text = view.text.slice(parameter.type_expr.start, parameter.type_expr.end)
    kind = type_from(text, view.known.external.type_named)
    return model.Array(kind) if parameter.captures_rest else kind


def named_type(view: View, name: str) -> Type | None:
    """The type of a variable that is not set in this file."""
    plain = name.removeprefix("::")
    match plain:
        case value_reads.FACTS:
            return facts_type()
        case value_reads.TRUSTED:
            return parse_builtin(TRUSTED)
        case value_reads.SERVER_FACTS:
            return parse_builtin(SERVER_FACTS)
        case "environment" | "title" | "name" | "module_name" | "caller_module_name":
            return model.STRING
    owner, _, leaf = plain.rpartition("::")
    if owner:
        found = view.known.external.class_named(owner.lower())
        return None if found is None else found.declared_types.get(leaf)
    known, more = fact(plain), view.known.target.variable(plain)
    return parse_builtin(known.type) if known is not None else None if more is None else parse_builtin(more)


def inside(type: Type | None, key: str | None) -> Type | None:
    """The type of the value of a key (None: any key); None if it is unknown."""
    match type:
        case model.TypeAlias():
            return inside(type.resolved, key)
        case model.Optional() | model.NotUndef():
            return inside(type.type, key)
        case model.Variant():
            return next((found for each in type.types if (found := inside(each, key)) is not None), None)
        case model.Struct():
            return next((each.value for each in type.elements if each.name == key), None)
        case model.Hash():
            return type.value
        case model.Array():
            return type.element
        case model.Tuple() if type.types:
            return type.types[int(key)] if key is not None and key.isdecimal() and int(key) < len(type.types) else type.types[0]
    return None


def keys_of(type: Type | None) -> list[model.StructElement]:
    """The known keys of values of a type."""
    match type:
        case model.TypeAlias():
            return keys_of(type.resolved)
        case model.Optional() | model.NotUndef():
            return keys_of(type.type)
        case model.Variant():
            return [element for each in type.types for element in keys_of(each)]
        case model.Struct():
            return list(type.elements)
    return []
