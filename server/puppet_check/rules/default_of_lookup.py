"""Defaults of `lookup` that are not of the type that it asks for, or of the parameter that gets them: nodes without the key fail."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.given_defaults import DEFINITIONS
from puppet_check.rules.refused_default import default_of_lookup, is_in_data, refused_default
from puppet_check.rules.rule import rule
from puppet_check.semantics.calls import arguments, called
from puppet_check.workspace.kinds import DATA
from puppet_check.workspace.mentions import has_word
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity
from puppet_typesys.infer.external_types import type_from
from puppet_typesys.issues.evaluation.parameters import wrong_argument
from puppet_typesys.loader import CLASS, DEFINE, TypedName
from puppet_typesys.types.model import UNDEF, Type
from puppet_typesys.types.relate import is_accepted, is_assignable
from puppet_typesys.types.show import show
from puppet_typesys.values.unknown import contains_unknown

DATA_FOLDERS = ("data", "hieradata")
BEFORE_DEFAULT = ("default_values_hash", "override")
"""Options with values for keys, which come before the default."""


@wrong_argument.variant()
def default_of_other_type(expected: str, found: str) -> str:
    return f"the default of this lookup has the wrong type: expects {expected}, got {found}"


@rule(on=(ast.CallNamedFunctionExpression, ast.CallMethodExpression), whole=True)
def check_lookup(call: ast.Expression, file: File) -> Iterator[Diagnostic]:
    """Report the literal default of a lookup whose type refuses it."""
    if called(call) != "lookup" or file.model is None:
        return
    default, wanted = default_of_lookup(call), _type_asked_for(call)
    if default is None or wanted is None:
        return
    values, expected = file.model.values.get(id(default), ()), _only(wanted, file)
    if expected is None or len(values) != 1 or contains_unknown(values[0]) or is_accepted(expected, values[0]):
        return
    if file.has_finding_in(call) or _has_other_values(call) or _may_be_in_data(call, file):
        return
    fixes: tuple[Fix, ...] = ()
    if values[0] is None and not is_assignable(expected, UNDEF):
        fixes = (Fix("Allow undef", (Edit(wanted.start, wanted.end, f"Optional[{file.source(wanted)}]"),)),)
    message = default_of_other_type(show(expected), file.source(default))
    yield message.at(default.start, default.end, fixes=fixes, severity=Severity.WARNING)


@refused_default.variant()
def refused_default_of_parameter(default: str, parameter: str, expected: str) -> str:
    return f"the default {default} of this lookup is refused by `${parameter}`, which expects {expected}"


@rule(on=ast.Parameter, whole=True)
def check_parameter(parameter: ast.Parameter, file: File) -> Iterator[Diagnostic]:
    """Report the default of a lookup that is itself the default of a parameter whose type refuses it."""
    default = default_of_lookup(parameter.value) if parameter.value is not None and parameter.type_expr is not None else None
    around = file.parents.get(parameter) if default is not None else None
    if default is None or parameter.value is None or not isinstance(around, DEFINITIONS) or _type_asked_for(parameter.value) is not None:
        return
    kind = CLASS if isinstance(around, ast.HostClassDefinition) else DEFINE
    owner = file.known.external.load(TypedName(kind, around.name.lower().removeprefix("::")))
    own = None if owner is None or owner.place.path != file.path else owner.parameter(parameter.name)
    values = () if own is None or file.model is None else file.model.values.get(id(default), ())
    if own is None or len(values) != 1 or contains_unknown(values[0]):
        return
    expected = type_from(own.type, file.known.external.type_named)
    if not is_accepted(expected, values[0]) and not file.has_finding_in(parameter):
        found = refused_default_of_parameter(f"`{file.source(default)}`", parameter.name, show(expected))
        yield found.at(default.start, default.end)


def _has_other_values(call: ast.Expression) -> bool:
    """Whether values of a lookup come before its default that the options of the call have."""
    options = arguments(call)[-1]
    entries = options.entries if isinstance(options, ast.LiteralHash) else ()
    return any(getattr(each.key, "value", "") in BEFORE_DEFAULT for each in entries)


def _may_be_in_data(call: ast.Expression, file: File) -> bool:
    """Whether the data of the environment or of the module may have the key, so that the default is not needed."""
    key, module = arguments(call)[0], file.known.project.module_of(file.path)
    if is_in_data(call, file):
        return True
    if module is None or not isinstance(key, ast.LiteralString):
        return False
    file.known.world.ask_below(module.folder, DATA_FOLDERS)
    return has_word(module.folder, DATA_FOLDERS, (DATA,), key.value.encode())


def _type_asked_for(call: ast.Expression) -> ast.Expression | None:
    """The argument or option of a lookup that is the type of the value."""
    given = arguments(call)
    options = given[-1] if len(given) > 1 else None
    if isinstance(options, ast.LiteralHash):
        return next((each.value for each in options.entries if getattr(each.key, "value", "") == "value_type"), None)
    return given[1] if len(given) > 1 and called(call) == "lookup" and not isinstance(given[1], ast.LiteralUndef) else None


def _only(node: ast.Expression, file: File) -> Type | None:
    """The data type that an expression is; None if it is not known."""
    values = file.model.values.get(id(node), ()) if file.model is not None else ()
    return values[0] if len(values) == 1 and isinstance(values[0], Type) else None
