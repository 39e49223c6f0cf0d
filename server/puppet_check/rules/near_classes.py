"""Classes and resource types of a module with nearly the name of one that has them: `include 'quantun::params'`, `Sytemd::Unit_file['x']`.

The evaluation takes them for those of a module that is not installed.

Parameters and names of modules that nothing declares, so that their author and release are unknown, are compared with what all published
modules of this name have had: a name that none has, and that differs by a letter from one that some has, is a slip.
"""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.created_resources import CREATING_TYPES
from puppet_check.rules.file import File
from puppet_check.rules.missing_modules import is_undeclared
from puppet_check.rules.near_names import seemingly_unknown_type
from puppet_check.rules.rule import rule
from puppet_check.semantics.calls import arguments, called
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.builtins.resource_types import metaparameters
from puppet_typesys.diagnostics import Diagnostic, Severity
from puppet_typesys.edits import respelled
from puppet_typesys.issues.evaluation.names import unknown_class, unknown_resource_type
from puppet_typesys.issues.evaluation.parameters import unknown_owned_parameter
from puppet_typesys.loader import CLASS, DEFINE, TYPE, TypedName
from puppet_typesys.spelling import is_inner_slip, is_mistyped, is_one_letter_off, is_typo
from puppet_typesys.types.show import capitalize_segments

INCLUDING = frozenset(("include", "contain", "require"))
DIGITS = lazy_pattern(r"\d+")
PLURAL = lazy_pattern(r"s(?=[_:]|\Z)")
SHORTEST_PARAMETER = 4
"""The length of the shortest parameters that are compared."""
LONG_PARAMETER = 8
"""The length of a parameter of which one that differs in a plural is a slip."""
FEWEST_KNOWN = 1
"""The number of known parameters beside an unknown one that show that a module is the published one."""
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
    if (
        (not colons and of != CLASS)
        or len(module) < SHORTEST
        or module in project.modules
        or module in project.missing
        or project.is_external(module)
    ):
        return None
    near = [each for each in (*project.modules, *project.missing) if len(each) >= SHORTEST and is_one_letter_off(module, each)]
    if len(near) != 1 or loader.is_complete(TypedName(as_kind, name)):
        return None
    if not colons and not (is_inner_slip(module, near[0]) or is_mistyped(module, near[0])):
        return None  # There may be another module of the plural, or without the first letter.
    meant = f"{near[0]}{colons}{rest}"
    return meant if loader.load(TypedName(of, meant)) is not None else None


@rule(on=ast.Program, whole=True)
def check_undeclared(program: ast.Program, file: File) -> Iterator[Diagnostic]:
    """Report misspelt parameters and names of modules that are neither there nor declared, as far as published ones show that."""
    absence, project = file.known.loader.absence, file.known.project
    modules = frozenset(each for each in file.module_names if is_undeclared(each, project) and not absence.is_misnamed(each))
    if modules:
        yield from _slips_of(modules, file)


def _slips_of(modules: frozenset[str], file: File) -> Iterator[Diagnostic]:
    """The misspelt parameters and names of some modules in a file."""
    for node in file.of_class(ast.ResourceExpression):
        yield from _in_resource(node, modules, file)
    for call in file.of_class(ast.CallNamedFunctionExpression):
        function = called(call)
        given = arguments(call) if function in INCLUDING else arguments(call)[:1] if function in CREATING_TYPES else ()
        for each in given:
            if isinstance(each, ast.LiteralString | ast.QualifiedName):
                yield from _check_name(each, each.value, CLASS if function in INCLUDING else DEFINE, modules, file)


def _in_resource(node: ast.ResourceExpression, modules: frozenset[str], file: File) -> Iterator[Diagnostic]:
    if not isinstance(node.type_name, ast.QualifiedName):
        return
    if node.type_name.value != "class":
        yield from _check_name(node.type_name, node.type_name.value, DEFINE, modules, file)
        for body in node.bodies:
            yield from _check_parameters(body, node.type_name.value, DEFINE, modules, file)
        return
    for body in node.bodies:
        if isinstance(body.title, ast.LiteralString | ast.QualifiedName):
            yield from _check_name(body.title, body.title.value, CLASS, modules, file)
            yield from _check_parameters(body, body.title.value, CLASS, modules, file)


def _check_name(node: ast.Expression, written: str, kind: str, modules: frozenset[str], file: File) -> Iterator[Diagnostic]:
    name = written.lower().removeprefix("::")
    module, colons, _ = name.partition("::")
    if not colons or module not in modules:
        return
    names = file.known.loader.interfaces.undeclared_names(module, kind)
    if name not in names and is_typo(name, names):
        near = [each for each in names if is_one_letter_off(name, each)]
        if len(near) == 1 and not _is_plural(name, near[0]):
            found = seemingly_unknown_class if kind == CLASS else seemingly_unknown_resource_type
            fixes = respelled(file.text, node.start, node.end, name, near[0])
            yield found(written).suggesting(near[0]).at(node.start, node.end, fixes=fixes, severity=Severity.WARNING)


def _check_parameters(body: ast.ResourceBody, written: str, kind: str, modules: frozenset[str], file: File) -> Iterator[Diagnostic]:
    name = written.lower().removeprefix("::")
    given = [each for each in body.operations if isinstance(each, ast.AttributeOperation)]
    if not given or name.partition("::")[0] not in modules:
        return
    found = file.known.loader.interfaces.undeclared(TypedName(kind, name))
    if found is None or found.is_open:
        return
    known = [each.name for each in found.parameters]
    for each in given:
        parameter = each.attribute_name
        if len(parameter) < SHORTEST_PARAMETER or parameter in known or parameter in metaparameters():
            continue
        others = [other.attribute_name for other in given if other is not each and other.attribute_name not in metaparameters()]
        is_published = len(others) >= FEWEST_KNOWN and all(other in known for other in others)
        near = [other for other in known if is_one_letter_off(parameter, other) or (is_published and _without_digits(other) == parameter)]
        if (
            len(near) == 1
            and near[0] not in others
            and ((is_published and len(parameter) >= LONG_PARAMETER) or not _is_plural(parameter, near[0]))
        ):
            owner = f"Class[{capitalize_segments(name)}]" if kind == CLASS else capitalize_segments(name)
            end = each.start + len(parameter)
            fixes = respelled(file.text, each.start, end, parameter, near[0])
            message = unknown_owned_parameter(parameter, owner).suggesting(near[0])
            yield message.at(each.start, end, fixes=fixes, severity=Severity.WARNING)


def _without_digits(name: str) -> str:
    return DIGITS.sub("", name)


def _is_plural(name: str, other: str) -> bool:
    """Whether two names differ in a plural alone, as those of modules of different authors do."""
    return PLURAL.sub("", name) == PLURAL.sub("", other)
