"""Defaults of a define that read a variable of a class which only the body of the define includes.

The defaults are evaluated before the body, so that the variable has a value only if something else has included the class before.
"""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.near_classes import INCLUDING
from puppet_check.rules.rule import rule
from puppet_check.semantics.calls import arguments, called
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Severity, issue
from puppet_typesys.loader import CLASS, TypedName

MOST_PARENTS = 10


@issue(Severity.INFO)
def late_include(variable: str, class_name: str) -> str:
    """Default reads a variable of a class that the body includes"""
    return f"`${variable}` is read before the body includes '{class_name}', which sets it"


@rule(on=ast.ResourceTypeDefinition, whole=True)
def check_defaults(node: ast.ResourceTypeDefinition, file: File) -> Iterator[Diagnostic]:
    """Report each such variable, with the statement of the body that comes too late."""
    defaults = [each.value for each in node.parameters if each.value is not None]
    read = [each for value in defaults for each in ast.of_class(value, ast.VariableExpression) if "::" in each.name.removeprefix("::")]
    if not read:
        return
    included = dict(_included(node.body, file))
    for each in read:
        owner = each.name.removeprefix("::").rpartition("::")[0]
        if owner in included:
            yield late_include(each.name, included[owner]).at(each.start, each.end)


def _included(body: ast.Expression | None, file: File) -> Iterator[tuple[str, str]]:
    """The classes that a body always includes, and those that they inherit from, each with the one that is named."""
    statements = body.statements if isinstance(body, ast.BlockExpression) else () if body is None else (body,)
    for statement in statements:
        for each in arguments(statement) if called(statement) in INCLUDING else ():
            if isinstance(each, ast.LiteralString | ast.QualifiedName):
                yield from ((name, each.value.removeprefix("::")) for name in _with_parents(each.value.removeprefix("::").lower(), file))


def _with_parents(name: str, file: File) -> Iterator[str]:
    for _ in range(MOST_PARENTS):
        found = file.known.external.load(TypedName(CLASS, name))
        if found is None:
            return
        yield name
        if found.parent is None:
            return
        name = found.parent.removeprefix("::").lower()
