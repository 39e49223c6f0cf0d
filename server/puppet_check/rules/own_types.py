"""Resource types with the prefix of the file's module, which has types of that prefix, but not this one: `Heat_engine_config <| |>`.

Another module that is not there may define any type; one with the name of this module in front is hardly elsewhere.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from puppet_check.reading.folders import names_in
from puppet_check.rules.file import File
from puppet_check.rules.near_names import is_unknown_type, seemingly_unknown_type
from puppet_check.rules.rule import rule
from puppet_check.semantics.calls import arguments, called
from puppet_check.workspace.mentions import texts
from puppet_grammar import ast
from puppet_typesys.builtins.resource_types import NAMES
from puppet_typesys.diagnostics import Diagnostic, Severity
from puppet_typesys.edits import respelled
from puppet_typesys.loader import DEFINE, RESOURCE_TYPE, TYPE, TypedName
from puppet_typesys.spelling import closest

TYPES = os.path.join("lib", "puppet", "type")
CREATING = "create_resources"
SIMILAR = 0.8
NODES = (
    ast.AccessExpression,
    ast.CollectExpression,
    ast.ResourceDefaultsExpression,
    ast.ResourceExpression,
    ast.CallNamedFunctionExpression,
    ast.CallMethodExpression,
)


@rule(on=NODES, whole=True)
def check_name(node: ast.Expression, file: File) -> Iterator[Diagnostic]:
    """Report a type of this prefix that nothing defines."""
    written = _type_named(node)
    name = getattr(written, "value", "").lower().removeprefix("::")
    if written is None or "_" not in name or "::" in name or name in NAMES:
        return
    module = file.known.project.module_of(file.path)
    if module is None or not name.startswith(f"{module.name}_"):
        return
    loader = file.known.external
    if any(loader.load(TypedName(kind, name)) is not None for kind in (DEFINE, RESOURCE_TYPE, TYPE)) or not is_unknown_type(name, file):
        return
    file.known.world.ask_below(module.folder, (TYPES,))
    own = [each.removesuffix(".rb") for each in names_in(os.path.join(module.folder, TYPES)) if each.endswith(".rb")]
    alike = [each for each in own if each.startswith(f"{module.name}_")]
    if alike and name not in own and not any(name in text for text in texts(file.known.disk, module.folder, (TYPES,))):
        meant = closest(name, alike, SIMILAR)
        fixes = respelled(file.text, written.start, written.end, name, meant) if isinstance(written, ast.QualifiedName) else ()
        shown = file.source(written).strip("'\"")
        yield seemingly_unknown_type(shown).suggesting(meant).at(written.start, written.end, fixes=fixes, severity=Severity.WARNING)


def _type_named(node: ast.Expression) -> ast.Expression | None:
    """The expression that names a resource type."""
    match node:
        case ast.AccessExpression(left_expr=ast.QualifiedReference() as named):
            return named
        case ast.CollectExpression(type_expr=ast.QualifiedReference() as named):
            return named
        case ast.ResourceDefaultsExpression(type_ref=ast.QualifiedReference() as named):
            return named
        case ast.ResourceExpression(type_name=ast.QualifiedName() as named):
            return named
        case ast.CallNamedFunctionExpression() | ast.CallMethodExpression() if called(node) == CREATING:
            first = next(iter(arguments(node)), None)
            return first if isinstance(first, ast.LiteralString | ast.QualifiedName) else None
    return None
