"""Misspelt attributes and variables in code that the evaluation does not reach, such as an option that no value of the `case` equals.

Its author takes the code for reachable. Only slips are reported there: other attributes may be those of another version of Puppet, which a
condition around them asks for. Variables are compared with those in scope, if no node, fact or class around has one of such a name.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from puppet_check.rules.attributes import attributes_of_definition, attributes_of_type, near_attribute
from puppet_check.rules.deprecated_parameter import declared_by
from puppet_check.rules.erb_unset_variable import variables_of_class
from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.rules.unknown_fact import is_of_nodes
from puppet_grammar import ast
from puppet_typesys.builtins.resource_types import native_type
from puppet_typesys.diagnostics import Diagnostic, Severity
from puppet_typesys.edits import respelled
from puppet_typesys.issues.evaluation.names import unknown_variable
from puppet_typesys.issues.evaluation.parameters import unknown_parameter
from puppet_typesys.spelling import TextsByParts, is_mistyped, is_one_letter_off

SHORTEST = 6
"""The length of the shortest names that are compared."""
MOST = 200
"""The number of names of a file that are compared."""


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


@rule(on=ast.Program, whole=True)
def check_variables(program: ast.Program, file: File) -> Iterator[Diagnostic]:
    """Report the first read of a variable that nothing sets and that differs by a letter from one in scope."""
    if file.model is None:
        return
    values = file.model.values
    unset = (each for each in file.variables if len(each) >= SHORTEST and "::" not in each and each not in file.assignments)
    unreached = (each for each in unset if not any(id(node) in values for node in file.variables[each]))
    parts: dict[int, TextsByParts] = {}
    for name in islice(unreached, MOST):
        node = file.variables[name][0]
        near = _near_variables(node, file, parts)
        if len(near) != 1 or is_of_nodes(name, file) or name in file.known.assignments.all_variables or _is_reported_variable(name, file):
            continue
        meant = next(iter(near))
        fixes = respelled(file.text, node.start, node.end, f"${name}", f"${meant}")
        yield unknown_variable(name).suggesting(meant).at(node.start, node.end, fixes=fixes, severity=Severity.WARNING)


def _near_variables(node: ast.VariableExpression, file: File, parts: dict[int, TextsByParts]) -> dict[str, None]:
    """The variables in scope that a name may mean; none if it is one of them, or if a scope inherits others.

    `parts` are those of the scopes by their identity, made on demand.
    """
    scopes = file.scopes.around(node)
    if any(node.name in each.names for each in (*scopes, *file.scopes.all)):
        return {}
    for each in scopes:
        if isinstance(each.node, ast.HostClassDefinition) and each.node.parent_class is not None:
            inherited = variables_of_class(each.node.parent_class, file.known.external)
            if inherited is None or node.name in inherited:
                return {}
    for each in scopes:
        if id(each) not in parts:
            parts[id(each)] = TextsByParts(each.names)
    names = (name for each in scopes for name in parts[id(each)].near(node.name))
    return {each: None for each in names if is_mistyped(node.name, each) or is_one_letter_off(node.name, each)}


def _is_reported_variable(name: str, file: File) -> bool:
    """Whether the evaluation has reported a variable."""
    starts = {each.start for each in file.model.findings.values()} if file.model is not None else set()
    return any(each.start in starts for each in file.variables[name])
