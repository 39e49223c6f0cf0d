"""Rules about node definitions."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Severity, issue
from puppet_typesys.validate.anchor import span
from puppet_typesys.validate.file import File
from puppet_typesys.validate.table import rule

_ILLEGAL = lazy_pattern(r"[^-A-Za-z0-9_.]").search


@issue(Severity.ERROR)
def illegal_hostname_chars(hostname: str) -> str:
    """Invalid character in the name of a node"""
    return f"The hostname '{hostname}' contains illegal characters (only letters, digits, '_', '-', and '.' are allowed)"


@rule(on=ast.NodeDefinition)
def check_illegal_hostname_chars(node: ast.NodeDefinition, file: File) -> Iterator[Diagnostic]:
    for host in node.host_matches:
        match host:
            case ast.LiteralString(value=name) | ast.QualifiedName(value=name) | ast.QualifiedReference(cased_value=name):
                if _ILLEGAL(name):
                    yield illegal_hostname_chars(name).at(*span(host))


@issue(Severity.ERROR)
def illegal_hostname_interpolation() -> str:
    """Interpolation in the name of a node"""
    return "An interpolated expression is not allowed in a hostname of a node"


@rule(on=ast.NodeDefinition)
def check_illegal_hostname_interpolation(node: ast.NodeDefinition, file: File) -> Iterator[Diagnostic]:
    for host in node.host_matches:
        if isinstance(host, ast.ConcatenatedString):
            computed = [segment.expr for segment in host.segments if isinstance(segment, ast.TextExpression)]
            yield illegal_hostname_interpolation().at(*span(computed[0] if computed else host))


@issue(Severity.ERROR)
def illegal_node_inheritance() -> str:
    """Node inherits from another node"""
    return "Node inheritance is not supported in Puppet >= 4.0.0. See http://links.puppet.com/puppet-node-inheritance-deprecation"


@rule(on=ast.NodeDefinition)
def check_illegal_node_inheritance(node: ast.NodeDefinition, file: File) -> Iterator[Diagnostic]:
    if node.parent is not None:
        yield illegal_node_inheritance().at(*span(node.parent))
