"""The relationships of one resource: names that are nearly metaparameters, the same resource before and after it, and the resource itself.

What stands before or after it in a chain of arrows counts as what its attributes name.

The evaluation reports these names for types that it knows, and cycles of resources that it has evaluated.
"""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_typesys.builtins.resource_types import native_type, relationship_metaparameters
from puppet_typesys.diagnostics import Diagnostic, Severity
from puppet_typesys.edits import respelled
from puppet_typesys.infer.issues import dependency_cycle
from puppet_typesys.issues.evaluation.parameters import unknown_parameter
from puppet_typesys.loader import DEFINE, RESOURCE_TYPE, TypedName
from puppet_typesys.spelling import is_one_letter_off

BEFORE = frozenset(("require", "subscribe"))
AFTER = frozenset(("before", "notify"))
FORWARD = frozenset(("->", "~>"))
LONGEST_CHAIN = 8
"""How many ends of a chain are compared with the next one."""
TITLES = (ast.LiteralString, ast.QualifiedName, ast.ConcatenatedString, ast.VariableExpression)
"""Titles that are one, of which two with the same text are the same."""
WORDS = {"requires": "require", "required": "require", "notifies": "notify", "subscribes": "subscribe"}


@unknown_parameter.variant()
def nearly_a_metaparameter(parameter: str, type: str) -> str:
    return f"no parameter named '{parameter}' on {type}"


@dependency_cycle.variant()
def both_before_and_after(reference: str) -> str:
    return f"this resource is both before and after {reference}"


@dependency_cycle.variant()
def before_itself(reference: str) -> str:
    return f"this resource is {reference}, which cannot be before or after itself"


@rule(on=ast.ResourceExpression, whole=True)
def check_bodies(node: ast.ResourceExpression, file: File) -> Iterator[Diagnostic]:
    """Report both in each body."""
    is_known = not isinstance(node.type_name, ast.QualifiedName) or _is_known(node.type_name.value.lower().removeprefix("::"), file)
    for body in node.bodies:
        given = [each for each in body.operations if isinstance(each, ast.AttributeOperation)]
        for each in () if is_known else given:
            yield from _misspelt(each, file.source(node.type_name), file)
        found = [*_contradictions(given, file), *_of_itself(node, body, given, file)] if node.form == "regular" else []
        if found and not _has_cycle(node, file):
            yield from found


@rule(on=ast.RelationshipExpression, whole=True)
def check_arrows(node: ast.RelationshipExpression, file: File) -> Iterator[Diagnostic]:
    """Report references that a resource has before itself in a chain and after itself in its attributes, or the other way round."""
    for left in () if _has_cycle(node, file) else _chained(node):
        for end, other, is_first in ((left, node.right_expr, True), (node.right_expr, left, False)):
            if not isinstance(end, ast.ResourceExpression) or end.form != "regular":
                continue
            names = BEFORE if is_first == (node.operator in FORWARD) else AFTER
            others = {file.source(each) for each in _references(other)}
            for body in end.bodies if others else ():
                for operation in body.operations:
                    if isinstance(operation, ast.AttributeOperation) and operation.attribute_name in names:
                        for each in _references(operation.value_expr):
                            if file.source(each) in others:
                                yield both_before_and_after(file.source(each)).at(each.start, each.end)


def _chained(node: ast.RelationshipExpression) -> Iterator[ast.Expression]:
    """The nearest ends of a chain that its last one is related to, by arrows of the same direction."""
    left, is_forward = node.left_expr, node.operator in FORWARD
    for _ in range(LONGEST_CHAIN):
        if not isinstance(left, ast.RelationshipExpression):
            yield left
            return
        end = left.right_expr
        yield end
        # A collector may find nothing, and then relates nothing.
        is_there = isinstance(end, ast.ResourceExpression) or any(_references(end))
        if (left.operator in FORWARD) != is_forward or not is_there:
            return
        left = left.left_expr


def _has_cycle(node: ast.Node, file: File) -> bool:
    """Whether the evaluation has found a cycle through a resource or chain."""
    findings = () if file.model is None else file.model.findings.values()
    return any(each.code == dependency_cycle.issue.code and node.start <= each.start <= node.end for each in findings)


def _is_known(type: str, file: File) -> bool:
    """Whether the evaluation knows the parameters of a type."""
    return native_type(type) is not None or any(file.known.external.load(TypedName(each, type)) for each in (DEFINE, RESOURCE_TYPE))


def _misspelt(operation: ast.AttributeOperation, type: str, file: File) -> Iterator[Diagnostic]:
    """The name of an attribute that is given a reference, and whose name is nearly that of a relationship."""
    name, names = operation.attribute_name, relationship_metaparameters()
    near = [WORDS[name]] if name in WORDS else [each for each in names if is_one_letter_off(name, each)]
    if name not in names and len(near) == 1 and any(_references(operation.value_expr)):
        end = operation.start + len(name.encode())
        fixes = respelled(file.text, operation.start, end, name, near[0])
        found = nearly_a_metaparameter(name, type).suggesting(near[0])
        yield found.at(operation.start, end, fixes=fixes, severity=Severity.WARNING)


def _contradictions(given: list[ast.AttributeOperation], file: File) -> Iterator[Diagnostic]:
    earlier = {file.source(each) for operation in given if operation.attribute_name in BEFORE for each in _references(operation.value_expr)}
    later = {file.source(each) for operation in given if operation.attribute_name in AFTER for each in _references(operation.value_expr)}
    for operation in given:
        name, value = operation.attribute_name, operation.value_expr
        if name in AFTER:
            for each in _references(value):
                if file.source(each) in earlier:
                    yield both_before_and_after(file.source(each)).at(each.start, each.end)
        if name in BEFORE | AFTER:
            others = earlier if name in AFTER else later
            both = next((file.source(each) for each in _alternatives(value, file) if file.source(each) in others), None)
            if both is not None:
                yield both_before_and_after(both).at(value.start, value.end, severity=Severity.WARNING)


def _alternatives(value: ast.Expression, file: File) -> Iterator[ast.AccessExpression]:
    """The references among the results of a selector that is a value, or that the variable is assigned which is the value."""
    if isinstance(value, ast.SelectorExpression):
        for entry in value.selectors:
            yield from _references(entry.value_expr)
    elif isinstance(value, ast.VariableExpression):
        scopes = file.scopes.around(value)
        for each in file.of_class(ast.AssignmentExpression):
            target = each.left_expr
            if isinstance(target, ast.VariableExpression) and target.name == value.name and file.scopes.around(target) == scopes:
                yield from _references(each.right_expr)
                if isinstance(each.right_expr, ast.SelectorExpression):
                    yield from _alternatives(each.right_expr, file)


def _of_itself(
    node: ast.ResourceExpression, body: ast.ResourceBody, given: list[ast.AttributeOperation], file: File
) -> Iterator[Diagnostic]:
    """The references of a resource to itself, by the text of its title."""
    type, title = file.source(node.type_name).lower().removeprefix("::"), _title(body.title, file)
    for operation in given if isinstance(body.title, TITLES) else ():
        for each in _references(operation.value_expr) if operation.attribute_name in BEFORE | AFTER else ():
            is_of_type = file.source(each.left_expr).lower().removeprefix("::") == type
            for key in each.keys if is_of_type else ():
                if isinstance(key, TITLES) and _title(key, file) == title:
                    yield before_itself(file.source(each)).at(key.start, key.end)


def _title(node: ast.Expression, file: File) -> tuple[bool, str]:
    """Whether a title is a constant, and its text."""
    if isinstance(node, ast.LiteralString | ast.QualifiedName):
        return True, node.value
    return False, file.source(node)


def _references(value: ast.Expression) -> Iterator[ast.AccessExpression]:
    """The references that are written out in a value."""
    for each in value.values if isinstance(value, ast.LiteralList) else (value,):
        if isinstance(each, ast.AccessExpression) and isinstance(each.left_expr, ast.QualifiedReference):
            yield each
