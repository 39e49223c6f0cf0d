"""Rules about plans, which run tasks and make no catalog, except in `apply`."""

from __future__ import annotations

from collections.abc import Iterable

from puppet_grammar import ast
from puppet_typesys.issues import language as issues
from puppet_typesys.issues.labels import label
from puppet_typesys.validate.anchor import span
from puppet_typesys.validate.file import File
from puppet_typesys.validate.rule import Finding, rule

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
"""What speaks of a catalog."""


def is_refused(node: ast.Node, file: File) -> bool:
    """Whether a file of plans may not contain a node of the classes `CATALOG`; nothing else is then said about it."""
    return isinstance(node, ast.HostClassDefinition | ast.ResourceTypeDefinition) or not file.in_apply(node)


@rule(on=CATALOG, of_parent=True)
def expression_not_supported_when_scripting(node: ast.Expression, file: File) -> Iterable[Finding]:
    """A plan does what only a catalog can do."""
    if not file.tasks or not is_refused(node, file):
        return ()
    return (Finding(*span(node), issues.expression_not_supported_when_scripting(label(node))),)


@rule(on=(ast.CollectExpression, ast.ApplyExpression))
def expression_not_supported_when_compiling(node: ast.CollectExpression | ast.ApplyExpression, file: File) -> Iterable[Finding]:
    """A catalog, such as the block of an `apply`, does what only a plan can do."""
    if not file.tasks or (isinstance(node, ast.CollectExpression) and isinstance(node.query, ast.VirtualQuery)):
        return ()
    if not file.in_apply(node):
        return ()
    return (Finding(*span(node), issues.expression_not_supported_when_compiling(label(node))),)
