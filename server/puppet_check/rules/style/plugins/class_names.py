"""Names of classes that begin with `::`, which has no effect since Puppet 4."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.style.rule import StyleFile, style, style_issue
from puppet_grammar import ast
from puppet_typesys.builtins.argument_roles import Role, functions_with
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix

DECLARING = functions_with(Role.CLASS)
"""The functions that declare the classes that their arguments name."""


@style_issue()
def relative_classname_inclusion(name: str) -> str:
    """Class that is declared or inherited by a name with `::` in front"""
    return f"class `{name}` with `::` in front, which has no effect"


@style_issue()
def relative_classname_reference(name: str) -> str:
    """Reference to a class by a name with `::` in front"""
    return f"reference to class `{name}` with `::` in front, which has no effect"


@style(on=ast.CallNamedFunctionExpression)
def check_calls(call: ast.CallNamedFunctionExpression, file: StyleFile) -> Iterator[Diagnostic]:
    """Report the arguments of functions that declare classes."""
    if isinstance(call.functor_expr, ast.QualifiedName) and call.functor_expr.value in DECLARING:
        for name, at in _absolute(call.arguments, file):
            yield relative_classname_inclusion(name).at(at, at + 2 + len(name), fixes=_without(at))


@style(on=ast.ResourceExpression)
def check_declarations(resource: ast.ResourceExpression, file: StyleFile) -> Iterator[Diagnostic]:
    """Report the titles of classes that are declared like resources."""
    if isinstance(resource.type_name, ast.QualifiedName) and resource.type_name.value == "class":
        for name, at in _absolute([each.title for each in resource.bodies], file):
            yield relative_classname_inclusion(name).at(at, at + 2 + len(name), fixes=_without(at))


@style(on=ast.HostClassDefinition)
def check_parents(definition: ast.HostClassDefinition, file: StyleFile) -> Iterator[Diagnostic]:
    """Report the names of parent classes."""
    at = definition.parent_start
    if at is not None and file.text.source.startswith(b"::", at):
        name = (definition.parent_class or "").removeprefix("::")
        yield relative_classname_inclusion(name).at(at, at + 2 + len(name), fixes=_without(at))


@style(on=ast.AccessExpression)
def check_references(access: ast.AccessExpression, file: StyleFile) -> Iterator[Diagnostic]:
    """Report the names in references to classes."""
    if isinstance(access.left_expr, ast.QualifiedReference) and access.left_expr.value == "class":
        for name, at in _absolute(access.keys, file):
            yield relative_classname_reference(name).at(at, at + 2 + len(name), fixes=_without(at))


def _absolute(names: list[ast.Expression] | tuple[ast.Expression, ...], file: StyleFile) -> Iterator[tuple[str, int]]:
    """The literal names, also those in an array, that begin with `::`: each without it, and its offset."""
    for each in names:
        if isinstance(each, ast.LiteralList):
            yield from _absolute(each.values, file)
        elif isinstance(each, ast.QualifiedName | ast.LiteralString) and each.value.startswith("::"):
            at = each.start if isinstance(each, ast.QualifiedName) else each.start + 1
            if file.text.source.startswith(b"::", at):
                yield each.value.removeprefix("::"), at


def _without(at: int) -> tuple[Fix, ...]:
    return (Fix("Remove ::", (Edit(at, at + 2, ""),), "safe"),)
