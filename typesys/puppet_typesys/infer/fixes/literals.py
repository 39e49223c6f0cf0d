"""Fixes that rewrite a literal as one of another type. They are safe, because the reference rejects the code as it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from puppet_grammar import ast
from puppet_typesys.diagnostics import Edit, Fix
from puppet_typesys.infer.fixes.context import Context
from puppet_typesys.types.mismatches import TypeMismatch
from puppet_typesys.types.model import Type
from puppet_typesys.types.relate import is_instance

NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?\Z")
QUOTED = re.compile(r"""(['"])([\w:.-]+)\1""")
WHOLE_VALUE = ("parameter", "subject")
"""The last step of a path that leads to a whole value, not to an element of it."""


class Form(NamedTuple):
    """Another form of a literal: its description, its value and its text."""

    title: str
    value: object
    text: str


def as_expected(context: Context) -> Iterator[Fix]:
    """Rewrite a String as a number or Boolean, or the reverse, if that is of the expected type."""
    expected, node = _expected(context), _literal(context)
    if expected is None or node is None:
        return
    for form in _forms(node, context.text.slice(node.start, node.end)):
        if is_instance(expected, form.value):
            yield Fix(form.title, (Edit(node.start, node.end, form.text),), "safe")
            return


def without_quotes(context: Context) -> Iterator[Fix]:
    """Remove the quotes of a number."""
    quoted = QUOTED.fullmatch(context.text.slice(context.start, context.end))
    if quoted is not None:
        yield Fix("Remove the quotes", (Edit(context.start, context.end, quoted[2]),), "safe")


def _forms(node: ast.Expression, written: str) -> Iterator[Form]:
    match node:
        case ast.LiteralString(value=value) if NUMBER.match(value):
            yield Form("Convert to a number", float(value) if "." in value else int(value), value)
        case ast.LiteralString(value="true" | "false" as value):
            yield Form("Convert to a Boolean", value == "true", value)
        case ast.LiteralInteger() | ast.LiteralFloat() | ast.LiteralBoolean():
            yield Form("Convert to a string", written, f"'{written}'")


def _expected(context: Context) -> Type | None:
    """The type that the whole value should have."""
    details = context.message.arguments.get("details")
    for each in details if isinstance(details, tuple) else ():
        if isinstance(each, TypeMismatch):
            return each.expected if each.path and each.path[-1].kind in WHOLE_VALUE else None
    return None


def _literal(context: Context) -> ast.Expression | None:
    """The literal that a finding is about: its own node, or the value of the attribute or argument that the message names."""
    match context.node:
        case ast.AttributeOperation(value_expr=value):
            return value
        case ast.CallNamedFunctionExpression(arguments=arguments):
            return _argument(context, arguments)
        case ast.CallMethodExpression(functor_expr=functor, arguments=arguments):
            return _argument(context, (functor.left_expr, *arguments))
        case ast.LiteralValue() as literal:
            return literal
    return None


def _argument(context: Context, arguments: tuple[ast.Expression, ...]) -> ast.Expression | None:
    """The argument for the parameter of a function that a message names."""
    name, parameter = str(context.message.arguments.get("function")), context.message.arguments.get("parameter")
    compiler = context.compiler
    own = compiler.function_named(name)
    found = compiler.resolver.function(name)
    signatures = [own.signature] if own is not None else found.signatures if found is not None else []
    index = next((each.names.index(parameter) for each in signatures if parameter in each.names), len(arguments))
    return arguments[index] if index < len(arguments) else None
