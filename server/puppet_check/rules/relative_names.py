"""Classes and defines named without the namespace around: `include config` in `class m`, whose module has `m::config`.

Puppet 3 looked for them from the innermost namespace outwards; later releases take every name for a whole one. A module of that name may be
elsewhere, so a finding needs that none is declared or published, and that what is found in the namespace is not about one itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.missing_modules import is_undeclared
from puppet_check.rules.near_classes import INCLUDING, seemingly_unknown_class, seemingly_unknown_resource_type
from puppet_check.rules.rule import rule
from puppet_check.semantics.calls import arguments, called
from puppet_grammar import ast
from puppet_typesys.builtins.resource_types import NAMES, metaparameters, relationship_metaparameters
from puppet_typesys.diagnostics import Diagnostic, Severity
from puppet_typesys.edits import respelled
from puppet_typesys.loader import CLASS, DEFINE, RESOURCE_TYPE, Definition, TypedName


@rule(on=ast.CallNamedFunctionExpression, whole=True)
def check_included(call: ast.CallNamedFunctionExpression, file: File) -> Iterator[Diagnostic]:
    """Report a class that is included by a relative name."""
    for each in arguments(call) if called(call) in INCLUDING else ():
        if isinstance(each, ast.LiteralString | ast.QualifiedName):
            yield from _check_class(each, set(), file)


@rule(on=ast.ResourceExpression, whole=True)
def check_declared(node: ast.ResourceExpression, file: File) -> Iterator[Diagnostic]:
    """Report a class or a define that is declared by a relative name with parameters of the one that is meant."""
    if not isinstance(node.type_name, ast.QualifiedName) or node.form != "regular":
        return
    for body in node.bodies:
        operations = [each for each in body.operations if isinstance(each, ast.AttributeOperation)]
        if len(operations) < len(body.operations):
            return
        given = {each.attribute_name for each in operations}
        if node.type_name.value == CLASS:
            if isinstance(body.title, ast.LiteralString | ast.QualifiedName):
                yield from _check_class(body.title, given, file)
        elif node.type_name.value not in NAMES:
            yield from _check_define(node.type_name, given, file)
            return


@rule(on=ast.AccessExpression, whole=True)
def check_related(node: ast.AccessExpression, file: File) -> Iterator[Diagnostic]:
    """Report a class that a relationship names by a relative name."""
    if isinstance(node.left_expr, ast.QualifiedReference) and node.left_expr.value == CLASS and _is_related(node, file):
        for each in node.keys:
            if isinstance(each, ast.LiteralString | ast.QualifiedName):
                yield from _check_class(each, set(), file)


def _is_related(node: ast.Expression, file: File) -> bool:
    """Whether a reference is an end of a relationship."""
    around = file.parents.get(node)
    if isinstance(around, ast.LiteralList):
        around = file.parents.get(around)
    is_parameter = isinstance(around, ast.AttributeOperation) and around.attribute_name in relationship_metaparameters()
    return is_parameter or isinstance(around, ast.RelationshipExpression)


def _check_class(node: ast.LiteralString | ast.QualifiedName, given: set[str], file: File) -> Iterator[Diagnostic]:
    name = node.value.lower()
    meant = _meant(name, CLASS, node, file)
    if meant is None or not _takes(meant, given) or _is_about(name, meant, file):
        return
    fixes = respelled(file.text, node.start, node.end, node.value, meant.name)
    yield seemingly_unknown_class(name).suggesting(meant.name).at(node.start, node.end, fixes=fixes, severity=Severity.WARNING)


def _check_define(node: ast.QualifiedName, given: set[str], file: File) -> Iterator[Diagnostic]:
    name = node.value.lower()
    meant = _meant(name, DEFINE, node, file)
    required = set() if meant is None else {each.name for each in meant.parameters if each.is_required}
    if meant is None or not _takes(meant, given) or not required <= given or _is_about(name, meant, file):
        return
    fixes = respelled(file.text, node.start, node.end, node.value, meant.name)
    yield seemingly_unknown_resource_type(name).suggesting(meant.name).at(node.start, node.end, fixes=fixes, severity=Severity.WARNING)


def _meant(name: str, kind: str, node: ast.Node, file: File) -> Definition | None:
    """The innermost class or define of the namespaces around a node with a relative name that no module may have as its own."""
    module = name.partition("::")[0]
    around = file.definition_around(node)
    if not isinstance(around, ast.HostClassDefinition | ast.ResourceTypeDefinition) or not is_undeclared(module, file.known.project):
        return None
    loader, interfaces = file.known.external, file.known.loader.interfaces
    kinds = (kind, RESOURCE_TYPE) if kind == DEFINE else (kind,)
    if any(loader.load(TypedName(each, name)) is not None for each in kinds) or loader.is_complete(TypedName(kind, name)):
        return None
    namespace = around.name.lower().removeprefix("::")
    own = namespace
    while namespace:
        found = loader.load(TypedName(kind, f"{namespace}::{name}"))
        if found is not None:
            is_published = interfaces.is_known_elsewhere(TypedName(kind, name)) or bool(interfaces.undeclared_names(module, CLASS))
            return None if is_published or (found.name == own and not _is_of_module_alone(file)) else found
        namespace = namespace.rpartition("::")[0]
    return None


def _is_of_module_alone(file: File) -> bool:
    """Whether a file is one of a module that stands alone, which depends on no module without metadata."""
    module = file.known.project.module_of(file.path)
    return module is not None and not file.known.project.is_environment and module.folder == file.known.project.root


def _takes(meant: Definition, given: set[str]) -> bool:
    """Whether a class or define has all parameters of some names."""
    return given <= {each.name for each in meant.parameters} | metaparameters()


def _is_about(name: str, meant: Definition, file: File) -> bool:
    """Whether a class or define uses a module of its relative name, as one that wraps it does.

    A reference in its own file is what is judged.
    """
    text = file.known.world.text_of(meant.place.path) or ""
    named = rf"['\"]?(?:::)?{re.escape(name)}(?![\w:])"
    included = rf"\b(?:include|contain|require|class\s*\{{)[\s(]*{named}" + (
        "" if meant.place.path == file.path else rf"|\bClass\[\s*{named}"
    )
    declared = rf"(?:^|[{{;}}])\s*{named}\s*\{{|\$(?:::)?{re.escape(name)}::"
    return re.search(f"{included}|{declared}", text, re.IGNORECASE | re.MULTILINE) is not None
