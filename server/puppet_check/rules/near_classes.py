"""Classes and resource types of a module with nearly the name of one that has them: `include 'quantun::params'`, `Sytemd::Unit_file['x']`.

The evaluation takes them for those of a module that is not installed.
"""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.near_names import seemingly_unknown_type
from puppet_check.rules.rule import rule
from puppet_check.semantics.calls import arguments, called
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Severity
from puppet_typesys.edits import respelled
from puppet_typesys.issues.evaluation.names import unknown_class, unknown_resource_type
from puppet_typesys.loader import CLASS, DEFINE, TYPE, TypedName
from puppet_typesys.spelling import is_one_letter_off
from puppet_typesys.types.show import capitalize_segments

INCLUDING = frozenset(("include", "contain", "require"))
SHORTEST = 6
"""The length of the shortest names of modules that are compared: `mssql` and `mysql` are two modules."""


@unknown_class.variant()
def seemingly_unknown_class(name: str) -> str:
    return f"unknown class '{name}'"


@unknown_resource_type.variant()
def seemingly_unknown_resource_type(type: str) -> str:
    return f"unknown resource type '{type}'"


@rule(on=ast.CallNamedFunctionExpression, whole=True)
def check_included(call: ast.CallNamedFunctionExpression, file: File) -> Iterator[Diagnostic]:
    """Report a class of a module that is neither there nor declared as a dependency."""
    for each in arguments(call) if called(call) in INCLUDING else ():
        if isinstance(each, ast.LiteralString | ast.QualifiedName):
            name = each.value.lower().removeprefix("::")
            meant = _meant(name, file)
            if meant is not None:
                fixes = respelled(file.text, each.start, each.end, name, meant)
                found = seemingly_unknown_class(name).suggesting(meant)
                yield found.at(each.start, each.end, fixes=fixes, severity=Severity.WARNING)


@rule(on=(ast.ResourceExpression, ast.AccessExpression), whole=True)
def check_type(node: ast.ResourceExpression | ast.AccessExpression, file: File) -> Iterator[Diagnostic]:
    """Report a resource type, or a reference to one, of a module that is neither there nor declared as a dependency."""
    kind = node.type_name if isinstance(node, ast.ResourceExpression) else node.left_expr
    if not isinstance(kind, ast.QualifiedName | ast.QualifiedReference):
        return
    name = kind.value.lower().removeprefix("::")
    meant = _meant(name, file, DEFINE, DEFINE if isinstance(node, ast.ResourceExpression) else TYPE)
    if meant is not None:
        written = meant if isinstance(kind, ast.QualifiedName) else capitalize_segments(meant)
        fixes = respelled(file.text, kind.start, kind.end, file.source(kind), written)
        found = seemingly_unknown_type if isinstance(kind, ast.QualifiedReference) else seemingly_unknown_resource_type
        yield found(file.source(kind)).suggesting(written).at(kind.start, kind.end, fixes=fixes, severity=Severity.WARNING)


def _meant(name: str, file: File, of: str = CLASS, as_kind: str = CLASS) -> str | None:
    """The class or define of an installed or declared module that was probably meant; the evaluation has looked for it as `as_kind`."""
    module, colons, rest = name.partition("::")
    project, loader = file.known.project, file.known.external
    if not colons or len(module) < SHORTEST or module in project.modules or module in project.missing or project.is_external(module):
        return None
    near = [each for each in (*project.modules, *project.missing) if len(each) >= SHORTEST and is_one_letter_off(module, each)]
    if len(near) != 1 or loader.is_complete(TypedName(as_kind, name)):
        return None
    meant = f"{near[0]}::{rest}"
    return meant if loader.load(TypedName(of, meant)) is not None else None
