"""Rules about node definitions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from puppet_grammar import ast
from puppet_typesys.issues import language as issues
from puppet_typesys.validate.anchor import span
from puppet_typesys.validate.file import File
from puppet_typesys.validate.rule import Finding, rule

_ILLEGAL = re.compile(r"[^-A-Za-z0-9_.]").search


@rule(on=ast.NodeDefinition)
def illegal_hostname_chars(node: ast.NodeDefinition, file: File) -> Iterator[Finding]:
    """A node's name has characters that no host name has."""
    for host in node.host_matches:
        match host:
            case ast.LiteralString(value=name) | ast.QualifiedName(value=name) | ast.QualifiedReference(cased_value=name):
                if _ILLEGAL(name):
                    yield Finding(*span(host), issues.illegal_hostname_chars(name))


@rule(on=ast.NodeDefinition)
def illegal_hostname_interpolation(node: ast.NodeDefinition, file: File) -> Iterator[Finding]:
    """A node's name has to be computed."""
    for host in node.host_matches:
        if isinstance(host, ast.ConcatenatedString):
            computed = [segment.expr for segment in host.segments if isinstance(segment, ast.TextExpression)]
            yield Finding(*span(computed[0] if computed else host), issues.illegal_hostname_interpolation())


@rule(on=ast.NodeDefinition)
def illegal_node_inheritance(node: ast.NodeDefinition, file: File) -> Iterator[Finding]:
    """A node inherits from another."""
    if node.parent is not None:
        yield Finding(*span(node.parent), issues.illegal_node_inheritance())
