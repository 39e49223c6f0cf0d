"""Variables of the `params` class of a module that is not there, where the class inherits its own, which has the same variable.

Such a module was copied or renamed: `$::ossec::params::user` in a class that inherits `wazuh::params`.
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
