"""References to resources that nothing declares.

They are only reported where the whole code is known, that of modules that are not installed by interfaces, and the title occurs nowhere
else.
"""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.workspace.mentions import mentions_title
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.builtins.resource_types import native_type
from puppet_typesys.diagnostics import Diagnostic, Severity, issue
from puppet_typesys.loader import DEFINE, RESOURCE_TYPE, TypedName

WORD = lazy_pattern(r"(?<![\w.-])[\w.-]{4,}(?![\w.-])")
"""A word that is long enough to be found by."""
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
        if not file.known.project.is_whole or file.known.project.absent_folders or not file.known.project.module_of(file.path):
            return
        for key in reference.keys:
            for title in _titles(key):
                if not _may_exist(reference, title, file):
                    words = file.source(key).strip("'\"")
                    yield unknown_reference(file.source(reference.left_expr), words).at(key.start, key.end)
                    break


def _titles(key: ast.Expression) -> Iterator[str]:
    """The title of a reference, or the words that a title with interpolations contains."""
    match key:
        case ast.LiteralString(value=title) | ast.QualifiedName(value=title):
            yield title
        case ast.ConcatenatedString(segments=segments):
            for each in segments:
                if isinstance(each, ast.LiteralString):
                    yield from WORD.findall(each.value)


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
    return mentions_title(file.declaring_text, name, title) or file.known.mentions(name, title)
