"""Numbers that are meant as modes of files, where the evaluation does not see the file: `$mode = 0644`.

A mode is a string. The number 0644 is 420 in decimal, and the file that gets it refuses it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from puppet_check.rules.deprecated_parameter import declared_by
from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.workspace.mentions import has_match
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.builtins.resource_types import NAMES
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity
from puppet_typesys.infer.issues import wrong_value
from puppet_typesys.loader import RESOURCE_TYPE, Definition, TypedName

MODE = lazy_pattern(r"(?:\w*_)?mode\Z")
OCTAL = lazy_pattern(r"0[0-7]{3,4}\Z")
WITHOUT_ZERO = lazy_pattern(r"[1-7]?[0-7]{3}\Z")
"""A number that is one of a mode if it is handed on as such."""
FOLDERS = ("manifests", "templates", "functions", "lib")
AS_OCTAL = lazy_pattern(r"%[-+#0 ]*\d*o\b|\bto_s\s*\(?\s*8\b")
"""What makes the text of a mode from a number."""


@wrong_value.variant()
def number_as_mode(number: str) -> str:
    return f"the mode of a file must be a string; found the number {number}"


@rule(on=(ast.Parameter, ast.AssignmentExpression), whole=True)
def check_variable(node: ast.Parameter | ast.AssignmentExpression, file: File) -> Iterator[Diagnostic]:
    """Report an octal number as the default of a parameter without a type, or as the value of a variable, whose name is that of a mode."""
    if isinstance(node, ast.Parameter):
        if node.type_expr is None:
            yield from _check(node.name, node.value, file)
    elif isinstance(node.left_expr, ast.VariableExpression):
        yield from _check(node.left_expr.name, node.right_expr, file)


@rule(on=ast.ResourceExpression, whole=True)
def check_attributes(node: ast.ResourceExpression, file: File) -> Iterator[Diagnostic]:
    """Report an octal number as the mode that a class or define gets; a type in Ruby, such as the built-in ones, may accept it."""
    if not isinstance(node.type_name, ast.QualifiedName) or node.type_name.value in NAMES - {"class"}:
        return
    for body in node.bodies:
        modes = [
            each
            for each in body.operations
            if isinstance(each, ast.AttributeOperation) and _is_number(each.attribute_name, each.value_expr)
        ]
        owner = declared_by(node, body, file) if modes else None
        for each in () if not modes or _is_in_ruby(node, file) else modes:
            if not _has_type(each.attribute_name, owner):
                yield from _check(each.attribute_name, each.value_expr, file, owner)


def _is_in_ruby(node: ast.ResourceExpression, file: File) -> bool:
    return file.known.external.load(TypedName(RESOURCE_TYPE, file.source(node.type_name).removeprefix("::"))) is not None


def _has_type(parameter: str, owner: Definition | None) -> bool:
    """Whether a class or define declares the type of a parameter, so that the evaluation knows what it accepts."""
    found = None if owner is None else owner.parameter(parameter)
    return found is not None and found.type is not None


def _is_number(name: str, value: ast.Expression) -> bool:
    """Whether a parameter or variable has the name of a mode, and an integer as its value."""
    return isinstance(value, ast.LiteralInteger) and MODE.match(name) is not None


def _check(name: str, value: ast.Expression | None, file: File, owner: Definition | None = None) -> Iterator[Diagnostic]:
    if value is None or not _is_number(name, value):
        return
    written = file.source(value)
    if WITHOUT_ZERO.match(written) is not None and (owner is not None or not _is_handed_on(name, file)):
        return
    paths = (file.path,) if owner is None else (file.path, owner.place.path)
    is_octal = OCTAL.match(written) is not None or WITHOUT_ZERO.match(written) is not None
    if is_octal and not file.has_finding_in(value) and not any(_makes_octal(each, file) for each in paths):
        fix = Fix("Quote the number", (Edit(value.start, value.end, f"'{written}'"),), "unsafe")
        yield number_as_mode(written).at(value.start, value.end, fixes=(fix,), severity=Severity.WARNING)


def _is_handed_on(variable: str, file: File) -> bool:
    """Whether the file gives a variable to a resource as its mode."""
    return re.search(rf"\bmode\s*=>\s*\$\{{?{variable}\b", file.characters) is not None


def _makes_octal(path: str, file: File) -> bool:
    """Whether code of the module of a file makes octal texts from numbers, as `sprintf('%04o', $mode)` does."""
    module = file.known.project.module_of(path)
    if module is None:
        return AS_OCTAL.search(file.characters) is not None
    file.known.world.ask_below(module.folder, FOLDERS)
    return has_match(file.known.disk, module.folder, FOLDERS, AS_OCTAL, "%")
