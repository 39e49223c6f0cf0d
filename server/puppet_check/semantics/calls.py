"""The calls of functions, written `f(a)` or `a.f`, and the tasks and plans that they run."""

from __future__ import annotations

from puppet_grammar import ast
from puppet_typesys.builtins.argument_roles import Role, functions_with
from puppet_typesys.loader import PLAN

TASK = "task"
RUNNING = {**dict.fromkeys(functions_with(Role.TASK), TASK), **dict.fromkeys(functions_with(Role.PLAN), PLAN)}
"""Functions whose first argument is the name of a task or plan."""
LOOKING_UP = functions_with(Role.HIERA_KEY) - {"hiera_include"}
"""Functions that give the value of the key that is their first argument."""


def called(node: ast.Node) -> str:
    """The name of the function that a call names; empty for other nodes."""
    match node:
        case ast.CallNamedFunctionExpression(functor_expr=ast.QualifiedName() as name):
            return name.value.removeprefix("::")
        case ast.CallMethodExpression(functor_expr=ast.NamedAccessExpression(right_expr=ast.QualifiedName() as name)):
            return name.value.removeprefix("::")
    return ""


def arguments(node: ast.Node) -> tuple[ast.Expression, ...]:
    """The arguments of a call, including the receiver before the dot."""
    match node:
        case ast.CallNamedFunctionExpression():
            return node.arguments
        case ast.CallMethodExpression():
            return (node.functor_expr.left_expr, *node.arguments)
    return ()


def run_around(path: tuple[ast.Node, ...]) -> tuple[str, str, ast.Node] | None:
    """The kind and the name of what the innermost call of a path runs, and the node of the name."""
    call = next((each for each in reversed(path) if called(each) in RUNNING), None)
    given = arguments(call) if call is not None else ()
    if call is None or not given or not isinstance(given[0], ast.LiteralString | ast.QualifiedName):
        return None
    return RUNNING[called(call)], given[0].value.removeprefix("::"), given[0]
