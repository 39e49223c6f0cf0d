"""The parameters of what `ensure_resource` and `ensure_resources` declare, as literal hashes give them.

The functions are those of a module that may not be there, so that the evaluation does not declare anything.
"""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.semantics.calls import arguments, called
from puppet_grammar import ast
from puppet_typesys.builtins.resource_types import metaparameters, native_type
from puppet_typesys.diagnostics import Diagnostic, Severity
from puppet_typesys.edits import respelled
from puppet_typesys.issues.evaluation.parameters import missing_parameter, unknown_parameter
from puppet_typesys.loader import DEFINE, Definition, TypedName, default_name
from puppet_typesys.spelling import LOW_SIMILARITY, closest
from puppet_typesys.types.show import capitalize_segments

RESOURCE, RESOURCES = "ensure_resource", "ensure_resources"
TEXTS = (ast.LiteralString, ast.QualifiedName)
Entries = dict[str, tuple[ast.Expression, ast.Expression]]
"""The values of a hash with their keys, by the text of the keys."""


@missing_parameter.variant()
def missing_ensured_parameter(parameter: str, owner: str) -> str:
    return f"{owner}: expects a value for parameter '{parameter}'"


@rule(on=ast.CallNamedFunctionExpression, whole=True)
def check_ensured(call: ast.CallNamedFunctionExpression, file: File) -> Iterator[Diagnostic]:
    """Report parameters that the type lacks, and required ones that are not given."""
    name, given = called(call).removeprefix("stdlib::"), arguments(call)
    if name not in (RESOURCE, RESOURCES) or len(given) < 2 or not isinstance(given[0], TEXTS) or file.has_finding_in(call):
        return
    type = given[0].value.lower().removeprefix("::")
    defaults = _entries(given[2]) if len(given) > 2 else {}
    if name == RESOURCE and defaults is not None:
        yield from _check(type, defaults, {}, given[1], file)
    for key, value in (_entries(given[1]) or {}).values() if name == RESOURCES and defaults is not None else ():
        own = _entries(value)
        if own is not None:
            yield from _check(type, own, defaults or {}, key, file)


def _check(type: str, given: Entries, defaults: Entries, place: ast.Expression, file: File) -> Iterator[Diagnostic]:
    native, owner = native_type(type), file.known.external.load(TypedName(DEFINE, type))
    if native is not None and not native.is_open:
        known = native.attributes
    elif owner is not None and not owner.is_open and not owner.grows and not owner.interface:
        known = frozenset(each.name for each in owner.parameters)
    else:
        return
    shown, known = capitalize_segments(type), known | metaparameters() | {"name"}
    for name, (key, _) in given.items():
        if name not in known:
            meant = closest(name, known, LOW_SIMILARITY)
            fixes = respelled(file.text, key.start, key.end, file.source(key), f"'{meant}'" if meant else None)
            found = unknown_parameter(name, shown).suggesting(meant)
            yield found.at(key.start, key.end, fixes=fixes, severity=Severity.WARNING)
    # Without any, what another place declares may be meant.
    for name in _required(owner, type, file) if owner is not None and (given or defaults) else ():
        if name not in given and name not in defaults:
            yield missing_ensured_parameter(name, shown).at(place.start, place.end, severity=Severity.WARNING)


def _required(owner: Definition, type: str, file: File) -> Iterator[str]:
    """The parameters that must be given, and that no resource default of the project sets."""
    module = file.known.project.module_of(file.path)
    for each in owner.parameters:
        names = (default_name(type, name, "" if module is None else module.name) for name in (each.name, "*"))
        if each.is_required and all(file.known.external.load(name) is None for name in names):
            yield each.name


def _entries(value: ast.Expression) -> Entries | None:
    """The entries of a literal hash; None if some keys are computed."""
    if not isinstance(value, ast.LiteralHash):
        return None
    found: Entries = {each.key.value: (each.key, each.value) for each in value.entries if isinstance(each.key, TEXTS)}
    return found if len(found) == len(value.entries) else None
