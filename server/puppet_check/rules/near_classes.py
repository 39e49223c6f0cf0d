"""Classes whose module is nearly the one of the file, which has a class with the rest of the name: `include 'quantun::params'`.

The evaluation takes them for classes of a module that is not installed.
"""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.semantics.calls import arguments, called
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Severity
from puppet_typesys.edits import respelled
from puppet_typesys.issues.evaluation.names import unknown_class
from puppet_typesys.loader import CLASS, TypedName
from puppet_typesys.spelling import is_one_letter_off

INCLUDING = frozenset(("include", "contain", "require"))
SHORTEST = 6
"""The length of the shortest names of modules that are compared: `mssql` and `mysql` are two modules."""


@unknown_class.variant()
def seemingly_unknown_class(name: str) -> str:
    return f"unknown class '{name}'"


@rule(on=ast.CallNamedFunctionExpression, whole=True)
def check_included(call: ast.CallNamedFunctionExpression, file: File) -> Iterator[Diagnostic]:
    """Report a class of a module that is neither there nor declared as a dependency."""
    for each in arguments(call) if called(call) in INCLUDING else ():
        if isinstance(each, ast.LiteralString | ast.QualifiedName):
            name = each.value.lower().removeprefix("::")
            meant = _meant(name, file)
            if meant is not None:
                fixes = respelled(file.text, each.start, each.end, name, meant)
                found = seemingly_unknown_class(name).suggesting(meant)
                yield found.at(each.start, each.end, fixes=fixes, severity=Severity.WARNING)


def _meant(name: str, file: File) -> str | None:
    """The class of the same module that was probably meant."""
    module, colons, rest = name.partition("::")
    project, loader = file.known.project, file.known.external
    own = project.module_of(file.path)
    if not colons or own is None or min(len(module), len(own.name)) < SHORTEST or not is_one_letter_off(module, own.name):
        return None
    if module in project.modules or module in project.missing or project.is_external(module) or loader.is_complete(TypedName(CLASS, name)):
        return None
    meant = f"{own.name}::{rest}"
    return meant if loader.load(TypedName(CLASS, meant)) is not None else None
