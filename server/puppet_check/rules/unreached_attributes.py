"""Misspelt attributes in code that the evaluation does not reach, such as an option that no value of the `case` equals.

Its author takes the code for reachable. Only slips are reported there: other attributes may be those of another version of Puppet, which a
condition around them asks for.
"""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.attributes import attributes_of_definition, attributes_of_type, near_attribute
from puppet_check.rules.deprecated_parameter import declared_by
from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_typesys.builtins.resource_types import native_type
from puppet_typesys.diagnostics import Diagnostic, Severity
from puppet_typesys.edits import respelled
from puppet_typesys.issues.evaluation.parameters import unknown_parameter


@rule(on=ast.ResourceExpression, whole=True)
def check_attributes(node: ast.ResourceExpression, file: File) -> Iterator[Diagnostic]:
    """Report an attribute that a type, class or define does not have, and that differs by a letter from one that it has."""
    for body in node.bodies:
        given = [each for each in body.operations if isinstance(each, ast.AttributeOperation)]
        known = _attributes(node, body, file) if given else None
        names = {each.attribute_name for each in given}
        for each in given if known is not None else ():
            name = each.attribute_name
            near = near_attribute(name, known or (), names)
            if near is None or _is_reported(node, file):
                continue
            end = each.start + len(name)
            fixes = respelled(file.text, each.start, end, name, near)
            found = unknown_parameter(name, file.source(node.type_name)).suggesting(near)
            yield found.at(each.start, end, fixes=fixes, severity=Severity.WARNING)


def _attributes(node: ast.ResourceExpression, body: ast.ResourceBody, file: File) -> frozenset[str] | None:
    """The attributes of what a body declares; None if that is not known, or it may have others."""
    kind = native_type(node.type_name.value.removeprefix("::")) if isinstance(node.type_name, ast.QualifiedName) else None
    if kind is not None and node.type_name.value != "class":  # type: ignore[attr-defined]  # it is a name
        return attributes_of_type(kind)
    found = declared_by(node, body, file)
    return None if found is None else attributes_of_definition(found)


def _is_reported(node: ast.ResourceExpression, file: File) -> bool:
    """Whether the evaluation has reported an attribute of a resource."""
    found = () if file.model is None else file.model.findings.values()
    return any(each.code == unknown_parameter.issue.code and node.start <= each.start < node.end for each in found)
