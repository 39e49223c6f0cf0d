"""Variables of a class of the own module, read without the name of the module or with that of another one.

`$zsh::params::package` in `sys::zsh`, and `$nova::params::package` in `glance`, which has `glance::params` with a `$package`. The
evaluation takes them for those of a module that is not there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from puppet_check.rules.class_never_included import OF_DEFAULTS
from puppet_check.rules.file import File
from puppet_check.rules.missing_modules import is_undeclared
from puppet_check.rules.rule import rule
from puppet_check.workspace.mentions import has_match
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Severity
from puppet_typesys.edits import respelled
from puppet_typesys.issues.evaluation.names import unknown_variable
from puppet_typesys.loader import CLASS, TypedName

MANIFESTS = ("manifests",)
MOST_MODULES = 5
"""For how many modules the own one is searched for other names."""


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
def check_params(program: ast.Program, file: File) -> Iterator[Diagnostic]:
    """Report variables of the `params` of a module that the own one does not mention otherwise, and whose own `params` have the same."""
    own = file.known.project.module_of(file.path)
    found = None if own is None else file.known.external.load(TypedName(CLASS, f"{own.name}{OF_DEFAULTS}"))
    if own is None or found is None:
        return
    by_module: dict[str, dict[str, list[ast.VariableExpression]]] = {}
    for name, nodes in file.variables.items():
        class_name, _, variable = name.removeprefix("::").rpartition("::")
        module, dots, _ = class_name.partition("::")
        if class_name == f"{module}{OF_DEFAULTS}" and dots and module != own.name:
            by_module.setdefault(module, {}).setdefault(variable, []).extend(nodes)
    for module, variables in islice(by_module.items(), MOST_MODULES):
        is_known = all(each in found.variables or found.parameter(each) is not None for each in variables)
        if is_known and is_undeclared(module, file.known.project) and not _is_used(module, own.folder, file):
            several = ((variable, node) for variable, nodes in variables.items() for node in nodes)
            for variable, node in (each for each in several if not _is_inherited_default(each[1], own.name, file)):
                meant = f"${own.name}{OF_DEFAULTS}::{variable}"
                fixes = respelled(file.text, node.start, node.end, file.source(node), meant)
                message = without_module(f"{module}{OF_DEFAULTS}::{variable}").suggesting(meant)
                yield message.at(node.start, node.end, fixes=fixes, severity=Severity.WARNING)


def _is_inherited_default(node: ast.VariableExpression, own: str, file: File) -> bool:
    """Whether it is the default of a parameter of a class that inherits the own `params`, which `renamed_params.py` looks at."""
    around = file.definition_around(node)
    parent = around.parent_class if isinstance(around, ast.HostClassDefinition) else None
    is_default = isinstance(file.parents.get(node), ast.Parameter)
    return is_default and (parent or "").lower().removeprefix("::") == f"{own}{OF_DEFAULTS}"


def _is_used(module: str, folder: str, file: File) -> bool:
    """Whether a manifest of a module names another one, other than for its defaults or in a comment."""
    file.known.world.ask_below(folder, MANIFESTS)
    pattern = re.compile(
        rf"^(?![ \t]*#)[^#\n]*(?<![\w$:{{./-])(?:::)?{module}(?![\w/.-])|\${{?(?:::)?{module}::(?!params::)", re.MULTILINE | re.IGNORECASE
    )
    return has_match(file.known.disk, folder, MANIFESTS, pattern, module)
