"""Whether code may declare or change resources, as far as its text tells."""

from __future__ import annotations

from collections.abc import Callable

from puppet_grammar import ast

DECLARING = (
    ast.ResourceExpression,
    ast.ResourceOverrideExpression,
    ast.ResourceDefaultsExpression,
    ast.CollectExpression,
    ast.RelationshipExpression,
)
"""Expressions that declare or change resources."""
DECLARING_FUNCTIONS = frozenset(("include", "contain", "require", "hiera_include", "realize", "create_resources", "tag"))
"""Built-in functions that do so."""


def has_effects(body: ast.Node, is_pure: Callable[[str], bool]) -> bool:
    """Whether code may declare or change resources; `is_pure` tells whether a function certainly does not."""
    return any(isinstance(each, DECLARING) or _calls_declaring(each, is_pure) for each in ast.walk(body))


def _calls_declaring(node: ast.Node, is_pure: Callable[[str], bool]) -> bool:
    match node:
        case ast.CallNamedFunctionExpression(functor_expr=ast.QualifiedName() as name):
            return not is_pure(name.value)
        case ast.CallMethodExpression():
            method = node.functor_expr.right_expr
            return not (isinstance(method, ast.QualifiedName) and is_pure(method.value))
    return False
