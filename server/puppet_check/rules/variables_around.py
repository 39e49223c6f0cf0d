"""The variables that code can read without a qualifier, as far as the file shows: those of the definition and of the lambdas around it."""

from __future__ import annotations

from puppet_check.rules.file import File
from puppet_grammar import ast

OF_DEFINITIONS = frozenset(("caller_module_name", "module_name", "name", "title"))
"""Variables that each definition has."""


def variables_around(node: ast.Node, file: File) -> set[str]:
    """The parameters of the definition and of the lambdas around a node, and the variables that the definition assigns anywhere."""
    around = file.definition_around(node)
    if around is None:
        return set()
    names = {name for name, several in file.assignments.items() if any(around.start <= each.start < around.end for each in several)}
    names |= OF_DEFINITIONS
    inner: ast.Node | None = node
    while inner is not None:
        if inner is around or isinstance(inner, ast.LambdaExpression):
            names.update(each.name for each in getattr(inner, "parameters", ()))
        inner = None if inner is around else file.parents.get(inner)
    return names
