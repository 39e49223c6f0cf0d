"""A fix that declares a template parameter."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_grammar import ast
from puppet_typesys.diagnostics import Edit, Fix
from puppet_typesys.infer.fixes.context import Context


def declared(context: Context) -> Iterator[Fix]:
    """Declare a parameter of the template for an unknown variable."""
    name = context.message.arguments.get("name")
    body = context.program.body
    if not isinstance(body, ast.LambdaExpression) or not isinstance(body.body, ast.EppExpression):
        return
    if not isinstance(name, str) or "::" in name:
        return
    if body.parameters:
        at = body.parameters[-1].end
        yield Fix(f"Declare ${name}", (Edit(at, at, f", Any ${name}"),))
    elif not body.body.parameters_specified:
        yield Fix(f"Declare ${name}", (Edit(0, 0, f"<%- | Any ${name} | -%>\n"),))
