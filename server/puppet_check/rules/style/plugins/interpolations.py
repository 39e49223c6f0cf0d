"""Values that are interpolated into commands."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.style.rule import StyleFile, style, style_issue
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic
from puppet_typesys.types import model
from puppet_typesys.types.narrow import members

COMMANDS = frozenset(("command", "onlyif", "unless"))
ESCAPING = frozenset(
    ("batch_escape", "powershell_escape", "shell_escape", "stdlib::batch_escape", "stdlib::powershell_escape", "stdlib::shell_escape")
)
HARMLESS = (model.Numeric, model.Integer, model.Float, model.Boolean, model.Enum, model.Pattern)
"""The types of values that the author of the code has restricted."""


@style_issue()
def check_unsafe_interpolations(code: str) -> str:
    """Value that is interpolated into the command of an `exec`"""
    return f"`{code}` is interpolated into a command, and a shell may interpret its value; expected an array of arguments"


@style(on=ast.ResourceExpression)
def check_commands(resource: ast.ResourceExpression, file: StyleFile) -> Iterator[Diagnostic]:
    """Report interpolations in commands, also in a title that is the command."""
    if not isinstance(resource.type_name, ast.QualifiedName) or resource.type_name.value != "exec":
        return
    for body in resource.bodies:
        attributes = [each for each in body.operations if isinstance(each, ast.AttributeOperation)]
        commands = [each.value_expr for each in attributes if each.attribute_name in COMMANDS]
        if all(each.attribute_name != "command" for each in attributes):
            commands += body.title.values if isinstance(body.title, ast.LiteralList) else (body.title,)
        for command in commands:
            yield from _interpolated(command, file)


def _interpolated(command: ast.Expression, file: StyleFile) -> Iterator[Diagnostic]:
    """Report the interpolations of a string that may need to be escaped."""
    if not isinstance(command, ast.ConcatenatedString):
        return
    for each in command.segments:
        if isinstance(each, ast.TextExpression | ast.VariableExpression) and not _is_harmless(each, file):
            inner = each.expr if isinstance(each, ast.TextExpression) else each
            yield check_unsafe_interpolations(file.source(inner)).at(inner.start, inner.end)


def _is_harmless(node: ast.Expression, file: StyleFile) -> bool:
    """Whether a value is escaped, or of a type without characters that mean something in a shell."""
    inner = node.expr if isinstance(node, ast.TextExpression) else node
    if isinstance(inner, ast.CallNamedFunctionExpression) and isinstance(inner.functor_expr, ast.QualifiedName):
        return inner.functor_expr.value in ESCAPING
    if isinstance(inner, ast.CallMethodExpression):
        name = inner.functor_expr.right_expr
        return isinstance(name, ast.QualifiedName) and name.value in ESCAPING
    type = None if file.model is None else file.model.type_of(inner)
    return type is not None and all(isinstance(each, HARMLESS) for each in members(type))
