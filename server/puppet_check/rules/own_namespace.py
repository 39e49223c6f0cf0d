"""Variables of the class that a class inherits from, read without the name of the module: `$zsh::params::package` in `sys::zsh`.

The evaluation takes them for those of a module that is not there.
"""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.missing_modules import is_undeclared
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Severity
from puppet_typesys.edits import respelled
from puppet_typesys.issues.evaluation.names import unknown_variable
from puppet_typesys.loader import CLASS, TypedName


@unknown_variable.variant()
def without_module(variable: str) -> str:
    return f"unknown variable '{variable}'"


@rule(on=ast.HostClassDefinition, whole=True)
def check_class(definition: ast.HostClassDefinition, file: File) -> Iterator[Diagnostic]:
    """Report each read of a variable that only has a value with the name of the module before it."""
    module, colons, owner = (definition.parent_class or "").removeprefix("::").partition("::")
    found = file.known.external.load(TypedName(CLASS, f"{module}::{owner}")) if colons else None
    if found is None or "::" not in owner or not is_undeclared(owner.partition("::")[0], file.known.project):
        return
    for name, nodes in file.variables.items():
        class_name, _, variable = name.removeprefix("::").rpartition("::")
        if class_name == owner and (variable in found.variables or found.parameter(variable) is not None):
            for node in nodes if file.known.external.load(TypedName(CLASS, owner)) is None else ():
                meant = f"${module}::{owner}::{variable}"
                fixes = respelled(file.text, node.start, node.end, file.source(node), meant)
                message = without_module(f"{owner}::{variable}").suggesting(meant)
                yield message.at(node.start, node.end, fixes=fixes, severity=Severity.WARNING)
