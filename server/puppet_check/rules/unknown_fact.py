"""Facts whose names are misspelt: no such fact is known, and a known one has nearly the same name.

Other unknown facts are not reported, because nodes can have facts of their own.
"""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_typesys.builtins.facts import fact, facts
from puppet_typesys.diagnostics import Diagnostic, Severity, issue
from puppet_typesys.edits import respelled
from puppet_typesys.infer.resolution import TOP_VARIABLES
from puppet_typesys.loader import FACT, TypedName
from puppet_typesys.spelling import closest, is_misspelt


@issue(Severity.WARNING)
def unknown_fact(name: str) -> str:
    """Misspelt name of a fact"""
    return f"unknown fact '{name}'"


@rule(on=ast.Program)
def check_variables(program: ast.Program, file: File) -> Iterator[Diagnostic]:
    """Report variables of the top scope, such as `$::os_nmae`; site manifests may set others."""
    for qualified, nodes in file.variables.items():
        name = qualified.removeprefix("::")
        if qualified.startswith("::") and "::" not in name and not file.known.project.sites:
            for node in nodes:
                yield from _check(name, node.end - len(name), node.end, file)


@rule(on=ast.AccessExpression)
def check_access(node: ast.AccessExpression, file: File) -> Iterator[Diagnostic]:
    """Report a key of `$facts`."""
    match node:
        case ast.AccessExpression(left_expr=ast.VariableExpression(name="facts" | "::facts"), keys=(ast.LiteralString() as key,)):
            yield from _check(key.value, key.start + 1, key.end - 1, file)


def _check(name: str, start: int, end: int, file: File) -> Iterator[Diagnostic]:
    if fact(name) is not None or name in TOP_VARIABLES or file.known.external.load(TypedName(FACT, name)) is not None:
        return
    known = [*facts(), *TOP_VARIABLES, *file.known.loader.fact_names()]
    if name in known or not is_misspelt(name, known) or name.replace("_", "") in {each.replace("_", "") for each in known}:
        return
    meant = closest(name, known)
    fixes = respelled(file.text, start, end, name, meant)
    yield unknown_fact(name).suggesting(meant).at(start, end, fixes=fixes)
