"""The class or define that a resource declaration names."""

from __future__ import annotations

from puppet_check.rules.file import File
from puppet_grammar import ast
from puppet_typesys.builtins.resource_types import NAMES
from puppet_typesys.loader import CLASS, DEFINE, Definition, TypedName


def declared_by(node: ast.ResourceExpression, body: ast.ResourceBody, file: File) -> Definition | None:
    """What a body of a declaration declares, if it is written in Puppet and its name is a literal."""
    if not isinstance(node.type_name, ast.QualifiedName):
        return None
    kind, name = DEFINE, node.type_name.value
    if name in NAMES:
        return None
    if name == "class":
        kind, name = CLASS, body.title.value if isinstance(body.title, ast.LiteralString | ast.QualifiedName) else ""
    return file.known.external.load(TypedName(kind, name.lower().removeprefix("::"))) if name else None
