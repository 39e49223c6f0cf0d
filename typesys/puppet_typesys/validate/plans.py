"""Rules about plans, which run tasks and have no catalog, except in `apply`."""

from __future__ import annotations

from collections.abc import Iterable

from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Severity, issue
from puppet_typesys.issues.labels import capitalized, label, with_article
from puppet_typesys.validate.anchor import span
from puppet_typesys.validate.file import File
from puppet_typesys.validate.table import place_rule, rule

CATALOG = (
    ast.CollectExpression,
    ast.HostClassDefinition,
    ast.NodeDefinition,
    ast.RelationshipExpression,
    ast.ResourceDefaultsExpression,
    ast.ResourceExpression,
    ast.ResourceOverrideExpression,
    ast.ResourceTypeDefinition,
)
"""Nodes that need a catalog."""


def is_refused(node: ast.Node, file: File) -> bool:
    """Whether a node of one of the classes in CATALOG is not allowed in a plan; no other rule is applied to it."""
    return isinstance(node, ast.HostClassDefinition | ast.ResourceTypeDefinition) or not file.in_apply(node)


@issue(Severity.ERROR)
def expression_not_supported_when_scripting(expression: str) -> str:
    """Catalog expression in a plan"""
    return f"{capitalized(with_article(expression))} is only available when compiling a catalog"


@place_rule(on=CATALOG, whole=True)
def check_expression_not_supported_when_scripting(node: ast.Expression, file: File) -> Iterable[Diagnostic]:
    if not file.tasks or not is_refused(node, file):
        return ()
    return (expression_not_supported_when_scripting(label(node)).at(*span(node)),)


@issue(Severity.ERROR)
def expression_not_supported_when_compiling(expression: str) -> str:
    """Plan-only expression in a catalog"""
    return f"{capitalized(with_article(expression))} is not available when compiling a catalog"


@rule(on=(ast.CollectExpression, ast.ApplyExpression))
def check_expression_not_supported_when_compiling(node: ast.CollectExpression | ast.ApplyExpression, file: File) -> Iterable[Diagnostic]:
    if not file.tasks or (isinstance(node, ast.CollectExpression) and isinstance(node.query, ast.VirtualQuery)):
        return ()
    if not file.in_apply(node):
        return ()
    return (expression_not_supported_when_compiling(label(node)).at(*span(node)),)
