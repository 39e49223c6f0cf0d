"""Classes and defines of a module that its examples declare with parameters which they do not have. Examples are not evaluated."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.deprecated_parameter import declared_by
from puppet_check.rules.file import File
from puppet_grammar import ast
from puppet_typesys.builtins.resource_types import metaparameters
from puppet_typesys.diagnostics import Diagnostic, Severity
from puppet_typesys.edits import respelled
from puppet_typesys.issues.evaluation.parameters import unknown_parameter
from puppet_typesys.spelling import LOW_SIMILARITY, closest


@unknown_parameter.variant()
def unknown_in_example(parameter: str, owner: str) -> str:
    return f"'{owner}' has no parameter named '{parameter}'"


def unknown_parameters(file: File) -> Iterator[Diagnostic]:
    """The parameters that an example sets and the code of the module does not have."""
    if not file.path.endswith(".pp") or not file.known.project.is_example(file.path):
        return
    for node in file.of_class(ast.ResourceExpression):
        for body in node.bodies:
            yield from _check(node, body, file)


def _check(node: ast.ResourceExpression, body: ast.ResourceBody, file: File) -> Iterator[Diagnostic]:
    owner, module = declared_by(node, body, file), file.known.project.module_of(file.path)
    if owner is None or module is None or file.known.project.module_of(owner.place.path) != module:
        return
    for each in body.operations:
        if not isinstance(each, ast.AttributeOperation) or each.attribute_name in metaparameters() or not owner.lacks(each.attribute_name):
            continue
        end = each.start + len(each.attribute_name.encode())
        meant = closest(each.attribute_name, [one.name for one in owner.parameters], LOW_SIMILARITY)
        fixes = respelled(file.text, each.start, end, each.attribute_name, meant)
        found = unknown_in_example(each.attribute_name, owner.name).suggesting(meant)
        yield found.at(each.start, end, fixes=fixes, severity=Severity.WARNING)
