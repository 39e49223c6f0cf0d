"""Attributes of a type that nothing defines, of nearly the name of another one that the file gives to resources of this type.

A type of a module that is not there may have any attribute. One that a file sets once, where it sets another of nearly the same name
several times and never both for one resource, is a slip. So is one with nearly the name of its variable among others that have the names of
theirs.
"""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.workspace.mentions import texts
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.builtins.resource_types import NAMES, metaparameters
from puppet_typesys.diagnostics import Diagnostic, Severity
from puppet_typesys.edits import respelled
from puppet_typesys.issues.evaluation.parameters import unknown_parameter
from puppet_typesys.loader import CLASS, DEFINE, RESOURCE_TYPE, TypedName
from puppet_typesys.spelling import is_one_letter_off, one_letter_off

ENOUGH = 2
"""The number of resources that have the attribute that is meant."""
MANIFESTS = ("manifests",)
ATTRIBUTE = lazy_pattern(r"(\w+)['\"]?\s*\+?=>")
SHORTEST = 4
"""The length of the shortest attributes that are compared."""
FORWARDED = 3
"""The number of other attributes that have the names of their variables."""
LONG = 6
"""The length of the shortest attribute that is compared with its variable."""
Given = dict[str, list[ast.AttributeOperation]]


@unknown_parameter.variant()
def seemingly_unknown_attribute(parameter: str, resource: str) -> str:
    return f"only this resource of type '{resource}' has a parameter '{parameter}'"


@unknown_parameter.variant()
def seemingly_unknown_among_forwarded(parameter: str) -> str:
    return f"all other parameters that are given variables have the names of these, and '{parameter}' does not"


@rule(on=ast.ResourceBody, whole=True)
def check_forwarded(body: ast.ResourceBody, file: File) -> Iterator[Diagnostic]:
    """Report an attribute with nearly the name of the variable that it is given, if all others have just the names of theirs."""
    given = [(each, each.value_expr) for each in body.operations if isinstance(each, ast.AttributeOperation)]
    forwarded = [(each, value) for each, value in given if isinstance(value, ast.VariableExpression)]
    others = [(each, value.name) for each, value in forwarded if each.attribute_name != value.name]
    if len(others) != 1 or len(forwarded) <= FORWARDED:
        return
    [(operation, name)] = others
    slip = operation.attribute_name
    if len(slip) < LONG or not is_one_letter_off(slip, name) or slip.rstrip("s") == name.rstrip("s") or not _is_of_undefined(body, file):
        return
    if all(each.attribute_name != name for each, _ in given) and slip not in _attributes_elsewhere(file):
        end = operation.start + len(slip)
        fixes = respelled(file.text, operation.start, end, slip, name)
        found = seemingly_unknown_among_forwarded(slip).suggesting(name)
        yield found.at(operation.start, end, fixes=fixes, severity=Severity.WARNING)


def _is_of_undefined(body: ast.ResourceBody, file: File) -> bool:
    """Whether nothing that is known defines the class or type of a resource."""
    node = file.parents.get(body)
    if not isinstance(node, ast.ResourceExpression) or not isinstance(node.type_name, ast.QualifiedName):
        return False
    if node.type_name.value != "class":
        return node.type_name.value not in NAMES and _is_undefined(node.type_name.value, file)
    title = body.title.value.removeprefix("::") if isinstance(body.title, ast.LiteralString | ast.QualifiedName) else ""
    own = file.defined_names
    return title != "" and title not in own and file.known.external.load(TypedName(CLASS, title)) is None


@rule(on=ast.Program, whole=True)
def check_attributes(program: ast.Program, file: File) -> Iterator[Diagnostic]:
    """Report an attribute that one resource has where others of its type have one of nearly the same name."""
    of_types: dict[str, Given] = {}
    for node in file.of_class(ast.ResourceExpression):
        if isinstance(node.type_name, ast.QualifiedName) and node.type_name.value != "class" and node.type_name.value not in NAMES:
            _note(node, of_types.setdefault(node.type_name.value, {}))
    slips = [each for name, given in of_types.items() for each in _slips(name, given, file)]
    elsewhere = _attributes_elsewhere(file) if slips else set[str]()
    for operation, found in slips:
        if operation.attribute_name not in elsewhere:
            yield found


def _note(node: ast.ResourceExpression, given: Given) -> None:
    for body in node.bodies:
        for each in body.operations:
            if isinstance(each, ast.AttributeOperation):
                given.setdefault(each.attribute_name, []).append(each)


def _slips(type: str, given: Given, file: File) -> Iterator[tuple[ast.AttributeOperation, Diagnostic]]:
    often = [each for each, several in given.items() if len(several) >= ENOUGH and len(each) >= SHORTEST]
    once = [each for each, several in given.items() if len(several) == 1 and len(each) >= SHORTEST and each not in metaparameters()]
    if not often or not once or not _is_undefined(type, file):
        return
    near = one_letter_off(once, often)
    plain = {each.replace("_", ""): each for each in often}
    for each in once:
        likely = {*near.get(each, ()), *filter(None, (plain.get(each.replace("_", "")),))}
        meant = likely.pop() if len(likely) == 1 else None
        (operation,) = given[each]
        if (
            meant is None
            or _is_other_word(each, meant)
            or meant.rstrip("s") == each.rstrip("s")
            or any(_body(other, file) is _body(operation, file) for other in given[meant])
        ):
            continue
        end = operation.start + len(each)
        fixes = respelled(file.text, operation.start, end, each, meant)
        found = seemingly_unknown_attribute(each, type).suggesting(meant)
        yield operation, found.at(operation.start, end, fixes=fixes, severity=Severity.WARNING)


def _attributes_elsewhere(file: File) -> set[str]:
    """What may be attributes in the other manifests of a module, where nobody makes the same slip."""
    module = file.known.project.module_of(file.path)
    if module is None:
        return set()
    file.known.world.ask_below(module.folder, MANIFESTS)
    others = (each for each in texts(file.known.disk, module.folder, MANIFESTS) if each != file.characters)
    return {name for text in others for name in ATTRIBUTE.findall(text)}


def _is_other_word(name: str, meant: str) -> bool:
    """Whether two names have another letter at one place, as the words `desc` and `dest` or `content` and `context` do."""
    return len(name) == len(meant) and sorted(name) != sorted(meant)


def _body(operation: ast.AttributeOperation, file: File) -> ast.Node | None:
    return file.parents.get(operation)


def _is_undefined(type: str, file: File) -> bool:
    """Whether nothing that is known defines a type, so that its parameters are unknown."""
    name, loader = type.removeprefix("::"), file.known.external
    own = file.defined_names
    return name not in own and all(loader.load(TypedName(kind, name)) is None for kind in (DEFINE, RESOURCE_TYPE))
