"""Values of untyped parameters that a definition of another file hands on, always, to an attribute of a built-in type that refuses them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from puppet_grammar.named import NamedTuple
from puppet_typesys.builtins.resource_types import NAMES
from puppet_typesys.builtins.targets import Target
from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.infer.attribute_values import InvalidValue, invalid_value
from puppet_typesys.infer.external import ExternalDefinition
from puppet_typesys.loader import CLASS, DEFINE, FUNCTION, Definition, TypedName
from puppet_typesys.values.unknown import contains_unknown

DEEPEST = 8
"""How many definitions a value is followed through."""
STATE = ("file", "ensure")

Load = Callable[[TypedName], Definition | None]


class Refused(NamedTuple):
    """What is wrong with a value that is handed on."""

    message: str
    is_accepted: bool
    """Whether Puppet accepts it, although it can hardly be meant."""


def refused_where_forwarded(resource: Resource, load: Load, target: Target) -> Iterator[InvalidValue]:
    """Return the values of a resource that an attribute of a built-in type refuses, to which they are handed on."""
    definition = resource.kind
    if not isinstance(definition, ExternalDefinition):
        return
    for name, parameter in resource.parameters.items():
        refused = None if contains_unknown(parameter.value) else refusal(definition.data, name, parameter.value, load, target)
        if refused is not None:
            yield InvalidValue(name, refused.message, is_accepted=refused.is_accepted)


def refusal(definition: Definition, name: str, value: object, load: Load, target: Target) -> Refused | None:
    """Return what is wrong with the value of an untyped parameter; None if nothing is, or that is not known."""
    for type, attribute in _reached(definition, name, load, DEEPEST) if value is not None else ():
        becomes = f"(it becomes `{attribute}` of a resource of type {type})"
        message = invalid_value(type, attribute, value, target)
        if message is not None:
            return Refused(f"{message} {becomes}", is_accepted=False)
        if value is True and (type, attribute) == STATE:
            return Refused(f"'true' makes the file a link to that path {becomes}", is_accepted=True)
    return None


def _reached(definition: Definition | None, name: str, load: Load, depth: int) -> Iterator[tuple[str, str]]:
    """The built-in types, and their attributes, that get the value of an untyped parameter."""
    found = None if definition is None or not depth else definition.parameter(name)
    for each in () if found is None or found.type is not None else found.forwarded:
        if each.kind == FUNCTION:
            continue
        if each.name in NAMES:
            yield each.name, each.part
        else:
            yield from _reached(load(TypedName(CLASS if each.kind == CLASS else DEFINE, each.name)), each.part, load, depth - 1)
