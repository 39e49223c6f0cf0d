"""Resource types that come with the agent of other versions, but not with that of the target."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.semantics.calls import arguments, called
from puppet_grammar import ast
from puppet_typesys.builtins.argument_roles import Role, functions_with
from puppet_typesys.diagnostics import Diagnostic, Severity, issue
from puppet_typesys.loader import DEFINE, RESOURCE_TYPE, TypedName

DECLARING = functions_with(Role.RESOURCE_TYPE)
Named = tuple[ast.Expression, str]
"""A node that names a resource type, and the name in lower case."""


@issue(Severity.ERROR)
def unbundled_type(name: str, module: str) -> str:
    """Resource type that the agent does not include"""
    return f"the agent of this version does not include the resource type '{name}'; add the module {module} to the dependencies"


@rule(
    on=(
        ast.ResourceExpression,
        ast.ResourceDefaultsExpression,
        ast.CollectExpression,
        ast.AccessExpression,
        ast.CallNamedFunctionExpression,
        ast.CallMethodExpression,
    )
)
def check_bundled(node: ast.Node, file: File) -> Iterator[Diagnostic]:
    """Report resource types whose modules the agent does not include, unless these are there or declared."""
    unbundled = file.known.target.unbundled_types
    for named, name in _named(node) if unbundled else ():
        if name in unbundled and not _may_be_there(name, unbundled[name], file):
            yield unbundled_type(name, unbundled[name]).at(named.start, named.end)


def _may_be_there(name: str, module: str, file: File) -> bool:
    project = file.known.project
    is_open = not project.lists_all_modules or module.partition("-")[2] in project.listed
    return is_open or any(file.known.external.load(TypedName(kind, name)) is not None for kind in (RESOURCE_TYPE, DEFINE))


def _named(node: ast.Node) -> Iterator[Named]:
    """The resource types that a node uses by their names."""
    match node:
        case ast.ResourceExpression(type_name=ast.QualifiedName(value=name) as named):
            yield named, name
            if name == "resources":
                yield from (pair for body in node.bodies for pair in _texts(body.title))
        case ast.ResourceDefaultsExpression(type_ref=ast.QualifiedReference() as named):
            yield named, named.cased_value.lower()
        case ast.CollectExpression(type_expr=ast.QualifiedReference() as named):
            yield named, named.cased_value.lower()
        case ast.AccessExpression(left_expr=ast.QualifiedReference() as named):
            name = named.cased_value.lower()
            yield named, name
            if name == "resource":
                yield from (pair for key in node.keys[:1] for pair in _texts(key))
        case ast.CallNamedFunctionExpression() | ast.CallMethodExpression() if called(node) in DECLARING:
            yield from (pair for given in arguments(node)[:1] for pair in _texts(given))


def _texts(node: ast.Expression) -> Iterator[Named]:
    match node:
        case ast.LiteralString(value=name) | ast.QualifiedName(value=name):
            yield node, name.lower()
        case ast.QualifiedReference():
            yield node, node.cased_value.lower()
        case ast.LiteralList(values=values):
            yield from (pair for each in values for pair in _texts(each))
