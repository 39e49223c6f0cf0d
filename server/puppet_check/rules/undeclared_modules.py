"""Misspelt parameters and names of modules that are neither installed nor declared, so that their author and release are unknown.

They are compared with what all published modules of this name have had in any release: a name that none has, and that differs by a letter
from one that some has, is a slip.
"""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.missing_modules import is_undeclared
from puppet_check.rules.near_classes import INCLUDING, seemingly_unknown_class, seemingly_unknown_resource_type
from puppet_check.rules.rule import rule
from puppet_check.semantics.calls import arguments, called
from puppet_grammar import ast
from puppet_typesys.builtins.resource_types import metaparameters
from puppet_typesys.diagnostics import Diagnostic, Severity
from puppet_typesys.edits import respelled
from puppet_typesys.issues.evaluation.parameters import unknown_owned_parameter
from puppet_typesys.loader import CLASS, DEFINE, TypedName
from puppet_typesys.spelling import is_one_letter_off, is_typo
from puppet_typesys.types.show import capitalize_segments

SHORTEST = 4
"""The length of the shortest parameters that are compared."""


@rule(on=ast.ResourceExpression, whole=True)
def check_resource(node: ast.ResourceExpression, file: File) -> Iterator[Diagnostic]:
    """Report the parameters of classes and defines, and the names of these, that are misspelt."""
    if not isinstance(node.type_name, ast.QualifiedName):
        return
    if node.type_name.value != "class":
        yield from _check_name(node.type_name, node.type_name.value, DEFINE, file)
        for body in node.bodies:
            yield from _check_parameters(body, node.type_name.value, DEFINE, file)
        return
    for body in node.bodies:
        if isinstance(body.title, ast.LiteralString | ast.QualifiedName):
            yield from _check_name(body.title, body.title.value, CLASS, file)
            yield from _check_parameters(body, body.title.value, CLASS, file)


@rule(on=ast.CallNamedFunctionExpression, whole=True)
def check_included(call: ast.CallNamedFunctionExpression, file: File) -> Iterator[Diagnostic]:
    """Report the classes that are included and misspelt."""
    for each in arguments(call) if called(call) in INCLUDING else ():
        if isinstance(each, ast.LiteralString | ast.QualifiedName):
            yield from _check_name(each, each.value, CLASS, file)


def _check_name(node: ast.Expression, written: str, kind: str, file: File) -> Iterator[Diagnostic]:
    name = written.lower().removeprefix("::")
    module, colons, _ = name.partition("::")
    if not colons or not _is_unknown(module, file):
        return
    names = file.known.loader.interfaces.undeclared_names(module, kind)
    if name not in names and is_typo(name, names):
        near = [each for each in names if is_one_letter_off(name, each)]
        if len(near) == 1:
            found = seemingly_unknown_class if kind == CLASS else seemingly_unknown_resource_type
            fixes = respelled(file.text, node.start, node.end, name, near[0])
            yield found(written).suggesting(near[0]).at(node.start, node.end, fixes=fixes, severity=Severity.WARNING)


def _check_parameters(body: ast.ResourceBody, written: str, kind: str, file: File) -> Iterator[Diagnostic]:
    name = written.lower().removeprefix("::")
    given = [each for each in body.operations if isinstance(each, ast.AttributeOperation)]
    if not given or not _is_unknown(name.partition("::")[0], file):
        return
    found = file.known.loader.interfaces.undeclared(TypedName(kind, name))
    if found is None or found.is_open:
        return
    known = [each.name for each in found.parameters]
    for each in given:
        parameter = each.attribute_name
        if len(parameter) < SHORTEST or parameter in known or parameter in metaparameters():
            continue
        near = [other for other in known if is_one_letter_off(parameter, other)]
        if len(near) == 1:
            owner = f"Class[{capitalize_segments(name)}]" if kind == CLASS else capitalize_segments(name)
            end = each.start + len(parameter)
            fixes = respelled(file.text, each.start, end, parameter, near[0])
            message = unknown_owned_parameter(parameter, owner).suggesting(near[0])
            yield message.at(each.start, end, fixes=fixes, severity=Severity.WARNING)


def _is_unknown(module: str, file: File) -> bool:
    """Whether a module is not there and nothing says which one it is."""
    return is_undeclared(module, file.known.project) and module not in file.known.loader.absence.misnamed()
