"""Values of data for untyped parameters of classes, refused where the class hands them on: by a function, a parameter or a template."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.documents import rule
from puppet_check.rules.hiera.class_parameters import class_of, hiera_value, names_of
from puppet_check.rules.hiera.subjects import Key
from puppet_check.workspace.known import Known
from puppet_typesys.bridges.erb_templates import failing
from puppet_typesys.bridges.known_conditions import hold
from puppet_typesys.diagnostics import Diagnostic, Severity
from puppet_typesys.infer.external import ExternalDefinition
from puppet_typesys.infer.forwarded_values import Asked, refusal
from puppet_typesys.loader import Definition
from puppet_typesys.types.model import ANY
from puppet_typesys.types.relate import is_accepted
from puppet_typesys.types.show import capitalize_segments, show
from puppet_typesys.values.unknown import Unknown, contains_unknown


@hiera_value.variant()
def handed_on(subject: str, parameter: str, reason: str) -> str:
    return f"{subject}: '{parameter}' is refused where the class uses it: {reason}"


@rule(on=Key)
def check_handed_on(key: Key, known: Known) -> Iterator[Diagnostic]:
    """Report values of parameters without a type that what gets them refuses."""
    name, parameter = names_of(key)
    found = class_of(key, name)
    given = None if found is None else found.parameter(parameter)
    if found is None or given is None or not (given.forwarded or found.templates) or key.hiera.options_of(key.entry.key):
        return
    value = key.hiera.resolved(key.entry.node.value)
    if value is None or contains_unknown(value):
        return
    reason = _by_type(found, parameter, value, known) or _by_use(found, parameter, value, known)
    if reason is not None:
        place = key.entry.node if not key.entry.node.entries and not key.entry.node.items else key.entry
        message = handed_on(f"Class[{capitalize_segments(found.name)}]", parameter, reason)
        yield message.at(place.start, place.end, severity=Severity.WARNING)


def _by_type(owner: Definition, parameter: str, value: object, known: Known) -> str | None:
    """Why a function or parameter that always gets a value refuses it."""
    given = owner.parameter(parameter)
    if given is None or given.type is not None or not given.forwarded:
        return None
    definition = ExternalDefinition(owner, known.external.type_named, known.external.wanted)
    expected = definition.accepted(parameter)
    return None if expected == ANY or is_accepted(expected, value) else f"expected {show(expected)}"


def _by_use(owner: Definition, parameter: str, value: object, known: Known) -> str | None:
    """Why an attribute or a template refuses a value."""

    def find(name: str) -> object:
        return value if name == parameter else Unknown(ANY)

    asked = Asked(known.external.load, known.target, known.external.wanted, known.external.type_named)
    refused = refusal(owner, parameter, value, asked, find)
    if refused is not None:
        return None if refused.is_accepted else refused.message
    for template, when in owner.templates:
        text = known.world.read_template(template) if hold(when, find) else None
        failed = None if text is None else failing(text, find, {parameter})
        if failed is not None:
            return f"the template {template} fails in line {failed[0].line}: {failed[1]}"
    return None
