"""Defaults of attributes that a built-in resource type does not have, and misspelt relationships of any type."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_typesys.builtins.resource_types import metaparameters, native_type, relationship_metaparameters
from puppet_typesys.diagnostics import Diagnostic, Severity
from puppet_typesys.edits import respelled
from puppet_typesys.issues.evaluation.parameters import unknown_parameter
from puppet_typesys.spelling import LOW_SIMILARITY, closest, is_mistyped


@unknown_parameter.variant()
def unknown_default(parameter: str, type: str) -> str:
    return f"no parameter named '{parameter}' on any {type}"


@rule(on=ast.ResourceDefaultsExpression, whole=True)
def check_defaults(node: ast.ResourceDefaultsExpression, file: File) -> Iterator[Diagnostic]:
    """Report attributes that fail as soon as a resource takes the default, unless the evaluation has found such a resource."""
    if not isinstance(node.type_ref, ast.QualifiedReference):
        return
    kind = native_type(node.type_ref.value.lower())
    if kind is None or kind.is_open:
        yield from _misspelt_relationships(node, node.type_ref, file)
        return
    findings = () if file.model is None else file.model.findings.values()
    reported = {each.start for each in findings if each.code == unknown_parameter.issue.code}
    for each in node.operations:
        if isinstance(each, ast.AttributeOperation) and not kind.has_attribute(each.attribute_name) and each.start not in reported:
            meant = closest(each.attribute_name, kind.attributes | metaparameters(), LOW_SIMILARITY)
            message = unknown_default(each.attribute_name, kind.name.capitalize()).suggesting(meant)
            yield message.at(each.start, each.start + len(each.attribute_name.encode()), severity=Severity.WARNING)


def _misspelt_relationships(node: ast.ResourceDefaultsExpression, type: ast.QualifiedReference, file: File) -> Iterator[Diagnostic]:
    """Attributes with a reference to a resource that differ from a relationship that all types have by a slip of the fingers."""
    for each in node.operations:
        if isinstance(each, ast.AttributeOperation) and _is_reference(each.value_expr):
            slip = each.attribute_name
            near = [meant for meant in relationship_metaparameters() if is_mistyped(slip, meant)]
            if near:
                start, end = each.start, each.start + len(slip)
                fixes = respelled(file.text, start, end, slip, near[0])
                message = unknown_default(slip, type.cased_value).suggesting(near[0])
                yield message.at(start, end, fixes=fixes, severity=Severity.WARNING)


def _is_reference(value: ast.Expression) -> bool:
    if isinstance(value, ast.LiteralList):
        return bool(value.values) and all(map(_is_reference, value.values))
    return isinstance(value, ast.AccessExpression) and isinstance(value.left_expr, ast.QualifiedReference)
