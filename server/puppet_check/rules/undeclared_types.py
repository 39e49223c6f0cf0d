"""Misspelt attributes of resource types without a module that nothing declares: `vcsrepo { '/srv/app': providet => git }`.

The published modules that have a type of this name show which attributes it has had. One that none has, and that differs by a letter from
another, is a slip, as long as all other attributes of the resource exist: otherwise the type is that of somebody else. Of a type that no
published module has, only the attributes that all types have are known.
"""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.attributes import SHORTEST, near_attribute
from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_typesys.builtins.resource_types import metaparameters, native_type
from puppet_typesys.diagnostics import Diagnostic, Message, Severity
from puppet_typesys.edits import respelled
from puppet_typesys.issues.evaluation.parameters import unknown_parameter
from puppet_typesys.loader import DEFINE, RESOURCE_TYPE, TypedName

KINDS = (RESOURCE_TYPE, DEFINE)
COMMON = frozenset(("ensure", "provider"))
"""Attributes that types of any module have, apart from metaparameters (`misspelt_parameter`)."""


@unknown_parameter.variant()
def unpublished_attribute(parameter: str, resource: str) -> str:
    return f"no published module has a resource type '{resource}' with a parameter '{parameter}'"


@unknown_parameter.variant()
def unlikely_attribute(parameter: str, resource: str) -> str:
    return f"'{parameter}' is hardly a parameter of '{resource}', which is not known"


@rule(on=ast.ResourceExpression, whole=True)
def check_attributes(node: ast.ResourceExpression, file: File) -> Iterator[Diagnostic]:
    """Report an attribute of a type of a module that is neither there nor declared, with nearly the name of one that the type has."""
    kind = node.type_name
    if not isinstance(kind, ast.QualifiedName) or kind.value == "class" or native_type(kind.value) is not None:
        return
    given = [[each for each in body.operations if isinstance(each, ast.AttributeOperation)] for body in node.bodies]
    if all(each.attribute_name in COMMON for operations in given for each in operations) or _is_defined(kind.value, file):
        return
    own = file.known.loader.interfaces.attributes_anywhere(kind.value) if "::" not in kind.value else None
    known = None if own is None else own | metaparameters()
    for operations in given:
        names = {each.attribute_name for each in operations}
        if known is None:
            yield from _unlikely(operations, kind.value, names, file)
        elif len(operations) > 1 and len(names - known) == 1:
            slip = next(each for each in operations if each.attribute_name not in known)
            near = near_attribute(slip.attribute_name, known, names)
            if near is not None and near.rstrip("s") != slip.attribute_name.rstrip("s"):
                yield _found(slip, unpublished_attribute(slip.attribute_name, kind.value), near, file)


def _unlikely(operations: list[ast.AttributeOperation], type: str, names: set[str], file: File) -> Iterator[Diagnostic]:
    """Slips in attributes that all types have; a word with a letter more or less may be another attribute."""
    for each in operations:
        near = near_attribute(each.attribute_name, COMMON, names)
        if near is not None and len(near) == len(each.attribute_name) > SHORTEST:
            yield _found(each, unlikely_attribute(each.attribute_name, type), near, file)


def _found(operation: ast.AttributeOperation, message: Message, meant: str, file: File) -> Diagnostic:
    start, end = operation.start, operation.start + len(operation.attribute_name)
    fixes = respelled(file.text, start, end, operation.attribute_name, meant)
    return message.suggesting(meant).at(start, end, fixes=fixes, severity=Severity.WARNING)


def _is_defined(type: str, file: File) -> bool:
    """Whether the file, or anything that is known, defines a type."""
    name = type.removeprefix("::")
    if name in file.defined_names:
        return True
    return any(file.known.external.load(TypedName(each, name)) is not None for each in KINDS)
