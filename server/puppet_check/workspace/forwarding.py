"""Untyped parameters that a body always forwards to a class, define or function, whose own parameter may have a type."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from puppet_grammar import ast
from puppet_typesys.evaluate.unconditional import unconditional_nodes
from puppet_typesys.loader import CLASS, DEFINE, FUNCTION, Forwarded

LEAVING = frozenset(("return", "next", "break"))


def forwarded_parameters(definition: ast.HostClassDefinition | ast.ResourceTypeDefinition) -> dict[str, tuple[Forwarded, ...]]:
    """The parameters that each untyped parameter is forwarded to, by its name."""
    names = {each.name for each in definition.parameters if each.type_expr is None}
    if not names or definition.body is None:
        return {}
    nodes = unconditional_nodes(definition.body)
    forwarded = [(node.start, name, target) for node in nodes for name, target in _forwarded_by(node) if name in names]
    if not forwarded:
        return {}
    end = _first_way_out(definition.body)
    found: dict[str, dict[Forwarded, None]] = defaultdict(dict)
    for start, name, target in forwarded:
        if start < end:
            found[name][target] = None
    return {name: tuple(targets) for name, targets in found.items()}


def _first_way_out(body: ast.Node) -> int:
    """The offset of the first call that may leave the body; its end if there is none."""
    calls = ast.of_class(body, ast.CallNamedFunctionExpression)
    starts = [each.start for each in calls if isinstance(each.functor_expr, ast.QualifiedName) and each.functor_expr.value in LEAVING]
    return min(starts, default=body.end)


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
