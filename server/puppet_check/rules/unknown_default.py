"""Defaults of attributes that a built-in resource type does not have."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_typesys.builtins.resource_types import metaparameters, native_type
from puppet_typesys.diagnostics import Diagnostic, Severity
from puppet_typesys.issues.evaluation.parameters import unknown_parameter
from puppet_typesys.spelling import LOW_SIMILARITY, closest


@unknown_parameter.variant()
def unknown_default(parameter: str, type: str) -> str:
    return f"no parameter named '{parameter}' on any {type}"


@rule(on=ast.ResourceDefaultsExpression, whole=True)
def check_defaults(node: ast.ResourceDefaultsExpression, file: File) -> Iterator[Diagnostic]:
    """Report attributes that fail as soon as a resource takes the default, unless the evaluation has found such a resource."""
    kind = native_type(node.type_ref.value.lower()) if isinstance(node.type_ref, ast.QualifiedReference) else None
    if kind is None or kind.is_open:
        return
    findings = () if file.model is None else file.model.findings.values()
    reported = {each.start for each in findings if each.code == unknown_parameter.issue.code}
    for each in node.operations:
        if isinstance(each, ast.AttributeOperation) and not kind.has_attribute(each.attribute_name) and each.start not in reported:
            meant = closest(each.attribute_name, kind.attributes | metaparameters(), LOW_SIMILARITY)
            message = unknown_default(each.attribute_name, kind.name.capitalize()).suggesting(meant)
            yield message.at(each.start, each.start + len(each.attribute_name.encode()), severity=Severity.WARNING)
