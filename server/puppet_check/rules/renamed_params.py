"""Defaults of parameters that name the wrong class, where the class inherits the one that has the variable.

A module was copied or renamed: `$::ossec::params::user` in a class that inherits `wazuh::params`. Or the default of a parameter is the
parameter itself, which has no value yet: `$user = $wazuh::user`.
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

PARAMS = "params"


@unknown_variable.variant()
def variable_of_other_module(name: str, module: str) -> str:
    return f"unknown variable '{name}': the module '{module}' is neither installed nor declared as a dependency"


@unknown_variable.variant()
def default_of_itself(name: str, parent: str) -> str:
    return f"the default of the parameter is the parameter itself, '{name}'; the inherited class '{parent}' has that variable"


@rule(on=ast.HostClassDefinition, whole=True)
def check_own(node: ast.HostClassDefinition, file: File) -> Iterator[Diagnostic]:
    """Report parameters that are their own defaults, if the inherited class has a variable of the same name."""
    own, parent = node.name.lower().removeprefix("::"), (node.parent_class or "").lower().removeprefix("::")
    found = None
    for each in node.parameters if parent else ():
        value = each.value
        if isinstance(value, ast.VariableExpression) and value.name.lower().removeprefix("::") == f"{own}::{each.name}":
            found = found or file.known.external.load(TypedName(CLASS, parent))
            if found is not None and each.name in found.variables and not file.has_finding_in(value):
                meant = f"{parent}::{each.name}"
                fixes = respelled(file.text, value.start, value.end, value.name.removeprefix("::"), meant)
                message = default_of_itself(value.name, parent).suggesting(f"${meant}")
                yield message.at(value.start, value.end, fixes=fixes, severity=Severity.WARNING)


@rule(on=ast.HostClassDefinition, whole=True)
def check_defaults(node: ast.HostClassDefinition, file: File) -> Iterator[Diagnostic]:
    """Report such variables in the defaults of parameters."""
    parent = (node.parent_class or "").lower().removeprefix("::")
    own, _, last = parent.partition("::")
    if last != PARAMS:
        return
    for parameter in node.parameters:
        value = parameter.value
        if not isinstance(value, ast.VariableExpression) or file.has_finding_in(value):
            continue
        module, _, rest = value.name.removeprefix("::").partition("::")
        qualifier, _, variable = rest.rpartition("::")
        if qualifier != PARAMS or module == own or not is_undeclared(module, file.known.project):
            continue
        found = file.known.external.load(TypedName(CLASS, parent))
        if found is not None and (variable in found.variables or found.parameter(variable) is not None):
            meant = value.name.replace(f"{module}::", f"{own}::", 1)
            fixes = respelled(file.text, value.start, value.end, value.name.removeprefix("::"), meant.removeprefix("::"))
            message = variable_of_other_module(value.name, module).suggesting(meant)
            yield message.at(value.start, value.end, fixes=fixes, severity=Severity.WARNING)
