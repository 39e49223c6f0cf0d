"""Resource defaults of a type that nothing defines and no resource of the module has: `Selbool { … }` beside `selboolean { 'x': }`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.near_names import is_unknown_type, seemingly_unknown_type
from puppet_check.rules.rule import rule
from puppet_check.workspace.mentions import texts
from puppet_grammar import ast
from puppet_typesys.builtins.resource_types import NAMES, native_type
from puppet_typesys.diagnostics import Diagnostic, Severity
from puppet_typesys.edits import respelled
from puppet_typesys.loader import DEFINE, RESOURCE_TYPE, TYPE, TypedName
from puppet_typesys.spelling import is_mistyped

FOLDERS = ("manifests",)
SHORTEST = 4
"""The length of the shortest beginning of a type that is taken for it."""


@rule(on=ast.ResourceDefaultsExpression, whole=True)
def check_defaults(node: ast.ResourceDefaultsExpression, file: File) -> Iterator[Diagnostic]:
    """Report the name of a type if the file declares resources of one with nearly that name, which has all the attributes."""
    kind = node.type_ref
    if not isinstance(kind, ast.QualifiedReference) or "::" in kind.value or kind.value in NAMES:
        return
    types = {each.type_name.value for each in file.of_class(ast.ResourceExpression) if isinstance(each.type_name, ast.QualifiedName)}
    near = [each for each in types if _is_near(kind.value, each) and _has_attributes(each, node)]
    loader = file.known.external
    if len(near) != 1 or any(loader.load(TypedName(each, kind.value)) is not None for each in (DEFINE, RESOURCE_TYPE, TYPE)):
        return
    if is_unknown_type(kind.value, file) and not _is_declared(kind.value, file):
        meant = near[0].capitalize()
        fixes = respelled(file.text, kind.start, kind.end, kind.cased_value, meant)
        found = seemingly_unknown_type(kind.cased_value).suggesting(meant)
        yield found.at(kind.start, kind.end, fixes=fixes, severity=Severity.WARNING)


def _is_near(name: str, type: str) -> bool:
    """Whether a name is that of another type but for a slip, or only its beginning."""
    return is_mistyped(name, type) or (len(name) >= SHORTEST and name != type and type.startswith(name))


def _has_attributes(type: str, node: ast.ResourceDefaultsExpression) -> bool:
    known = native_type(type)
    given = {each.attribute_name for each in node.operations if isinstance(each, ast.AttributeOperation)}
    return known is not None and given <= known.attributes


def _is_declared(type: str, file: File) -> bool:
    """Whether a manifest of the module declares a resource of a type."""
    module = file.known.project.module_of(file.path)
    if module is None:
        return False
    file.known.world.ask_below(module.folder, FOLDERS)
    declared = re.compile(rf"\b{type}\s*\{{")
    return any(declared.search(text) for text in texts(file.known.disk, module.folder, FOLDERS))
