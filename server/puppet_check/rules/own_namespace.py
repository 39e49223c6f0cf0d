"""Variables of a module that is not there, read instead of the own: `$zsh::params::x` in `sys::zsh`, `$nova::params::x` in `glance`.

The first lacks the name of the module before the class that is inherited from. In the second, the own module has such a class with such a
variable, and nothing in it declares or includes a class of the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.missing_modules import is_undeclared
from puppet_check.rules.rule import rule
from puppet_check.workspace.mentions import texts
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Severity
from puppet_typesys.edits import respelled
from puppet_typesys.issues.evaluation.names import unknown_variable
from puppet_typesys.loader import CLASS, TypedName

FOLDERS = ("manifests",)


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


@rule(on=ast.Program, whole=True)
def check_program(program: ast.Program, file: File) -> Iterator[Diagnostic]:
    """Report each read of a variable of a class of a module that is not there, if the own module's class of that name has the variable."""
    module = file.known.project.module_of(file.path)
    if module is None:
        return
    for name, nodes in file.variables.items():
        other, _, rest = name.lower().removeprefix("::").partition("::")
        owner, colons, variable = rest.rpartition("::")
        if not colons or other == module.name or not is_undeclared(other, file.known.project):
            continue
        found = file.known.external.load(TypedName(CLASS, f"{module.name}::{owner}"))
        if found is None or (variable not in found.variables and found.parameter(variable) is None) or _is_used(other, module.folder, file):
            continue
        meant = f"{'::' * name.startswith('::')}{module.name}::{owner}::{variable}"
        for node in nodes:
            written = file.source(node)
            fixes = respelled(file.text, node.start, node.end, written, f"${meant}" if written.startswith("$") else meant)
            message = without_module(name.removeprefix("::")).suggesting(f"${meant}")
            yield message.at(node.start, node.end, fixes=fixes, severity=Severity.WARNING)


def _is_used(other: str, folder: str, file: File) -> bool:
    """Whether manifests of the file's module name classes, types or references of another module, or read its variables elsewhere."""
    file.known.world.ask_below(folder, FOLDERS)
    name = rf"(?:::)?{re.escape(other)}"
    named = rf"(?<![\w$:{{]){name}(?:::|['\"]|\s*\{{|\s*$)|\b(?:include|contain|require|inherits)\s+{name}\b"
    used = re.compile(named, re.IGNORECASE | re.MULTILINE)
    several = [text for text in texts(file.known.disk, folder, FOLDERS) if text != file.characters]
    reads = sum(f"${other}::" in text or f"::{other}::" in text or f"{{{other}::" in text for text in several)
    return reads > 0 or any(used.search(text) for text in (file.characters, *several))
