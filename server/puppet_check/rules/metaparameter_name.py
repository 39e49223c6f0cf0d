"""Parameters with a default that are named like metaparameters, whose values all resources of the class or define get as well.

Puppet refuses such names for parameters without a default, which the evaluation reports.
"""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_typesys.builtins.resource_types import metaparameters
from puppet_typesys.diagnostics import Diagnostic, Severity, issue


@issue(Severity.WARNING)
def metaparameter_name(parameter: str, definition: str) -> str:
    """Parameter named like a metaparameter"""
    # `Puppet::Resource::Type#warn_if_metaparam`
    return f"{parameter} is a metaparam; this value will inherit to all contained resources in the {definition} definition"


@rule(on=(ast.HostClassDefinition, ast.ResourceTypeDefinition))
def check_parameters(node: ast.HostClassDefinition | ast.ResourceTypeDefinition, file: File) -> Iterator[Diagnostic]:
    """Report the parameters of which Puppet warns whenever it loads the definition."""
    for each in node.parameters:
        if each.value is not None and each.name in metaparameters():
            yield metaparameter_name(each.name, node.name.lower().removeprefix("::")).at(*each.name_span)
