"""Short names of built-in resource types without one letter, such as `fil`, in code whose modules are not all there.

Another module may define a type of such a name, so that the name alone says too little. With attributes of the built-in type, it is no
guess.
"""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_typesys.builtins.resource_types import NAMES, metaparameters, native_type
from puppet_typesys.diagnostics import Diagnostic
from puppet_typesys.edits import respelled
from puppet_typesys.issues.evaluation.names import unknown_resource_type
from puppet_typesys.loader import DEFINE, TypedName

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


def _lacks_a_letter(name: str, meant: str) -> bool:
    return any(name == meant[:at] + meant[at + 1 :] for at in range(1, len(meant)))


def _is_undecided(name: str, file: File) -> bool:
    """Whether nothing defines a type, and the evaluation has not reported it, because a module that is not there may define it."""
    project, external, named = file.known.project, file.known.external, TypedName(DEFINE, name)
    if name in project.modules or name in project.missing or project.is_external(name):
        return False
    return external.resource_type(name) is None and not external.is_complete(named)
