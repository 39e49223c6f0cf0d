"""The parameters of what `ensure_resource` and `ensure_resources` declare, as literal hashes give them.

The functions are those of a module that may not be there, so that the evaluation does not declare anything.
"""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.attributes import attributes_of_definition, attributes_of_type
from puppet_check.rules.file import File
from puppet_check.rules.named_entries import NAMES, NONE, NamedEntries, named_entries
from puppet_check.rules.rule import rule
from puppet_check.semantics.calls import arguments, called
from puppet_grammar import ast
from puppet_typesys.builtins.resource_types import native_type
from puppet_typesys.diagnostics import Diagnostic, Severity
from puppet_typesys.edits import respelled
from puppet_typesys.issues.evaluation.parameters import missing_parameter, unknown_parameter
from puppet_typesys.loader import DEFINE, Definition, TypedName, default_name
from puppet_typesys.spelling import LOW_SIMILARITY, closest
from puppet_typesys.types.show import capitalize_segments

RESOURCE, RESOURCES = "ensure_resource", "ensure_resources"


@missing_parameter.variant()
def missing_ensured_parameter(parameter: str, owner: str) -> str:
    return f"{owner}: expects a value for parameter '{parameter}'"


@rule(on=ast.CallNamedFunctionExpression, whole=True)
def check_ensured(call: ast.CallNamedFunctionExpression, file: File) -> Iterator[Diagnostic]:
    """Report parameters that the type lacks, and required ones that are not given."""
    name, given = called(call).removeprefix("stdlib::"), arguments(call)
    if name not in (RESOURCE, RESOURCES) or len(given) < 2 or not isinstance(given[0], NAMES) or file.has_finding_in(call):
        return
    type = given[0].value.lower().removeprefix("::")
    defaults = _whole(given[2]) if len(given) > 2 else NONE
    if name == RESOURCE and defaults is not None:
        yield from _check(type, defaults, NONE, given[1], file)
    if name == RESOURCES and defaults is not None:
        several = _whole(given[1]) or NONE
        for title, value in several.values.items():
            own = _whole(value)
            if own is not None:
                yield from _check(type, own, defaults, several.keys[title], file)


def _check(type: str, given: NamedEntries, defaults: NamedEntries, place: ast.Expression, file: File) -> Iterator[Diagnostic]:
    native, owner = native_type(type), file.known.external.load(TypedName(DEFINE, type))
    known = None
    if native is not None:
        known = attributes_of_type(native)
    elif owner is not None and not owner.interface:
        known = attributes_of_definition(owner)
    if known is None:
        return
    shown = capitalize_segments(type)
    for name, key in given.keys.items():
        if name not in known:
            meant = closest(name, known, LOW_SIMILARITY)
            fixes = respelled(file.text, key.start, key.end, file.source(key), f"'{meant}'" if meant else None)
            found = unknown_parameter(name, shown).suggesting(meant)
            yield found.at(key.start, key.end, fixes=fixes, severity=Severity.WARNING)
    # Without any, what another place declares may be meant.
    for name in _required(owner, type, file) if owner is not None and (given.keys or defaults.keys) else ():
        if name not in given.keys and name not in defaults.keys:
            yield missing_ensured_parameter(name, shown).at(place.start, place.end, severity=Severity.WARNING)


def _required(owner: Definition, type: str, file: File) -> Iterator[str]:
    """The parameters that must be given, and that no resource default of the project sets."""
    module = file.known.project.module_of(file.path)
    for each in owner.parameters:
        names = (default_name(type, name, "" if module is None else module.name) for name in (each.name, "*"))
        if each.is_required and all(file.known.external.load(name) is None for name in names):
            yield each.name


def _whole(node: ast.Expression) -> NamedEntries | None:
    """The entries of a literal hash; None if some keys are computed."""
    found = named_entries(node)
    return found if found is not None and found.is_whole else None
