"""Fixes of calls with arguments that a function does not accept."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_grammar import ast
from puppet_typesys.diagnostics import Edit, Fix
from puppet_typesys.infer.fixes.context import Context
from puppet_typesys.infer.fixes.literals import as_expected

IGNORED = {"regsubst": 5}
"""Functions whose last argument Puppet ignored for long, with the number of arguments including it."""


def accepted(context: Context) -> Iterator[Fix]:
    """Convert literals to the expected types, or remove an argument that is ignored."""
    yield from as_expected(context)
    node = context.node
    match node:
        case ast.CallNamedFunctionExpression(functor_expr=ast.QualifiedName(value=name), arguments=(*_, before, last)):
            count = len(node.arguments)
        case ast.CallMethodExpression(
            functor_expr=ast.NamedAccessExpression(right_expr=ast.QualifiedName(value=name)), arguments=(*_, before, last)
        ):
            count = len(node.arguments) + 1
        case _:
            return
    if IGNORED.get(name.removeprefix("::")) == count:
        yield Fix("Remove the ignored argument", (Edit(before.end, last.end, ""),), "safe")
