"""Classes, defines and resource types that their documentation calls deprecated."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.reason import reason
from puppet_check.rules.rule import rule
from puppet_check.semantics.calls import called
from puppet_grammar import ast
from puppet_typesys.builtins.argument_roles import Role, functions_with
from puppet_typesys.diagnostics import Diagnostic, Severity, issue
from puppet_typesys.loader import CLASS, DEFINE, RESOURCE_TYPE, TypedName

DECLARING = functions_with(Role.CLASS)
Name = ast.LiteralString | ast.QualifiedName


@issue(Severity.WARNING, tags=("deprecated",))
def deprecated_definition(kind: str, name: str, why: str) -> str:
    """Deprecated class or resource type"""
    return f"the {kind} '{name}' is deprecated{reason(why)}"


@rule(on=(ast.ResourceExpression, ast.CallNamedFunctionExpression, ast.HostClassDefinition))
def check_declaration(node: ast.Expression, file: File) -> Iterator[Diagnostic]:
    """Report declarations of deprecated classes and resource types of other modules."""
    for start, end, kinds, name in _declared(node):
        name = name.lower().removeprefix("::")
        found = next(filter(None, (file.known.external.load(TypedName(kind, name)) for kind in kinds)), None)
        if found is None or found.deprecated is None:
            continue
        modules = file.known.project.module_of(file.path), file.known.project.module_of(found.place.path)
        if modules[0] is None or modules[0] is not modules[1]:
            what = "class" if kinds == (CLASS,) else "resource type"
            yield deprecated_definition(what, name, found.deprecated).at(start, end)


def _declared(node: ast.Expression) -> Iterator[tuple[int, int, tuple[str, ...], str]]:
    """The place, kinds and name of what a node declares."""
    match node:
        case ast.ResourceExpression(type_name=ast.QualifiedName(value="class"), bodies=bodies):
            for body in bodies:
                titles = body.title.values if isinstance(body.title, ast.LiteralList) else (body.title,)
                yield from ((each.start, each.end, (CLASS,), each.value) for each in titles if isinstance(each, Name))
        case ast.ResourceExpression(type_name=ast.QualifiedName() as type):
            yield type.start, type.end, (DEFINE, RESOURCE_TYPE), type.value
        case ast.CallNamedFunctionExpression() if called(node) in DECLARING:
            yield from ((each.start, each.end, (CLASS,), each.value) for each in node.arguments if isinstance(each, Name))
        case ast.HostClassDefinition() if node.parent_class is not None and node.parent_start is not None:
            yield node.parent_start, node.parent_start + len(node.parent_class), (CLASS,), node.parent_class
