"""Numbers that are meant as modes of files, where the evaluation does not see the file: `$mode = 0644`.

A mode is a string. The number 0644 is 420 in decimal, and the file that gets it refuses it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

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
HANDED_ON = lazy_pattern(r"\bmode\s*=>\s*\$\{?(\w+)")
FOLDERS = ("manifests", "templates", "functions", "lib")
AS_OCTAL = lazy_pattern(r"%[-+#0 ]*\d*o\b|\bto_s\s*\(?\s*8\b")
"""What makes the text of a mode from a number."""


@wrong_value.variant()
def number_as_mode(number: str) -> str:
    return f"the mode of a file must be a string; found the number {number}"


@rule(on=(ast.Parameter, ast.AssignmentExpression), whole=True)
def check_variable(node: ast.Parameter | ast.AssignmentExpression, file: File) -> Iterator[Diagnostic]:
    """Report an octal number as the default of a parameter without a type, or as the value of a variable, whose name is that of a mode.

    One without a zero in front is only reported if the file gives the variable to a resource as its mode.
    """
    if isinstance(node, ast.Parameter):
        name, value = node.name, None if node.type_expr is not None else node.value
    else:
        name, value = (node.left_expr.name if isinstance(node.left_expr, ast.VariableExpression) else ""), node.right_expr
    if isinstance(value, ast.LiteralInteger) and MODE.match(name) is not None:
        written = file.source(value)
        if OCTAL.match(written) is not None or (WITHOUT_ZERO.match(written) is not None and name in _handed_on(file.characters)):
            yield from _check(value, file)


@rule(on=ast.ResourceExpression, whole=True)
def check_attributes(node: ast.ResourceExpression, file: File) -> Iterator[Diagnostic]:
    """Report an octal number as the mode that a class or define gets; a type in Ruby, such as the built-in ones, may accept it."""
    if not isinstance(node.type_name, ast.QualifiedName) or node.type_name.value in NAMES - {"class"}:
        return
    for body in node.bodies:
        modes = [each for each in body.operations if isinstance(each, ast.AttributeOperation) and _is_octal_mode(each, file)]
        owner = declared_by(node, body, file) if modes else None
        for each in () if not modes or _is_in_ruby(node, file) else modes:
            if not _has_type(each.attribute_name, owner):
                yield from _check(each.value_expr, file, owner)


def _is_in_ruby(node: ast.ResourceExpression, file: File) -> bool:
    return file.known.external.load(TypedName(RESOURCE_TYPE, file.source(node.type_name).removeprefix("::"))) is not None


def _has_type(parameter: str, owner: Definition | None) -> bool:
    """Whether a class or define declares the type of a parameter, so that the evaluation knows what it accepts."""
    found = None if owner is None else owner.parameter(parameter)
    return found is not None and found.type is not None


def _is_octal_mode(given: ast.AttributeOperation, file: File) -> bool:
    """Whether an attribute has the name of a mode, and an octal number as its value."""
    value = given.value_expr
    return (
        isinstance(value, ast.LiteralInteger)
        and MODE.match(given.attribute_name) is not None
        and OCTAL.match(file.source(value)) is not None
    )


def _check(value: ast.Expression, file: File, owner: Definition | None = None) -> Iterator[Diagnostic]:
    paths = (file.path,) if owner is None else (file.path, owner.place.path)
    if not file.has_finding_in(value) and not any(_makes_octal(each, file) for each in paths):
        written = file.source(value)
        fix = Fix("Quote the number", (Edit(value.start, value.end, f"'{written}'"),), "unsafe")
        yield number_as_mode(written).at(value.start, value.end, fixes=(fix,), severity=Severity.WARNING)


@lru_cache(maxsize=1)
def _handed_on(text: str) -> frozenset[str]:
    """The variables that a manifest gives to resources as their mode."""
    return frozenset(HANDED_ON.findall(text))


def _makes_octal(path: str, file: File) -> bool:
    """Whether code of the module of a file makes octal texts from numbers, as `sprintf('%04o', $mode)` does."""
    module = file.known.project.module_of(path)
    if module is None:
        return AS_OCTAL.search(file.characters) is not None
    file.known.world.ask_below(module.folder, FOLDERS)
    return has_match(file.known.disk, module.folder, FOLDERS, AS_OCTAL, "%")
