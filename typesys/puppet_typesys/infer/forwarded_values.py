"""Values that a definition of another file hands on to what refuses them.

These are attributes of built-in types that get untyped parameters, functions and parameters that get them under conditions which the values
of a declaration fulfil, and what ERB templates do with any parameters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from puppet_grammar.named import NamedTuple
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.bridges.erb_templates import failing
from puppet_typesys.bridges.known_conditions import hold
from puppet_typesys.builtins.resource_types import NAMES
from puppet_typesys.builtins.targets import Target
from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.infer.attribute_values import InvalidValue, invalid_value
from puppet_typesys.infer.external import ExternalDefinition
from puppet_typesys.infer.external_types import type_from
from puppet_typesys.loader import CLASS, DEFINE, FUNCTION, Definition, Forwarded, TypedName
from puppet_typesys.types import model
from puppet_typesys.types.describe import is_deferred
from puppet_typesys.types.infer import infer
from puppet_typesys.types.model import Type
from puppet_typesys.types.parse import Names
from puppet_typesys.types.relate import is_instance
from puppet_typesys.types.show import show
from puppet_typesys.values.unknown import Unknown, contains_unknown

DEEPEST = 8
"""How many definitions a value is followed through."""
STATE = ("file", "ensure")
TEXT = lazy_pattern(r"'([^'\\\\]*)'|\"([^\"\\\\$]*)\"|([a-z][a-z0-9_]*)")
"""A text without escapes and interpolations, or a bare word."""
WORDS: Mapping[str, object] = {"true": True, "false": False, "undef": None}

Load = Callable[[TypedName], Definition | None]
Find = Callable[[str], object]


class Refused(NamedTuple):
    """What is wrong with a value that is handed on."""

    message: str
    is_accepted: bool
    """Whether Puppet accepts it, although it can hardly be meant."""


class Asked(NamedTuple):
    """What tells where values are handed on to."""

    load: Load
    target: Target
    wanted: Callable[[Forwarded], Type] = lambda _: model.ANY
    """The type that a forwarded value must have."""
    names: Names = lambda _: None
    read_template: Callable[[str], str | None] = lambda _: None
    may_have_default: Callable[[list[str]], bool] = lambda _: True
    """Whether defaults of other scopes may set some parameters."""


def refused_where_forwarded(resource: Resource, asked: Asked) -> Iterator[InvalidValue]:
    """Return the values of a resource that are refused where they are handed on to."""
    definition = resource.kind
    if not isinstance(definition, ExternalDefinition):
        return
    find = _Given(resource, definition.data)
    found = False
    for name, parameter in resource.parameters.items():
        value = parameter.value
        is_judged = not contains_unknown(value) and name not in resource.sensitive and not is_deferred(value)
        refused = None if not is_judged else refusal(definition.data, name, value, asked, find)
        if refused is not None and not (find.defaults and asked.may_have_default(find.defaults)):
            yield InvalidValue(name, refused.message, is_accepted=refused.is_accepted)
            found = True
        find.defaults.clear()
    if not found and definition.data.templates:
        yield from _refused_by_template(resource, definition.data, asked, find)


class _Given:
    """Finds the values of the parameters of a definition that a declaration gives, or their defaults."""

    def __init__(self, resource: Resource, definition: Definition) -> None:
        self._resource = resource
        self._definition = definition
        self.defaults: list[str] = []
        """The parameters whose defaults were asked for."""

    def __call__(self, name: str) -> object:
        given = self._resource.parameters.get(name)
        if given is not None and (name in self._resource.sensitive or is_deferred(given.value)):
            return Unknown(model.ANY)
        if given is not None and given.value is not None:
            return given.value
        parameter = self._definition.parameter(name)
        # Data may have values for parameters of classes, and a hash may have further attributes.
        if parameter is None or self._definition.kind == CLASS or self._resource.is_open:
            return Unknown(model.ANY)
        self.defaults.append(name)
        return _literal(parameter.default)


def _literal(default: str | None) -> object:
    """The value of a default that is a literal; unknown for others."""
    found = None if default is None else TEXT.fullmatch(default)
    if found is None:
        return Unknown(model.ANY)
    word = found[3]
    return next(each for each in found.groups() if each is not None) if word not in WORDS else WORDS[word]


def _refused_by_template(resource: Resource, definition: Definition, asked: Asked, find: _Given) -> Iterator[InvalidValue]:
    given = {name for name, each in resource.parameters.items() if each.value is not None and definition.parameter(name) is not None}
    for template, when in definition.templates if given else ():
        text = asked.read_template(template) if hold(when, find) else None
        found = None if text is None else failing(text, find, given)
        if found is not None and not (find.defaults and asked.may_have_default(find.defaults)):
            use, error = found
            yield InvalidValue(use.variable, f"the template {template} fails in line {use.line}: {error}")
            return
        find.defaults.clear()


def refusal(definition: Definition, name: str, value: object, asked: Asked, find: Find | None = None) -> Refused | None:
    """What is wrong with the value of an untyped parameter; None if nothing is, or that is not known.

    `find` finds the values of the other parameters.
    """
    for each in _reached(definition, name, value, asked, find or _nothing, DEEPEST, False) if value is not None else ():
        if each.kind == FUNCTION:
            message: str | None = f"expected {show(asked.wanted(each._replace(when=())))}; found {_kind(value)}"
            becomes = f"(it becomes an argument of {each.name}())"
        elif each.name in NAMES:
            message = invalid_value(each.name, each.part, value, asked.target)
            becomes = f"(it becomes `{each.part}` of a resource of type {each.name})"
        else:
            message = f"expected {_declared(each, asked)}; found {_kind(value)}"
            becomes = f"(it becomes `{each.part}` of {each.name})"
        if message is not None:
            return Refused(f"{message} {becomes}", is_accepted=False)
        if value is True and (each.name, each.part) == STATE:
            return Refused(f"'true' makes the file a link to that path {becomes}", is_accepted=True)
    return None


def _nothing(name: str) -> object:
    return Unknown(model.ANY)


def _kind(value: object) -> str:
    return f"'{value}'" if isinstance(value, str) else show(infer(value))


def _declared(each: Forwarded, asked: Asked) -> str:
    found = asked.load(_target(each))
    parameter = None if found is None else found.parameter(each.part)
    return "another value" if parameter is None or parameter.type is None else parameter.type


def _target(each: Forwarded) -> TypedName:
    return TypedName(CLASS if each.kind == CLASS else DEFINE, each.name)


def _reached(
    definition: Definition | None, name: str, value: object, asked: Asked, find: Find, depth: int, is_conditional: bool
) -> Iterator[Forwarded]:
    """Where the value of an untyped parameter is handed on to: attributes of built-in types, and what refuses it by its type.

    What always gets a value is judged with the types that a definition accepts.
    """
    found = None if definition is None or not depth else definition.parameter(name)
    if found is None:
        return
    if found.type is not None:
        return
    for each in found.forwarded:
        if each.when and not hold(each.when, find):
            continue
        conditional = is_conditional or bool(each.when)
        if each.kind == FUNCTION:
            if conditional and not is_instance(asked.wanted(each._replace(when=())), value):
                yield each
        elif each.name in NAMES:
            yield each
        else:
            inner = asked.load(_target(each))
            parameter = None if inner is None else inner.parameter(each.part)
            if conditional and parameter is not None and parameter.type is not None:
                if not is_instance(type_from(parameter.type, asked.names), value):
                    yield each
            else:
                yield from _reached(inner, each.part, value, asked, _only(each.part, value), depth - 1, conditional)


def _only(name: str, value: object) -> Find:
    """What finds the value of one parameter alone."""
    return lambda other: value if other == name else Unknown(model.ANY)
