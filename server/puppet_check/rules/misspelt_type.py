"""Misspelt names of resource types, in code whose modules are not all there: such as `fil`, and `Exxec` in references.

Another module may define a type of such a name, so that the name alone says too little. With attributes of a built-in type, or the title
of a resource that the file declares, it is no guess.
"""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.near_classes import seemingly_unknown_resource_type
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_typesys.builtins.resource_types import NAMES, metaparameters, native_type
from puppet_typesys.diagnostics import Diagnostic, Severity
from puppet_typesys.edits import respelled
from puppet_typesys.issues.evaluation.names import unknown_resource_type, unknown_type_reference
from puppet_typesys.loader import DEFINE, RESOURCE_TYPE, TYPE, TypedName
from puppet_typesys.spelling import is_mistyped, is_one_letter_off, is_slip
from puppet_typesys.types.parse import BUILTIN

CALLED = ("create_resources", "ensure_packages", "ensure_resource", "ensure_resources", "hiera_include")
"""Functions that are called as statements and that may be taken for types."""
SHORTEST_FUNCTION = 8
LONGEST = 4
"""The length of the longest names; the misspellings of longer ones are certain without attributes."""
ENOUGH = 2
"""The number of attributes other than metaparameters that show which type is meant."""


@rule(on=ast.ResourceExpression)
def check_type(node: ast.ResourceExpression, file: File) -> Iterator[Diagnostic]:
    """Report a type that lacks a letter of the only built-in type with all the attributes that are set."""
    if not isinstance(node.type_name, ast.QualifiedName):
        return
    name = node.type_name.value.lower()
    likely = [each for each in NAMES if len(name) < len(each) <= LONGEST and _lacks_a_letter(name, each)]
    operations = [each for body in node.bodies for each in body.operations]
    if not likely or not all(isinstance(each, ast.AttributeOperation) for each in operations):
        return
    given = {each.attribute_name for each in operations if isinstance(each, ast.AttributeOperation)} - metaparameters()
    meant = [each for each in likely if (kind := native_type(each)) is not None and given <= kind.attributes]
    if len(meant) == 1 and len(given) >= ENOUGH and _is_undecided(name, file):
        start, end = node.type_name.start, node.type_name.end
        fixes = respelled(file.text, start, end, name, meant[0])
        yield unknown_resource_type(name).suggesting(meant[0]).at(start, end, fixes=fixes)


@unknown_resource_type.variant()
def function_as_type(name: str, function: str) -> str:
    return f"unknown resource type '{name}'; expected a call of the function '{function}'"


@rule(on=ast.ResourceExpression, whole=True)
def check_function(node: ast.ResourceExpression, file: File) -> Iterator[Diagnostic]:
    """Report the name of a function of several words, or nearly one, in place of a type."""
    name = node.type_name.value if isinstance(node.type_name, ast.QualifiedName) else ""
    if "_" not in name or "::" in name or len(name) < SHORTEST_FUNCTION:
        return
    known = [each for each in CALLED if each == name or is_one_letter_off(name, each)]
    if known and _is_nowhere(name, file):
        yield function_as_type(name, known[0]).at(node.type_name.start, node.type_name.end, severity=Severity.WARNING)


@rule(on=ast.ResourceExpression, whole=True)
def check_plural(node: ast.ResourceExpression, file: File) -> Iterator[Diagnostic]:
    """Report the plural of a built-in type beside a resource of that type with the same attributes, and the singular of `resources`."""
    if not isinstance(node.type_name, ast.QualifiedName):
        return
    name, start, end = node.type_name.value, node.type_name.start, node.type_name.end
    if name.endswith("s") and name[:-1] in NAMES:
        meant = name[:-1] if _is_used_with(node, name[:-1], file) and _is_nowhere(name, file) else None
    elif f"{name}s" in NAMES and _has_attributes_of(node, f"{name}s"):
        is_defined = name in file.defined_names or file.known.external.load(TypedName(DEFINE, name)) is not None
        meant = f"{name}s" if not is_defined and _is_undecided(name, file) else None
    else:
        meant = None
    if meant is not None:
        fixes = respelled(file.text, start, end, name, meant)
        yield seemingly_unknown_resource_type(name).suggesting(meant).at(start, end, fixes=fixes, severity=Severity.WARNING)


def _has_attributes_of(node: ast.ResourceExpression, type: str) -> bool:
    """Whether a resource has attributes, and a built-in type has all of them."""
    kind, given = native_type(type), _attributes(node) - metaparameters()
    return kind is not None and bool(given) and given <= kind.attributes


def _is_used_with(node: ast.ResourceExpression, type: str, file: File) -> bool:
    """Whether a resource of a type in the file has just the attributes of some resources."""
    given = _attributes(node)
    others = (each for each in file.of_class(ast.ResourceExpression) if isinstance(each.type_name, ast.QualifiedName))
    return bool(given) and any(each.type_name.value == type and _attributes(each) == given for each in others if each is not node)  # type: ignore[attr-defined]  # a name


def _attributes(node: ast.ResourceExpression) -> set[str]:
    return {each.attribute_name for body in node.bodies for each in body.operations if isinstance(each, ast.AttributeOperation)}


def _is_nowhere(name: str, file: File) -> bool:
    """Whether no module is known to have a type, and the evaluation has not reported it."""
    own = file.defined_names
    is_known = name in own or any(file.known.external.load(TypedName(each, name)) is not None for each in (DEFINE, RESOURCE_TYPE))
    return not is_known and _is_undecided(name, file) and not file.known.loader.interfaces.is_known_elsewhere(TypedName(DEFINE, name))


@rule(on=ast.AccessExpression)
def check_reference(node: ast.AccessExpression, file: File) -> Iterator[Diagnostic]:
    """Report the type of a reference if the file declares a resource with this title, whose type has nearly the same name."""
    kind, key = node.left_expr, node.keys[0]
    if not isinstance(kind, ast.QualifiedReference) or not isinstance(key, ast.LiteralString) or "::" in kind.value:
        return
    if kind.value in NAMES or kind.value in BUILTIN:
        return
    meant = {type for type in file.declared_titles.get(key.value, ()) if _is_slip(kind.value, type)}
    if len(meant) == 1 and _may_be_elsewhere(kind.value, file) and _is_undecided_data_type(kind.value, file):
        written = meant.pop().capitalize()
        fixes = respelled(file.text, kind.start, kind.end, kind.cased_value, written)
        yield unknown_type_reference(kind.cased_value).suggesting(written).at(kind.start, kind.end, fixes=fixes)


def _is_slip(name: str, meant: str) -> bool:
    return is_slip(name, meant) or is_mistyped(name, meant) or _lacks_a_letter(name, meant) or _lacks_a_letter(meant, name)


def _is_undecided_data_type(name: str, file: File) -> bool:
    """Whether no module defines a data type with a name, and the evaluation has not reported it."""
    named = TypedName(TYPE, name)
    return file.known.external.load(named) is None and not file.known.external.is_complete(named)


def _lacks_a_letter(name: str, meant: str) -> bool:
    return any(name == meant[:at] + meant[at + 1 :] for at in range(1, len(meant)))


def _is_undecided(name: str, file: File) -> bool:
    """Whether nothing defines a type, and the evaluation has not reported it, because a module that is not there may define it."""
    return _may_be_elsewhere(name, file) and not file.known.external.is_complete(TypedName(DEFINE, name))


def _may_be_elsewhere(name: str, file: File) -> bool:
    project = file.known.project
    if name in project.modules or name in project.missing or project.is_external(name):
        return False
    return file.known.external.resource_type(name) is None
