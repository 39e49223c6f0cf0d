"""Classes whose names have a single colon, as none has: `class { 'vim:install': }`."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.near_classes import INCLUDING, seemingly_unknown_class
from puppet_check.rules.rule import rule
from puppet_check.semantics.calls import arguments, called
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic
from puppet_typesys.edits import respelled
from puppet_typesys.loader import CLASS

NAME = lazy_pattern(r"(?:::?)?[a-z][\w-]*(?:::?[a-z][\w-]*)+")
COLON = lazy_pattern(r"(?<!:):(?!:)")


@rule(on=(ast.ResourceExpression, ast.CallNamedFunctionExpression, ast.AccessExpression), whole=True)
def check_names(node: ast.Expression, file: File) -> Iterator[Diagnostic]:
    """Report each such name where a class is declared, included or referred to."""
    for each in _named(node):
        if (
            isinstance(each, ast.LiteralString)
            and COLON.search(each.value)
            and NAME.fullmatch(each.value)
            and not file.has_finding_in(each)
        ):
            meant = COLON.sub("::", each.value)
            fixes = respelled(file.text, each.start, each.end, each.value, meant)
            yield seemingly_unknown_class(each.value).suggesting(meant).at(each.start, each.end, fixes=fixes)


def _named(node: ast.Expression) -> Iterator[ast.Expression]:
    match node:
        case ast.ResourceExpression(type_name=ast.QualifiedName(value="class"), bodies=bodies, form="regular"):
            yield from (each.title for each in bodies)
        case ast.CallNamedFunctionExpression() if called(node) in INCLUDING:
            yield from arguments(node)
        case ast.AccessExpression(left_expr=ast.QualifiedReference(value=name), keys=keys) if name == CLASS:
            yield from keys
