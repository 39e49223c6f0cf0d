"""The calls of functions, written `f(a)` or `a.f`."""

from __future__ import annotations

from puppet_grammar import ast


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
