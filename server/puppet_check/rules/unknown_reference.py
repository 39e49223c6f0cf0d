"""References to resources that nothing declares.

They are only reported where the whole code is known: every dependency is present, and the title occurs nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.workspace.mentions import mentions_title
from puppet_grammar import ast
from puppet_typesys.builtins.resource_types import native_type
from puppet_typesys.diagnostics import Diagnostic, Severity, issue
from puppet_typesys.loader import DEFINE, RESOURCE_TYPE, TypedName

RELATIONS = frozenset(("require", "before", "notify", "subscribe"))
ALWAYS = frozenset(("class", "stage", "schedule", "filebucket", "node"))
"""Types of which some resources always exist, or whose references the evaluation checks."""


@issue(Severity.WARNING)
def unknown_reference(type: str, title: str) -> str:
    """Relationship with a resource that is not declared"""
    return f"{type}['{title}'] is not declared anywhere"


@rule(on=(ast.AttributeOperation, ast.RelationshipExpression), whole=True)
def check_relationship(node: ast.Node, file: File) -> Iterator[Diagnostic]:
    """Report references in relationships to resources that no file declares."""
    if isinstance(node, ast.AttributeOperation):
        ends = [node.value_expr] if node.attribute_name in RELATIONS else []
    else:
        assert isinstance(node, ast.RelationshipExpression)
        ends = [node.left_expr, node.right_expr]
    for reference in _references(ends):
        if not file.known.project.is_complete or not file.known.project.module_of(file.path):
            return
        for key in reference.keys:
            if isinstance(key, ast.LiteralString | ast.QualifiedName) and not _may_exist(reference, key.value, file):
                yield unknown_reference(file.source(reference.left_expr), key.value).at(key.start, key.end)


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
    if native_type(name) is None and not any(file.known.external.load(TypedName(kind, name)) for kind in (DEFINE, RESOURCE_TYPE)):
        return True
    title = title.rstrip("/") or title
    return mentions_title(file.characters, title) or file.known.mentions(title)
