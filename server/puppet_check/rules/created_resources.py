"""What `create_resources` refuses as soon as there is a resource: a type that does not exist, values that are not hashes of parameters."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.equality import type_seen
from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.rules.unknown_reference import is_asked_for
from puppet_check.semantics.calls import arguments, called
from puppet_grammar import ast
from puppet_typesys.builtins.resource_types import native_type
from puppet_typesys.diagnostics import Diagnostic, Severity
from puppet_typesys.edits import respelled
from puppet_typesys.issues.evaluation.names import unknown_resource_type
from puppet_typesys.issues.evaluation.parameters import wrong_argument
from puppet_typesys.loader import DEFINE, RESOURCE_TYPE, TypedName
from puppet_typesys.spelling import closest
from puppet_typesys.types.disjoint import disjoint
from puppet_typesys.types.model import Hash, Optional, Struct, Type
from puppet_typesys.types.show import show

CREATING = "create_resources"
CREATING_TYPES = frozenset((CREATING, "ensure_resource", "ensure_resources"))
"""The functions whose first argument is the name of a resource type."""
MOST_SHOWN = 3
"""The number of types of values that a message names."""


@wrong_argument.variant()
def created_of_values(function: str, type: str) -> str:
    return f"'{function}' expects a Hash of parameters for each title, but all values of this Hash are of the type {type}"


@rule(on=(ast.CallNamedFunctionExpression, ast.CallMethodExpression), whole=True)
def check_created(call: ast.Expression, file: File) -> Iterator[Diagnostic]:
    """Report a Hash that can only be used if it is empty."""
    given = arguments(call) if called(call) == CREATING else ()
    if len(given) < 2 or not isinstance(given[1], ast.VariableExpression):
        return
    values = _values(type_seen(given[1], file))
    if values and all(disjoint(each, Hash()) for each in values) and not file.has_finding_in(call):
        shown = show(values[0]) if len(values) == 1 else " or ".join(sorted({show(each.generalized()) for each in values})[:MOST_SHOWN])
        yield created_of_values(CREATING, shown).at(given[1].start, given[1].end, severity=Severity.WARNING)


@rule(on=(ast.CallNamedFunctionExpression, ast.CallMethodExpression), whole=True)
def check_created_type(call: ast.Expression, file: File) -> Iterator[Diagnostic]:
    """Report a type that does not exist, although the hash of its resources, which is not known, may be empty."""
    given = arguments(call) if called(call) in CREATING_TYPES else ()
    if len(given) < 2 or not isinstance(given[0], ast.LiteralString | ast.QualifiedName) or file.has_finding_in(call):
        return
    written = given[0].value.lstrip("@")
    name = written.lower().removeprefix("::")
    if name != "class" and native_type(name) is None and not is_asked_for(name, file) and _is_absent(name, file):
        start, end = given[0].start, given[0].end
        module = f"{name.partition('::')[0]}::"
        meant = closest(name, [each for each in file.known.loader.likely_names(DEFINE) if each.startswith(module)])
        found = unknown_resource_type(written).suggesting(meant)
        yield found.at(start, end, fixes=respelled(file.text, start, end, written, meant), severity=Severity.WARNING)


def _is_absent(name: str, file: File) -> bool:
    """Whether nothing defines a resource type for certain, which the evaluation has not reported at another place."""
    own = file.defined_names
    external = file.known.external
    is_known = name in own or any(external.load(TypedName(kind, name)) is not None for kind in (DEFINE, RESOURCE_TYPE))
    return not is_known and external.is_complete(TypedName(DEFINE, name)) and not _is_reported(name, file)


def _is_reported(name: str, file: File) -> bool:
    """Whether the evaluation has reported a resource type."""
    found = () if file.model is None else (each for each in file.model.findings.values() if each.code == unknown_resource_type.issue.code)
    return any(str(value).lower().removeprefix("::") == name for each in found for _, value in each.data)


def _values(type: Type | None) -> tuple[Type, ...]:
    """The types of the values of a Hash or Struct, which may be undef instead."""
    while isinstance(type, Optional):
        type = type.type
    if isinstance(type, Struct) and not type.is_open:
        return tuple(each.value for each in type.elements)
    return (type.value,) if isinstance(type, Hash) and type.size is None else ()
