"""Untyped parameters that a body forwards to a class, define or function, whose own may have a type, and templates that it fills in."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from puppet_check.workspace.body_nodes import BodyNodes
from puppet_grammar import ast
from puppet_typesys.loader import CLASS, DEFINE, FUNCTION, Forwarded
from puppet_typesys.values.condition import Condition

LEAVING = frozenset(("return", "next", "break"))


def forwarded_parameters(
    definition: ast.HostClassDefinition | ast.ResourceTypeDefinition, body: BodyNodes | None
) -> dict[str, tuple[Forwarded, ...]]:
    """The parameters that each untyped parameter is forwarded to, by its name."""
    names = {each.name for each in definition.parameters if each.type_expr is None}
    if not names or body is None:
        return {}
    calls = body.of_class(ast.CallNamedFunctionExpression)
    methods = body.of_class(ast.CallMethodExpression)
    candidates = sorted((*body.of_class(ast.ResourceExpression), *calls, *methods), key=lambda each: each.start)
    forwarding = [(node, name, target) for node in candidates for name, target in _forwarded_by(node) if name in names]
    end = _first_way_out(calls, body.body.end)
    all_names = {each.name for each in definition.parameters}
    found: dict[str, dict[Forwarded, None]] = defaultdict(dict)
    for node, name, target in forwarding:
        when = body.conditions(node, all_names) if node.start < end else None
        if when is not None:
            found[name][target._replace(when=when)] = None
    return {name: tuple(targets) for name, targets in found.items()}


def filled_templates(
    definition: ast.HostClassDefinition | ast.ResourceTypeDefinition, body: BodyNodes | None
) -> tuple[tuple[str, tuple[Condition, ...]], ...]:
    """The names of the templates that a definition with parameters fills in, and the conditions on which it does."""
    if not definition.parameters or body is None:
        return ()
    calls = body.of_class(ast.CallNamedFunctionExpression)
    filling = [each for each in calls if isinstance(each.functor_expr, ast.QualifiedName) and each.functor_expr.value == "template"]
    end = _first_way_out(calls, body.body.end) if filling else 0
    names = {each.name for each in definition.parameters}
    found: dict[tuple[str, tuple[Condition, ...]], None] = {}
    for each in sorted(filling, key=lambda each: each.start):
        when = body.conditions(each, names) if each.start < end else None
        for argument in each.arguments if when is not None else ():
            if isinstance(argument, ast.LiteralString) and when is not None:
                found[argument.value, when] = None
    return tuple(found)


def _first_way_out(calls: Iterable[ast.CallNamedFunctionExpression], end: int) -> int:
    """The offset of the first of some calls that may leave the body, which ends at an offset."""
    starts = [each.start for each in calls if isinstance(each.functor_expr, ast.QualifiedName) and each.functor_expr.value in LEAVING]
    return min(starts, default=end)


def _forwarded_by(node: ast.Node) -> Iterator[tuple[str, Forwarded]]:
    match node:
        case ast.ResourceExpression(form="regular", type_name=ast.QualifiedName() as type_name):
            for body in node.bodies:
                yield from _by_resource(type_name.value.removeprefix("::"), body)
        case ast.CallNamedFunctionExpression(functor_expr=ast.QualifiedName() as function):
            for index, argument in enumerate(node.arguments):
                if isinstance(argument, ast.UnfoldExpression):
                    break
                name = _variable(argument)
                if name is not None:
                    yield name, Forwarded(FUNCTION, function.value.removeprefix("::"), str(index))
        case ast.CallMethodExpression(functor_expr=ast.NamedAccessExpression(left_expr=subject, right_expr=ast.QualifiedName() as method)):
            name = _variable(subject)
            if name is not None:
                yield name, Forwarded(FUNCTION, method.value.removeprefix("::"), "0")


def _by_resource(type_name: str, body: ast.ResourceBody) -> Iterator[tuple[str, Forwarded]]:
    kind, target = DEFINE, type_name
    if type_name == "class":
        if not isinstance(body.title, ast.LiteralString):
            return
        kind, target = CLASS, body.title.value.lower().removeprefix("::")
    for each in body.operations:
        name = _variable(each.value_expr) if isinstance(each, ast.AttributeOperation) and each.operator == "=>" else None
        if name is not None and isinstance(each, ast.AttributeOperation):
            yield name, Forwarded(kind, target, each.attribute_name)


def _variable(node: ast.Expression) -> str | None:
    return node.name if isinstance(node, ast.VariableExpression) and isinstance(node.expr, ast.QualifiedName) else None
