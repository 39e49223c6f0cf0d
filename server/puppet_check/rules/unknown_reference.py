"""References to resources that nothing declares.

Only what a module or environment knows in full is judged: every dependency has to be there, and the title must be written nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import Found, rule
from puppet_check.workspace.mentions import says
from puppet_grammar import ast
from puppet_typesys.builtins.resource_types import native_type
from puppet_typesys.diagnostics import Severity
from puppet_typesys.loader import DEFINE, RESOURCE_TYPE, TypedName

RELATIONS = frozenset(("require", "before", "notify", "subscribe"))
ALWAYS = frozenset(("class", "stage", "schedule", "filebucket", "node"))
"""Types of which some resources always exist, or that another check knows."""


@rule(on=(ast.AttributeOperation, ast.RelationshipExpression), severity=Severity.WARNING)
def unknown_reference(node: ast.Node, file: File) -> Iterator[Found]:
    """A relationship is with a resource that nothing declares."""
    if isinstance(node, ast.AttributeOperation):
        ends = [node.value_expr] if node.attribute_name in RELATIONS else []
    else:
        assert isinstance(node, ast.RelationshipExpression)
        ends = [node.left_expr, node.right_expr]
    for reference in _references(ends):
        if file.known.project.missing or not file.known.project.module_of(file.path):
            return
        for key in reference.keys:
            if isinstance(key, ast.LiteralString | ast.QualifiedName) and not _may_exist(reference, key.value, file):
                yield Found(key.start, key.end, f"nothing declares {file.source(reference.left_expr)}['{key.value}']")


def _references(ends: list[ast.Expression]) -> Iterator[ast.AccessExpression]:
    while ends:
        match ends.pop():
            case ast.LiteralList(values=values):
                ends += values
            case ast.AccessExpression(left_expr=ast.QualifiedReference()) as found:
                yield found


def _may_exist(reference: ast.AccessExpression, title: str, file: File) -> bool:
    assert isinstance(reference.left_expr, ast.QualifiedReference)
    name = reference.left_expr.cased_value.lower().removeprefix("::")
    if name in ALWAYS:
        return True
    if native_type(name) is None and not any(file.known.foreign.load(TypedName(kind, name)) for kind in (DEFINE, RESOURCE_TYPE)):
        return True
    title = title.rstrip("/") or title
    return says(file.characters, title) or file.known.mentions(title)
