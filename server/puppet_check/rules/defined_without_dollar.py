"""Calls of `defined` with the name of a variable that lacks its `$`, which asks for a class or type of that name, or with an access."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.semantics.calls import arguments, called
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity, issue
from puppet_typesys.loader import CLASS, TypedName

ACCESS = lazy_pattern(r"\$(?:::)?[a-z]\w*(?:::\w+)*\[")
"""A variable and the beginning of an access to its value."""


@issue(Severity.WARNING)
def defined_without_dollar(name: str) -> str:
    """`defined` asks for a class with the name of a variable"""
    return f"this asks whether there is a class or resource type '{name}', and there is none; expected '${name}' for the variable"


@defined_without_dollar.variant()
def defined_access(text: str) -> str:
    return f"`defined` takes the name of a variable, and '{text}' is not one, so this is always false"


@rule(on=ast.CallNamedFunctionExpression, whole=True)
def check_defined(call: ast.CallNamedFunctionExpression, file: File) -> Iterator[Diagnostic]:
    """Report names that no class or type has, but a variable that the file reads, and accesses to the values of variables."""
    for each in arguments(call) if called(call) == "defined" else ():
        name = each.value if isinstance(each, ast.LiteralString) else ""
        plain = name.removeprefix("::")
        if ACCESS.match(name):
            yield defined_access(name).at(each.start, each.end)
        elif plain and _is_variable(plain, file) and not _may_be_definition(plain, file):
            fix = Fix("Add the '$'", (Edit(each.start, each.end, f"'${name}'"),))
            yield defined_without_dollar(name).at(each.start, each.end, fixes=(fix,))


def _is_variable(name: str, file: File) -> bool:
    return name in file.variables or f"::{name}" in file.variables


def _may_be_definition(name: str, file: File) -> bool:
    """Whether there is, or may be, a class or type with a name."""
    project, external = file.known.project, file.known.external
    if project.is_absent(name.partition("::")[0]) and ("::" in name or name in project.missing):
        return True
    own = map(str.lower, file.defined_names)
    return name in own or external.load(TypedName(CLASS, name)) is not None or external.resource_type(name) is not None
