"""Keys of data that are for parameters of classes: whether there is such a class, such a parameter, and whether the value fits."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.workspace.hiera.conversion import Wrong, convert
from puppet_check.workspace.hiera.documents import Entry
from puppet_check.workspace.hiera.hiera import Hiera
from puppet_check.workspace.hiera.mentions import Mentions
from puppet_check.workspace.hiera.merging import flat, strategy_of
from puppet_check.workspace.hiera.problem import Problem
from puppet_typesys.infer.foreign_types import type_from
from puppet_typesys.loader import CLASS, DEFINE, Definition, TypedName
from puppet_typesys.spelling import hint
from puppet_typesys.types import model
from puppet_typesys.types.describe import describe_parameters
from puppet_typesys.types.disjoint import disjoint
from puppet_typesys.types.infer import infer_set
from puppet_typesys.types.model import Type
from puppet_typesys.types.show import capitalize_segments
from puppet_typesys.values.hash import EMPTY, Hash
from puppet_typesys.values.unknown import Unknown, contains_unknown


def key_problems(hiera: Hiera, mentions: Mentions, entry: Entry) -> Iterator[Problem]:
    """What is wrong with a key and its value."""
    name, colons, parameter = entry.key.removeprefix("::").rpartition("::")
    if not colons or "%{" in entry.key or "." in entry.key:
        return
    named = TypedName(CLASS, name)
    found = hiera.loader.load(named)
    if found is None:
        yield from _no_class(hiera, mentions, entry, named)
        return
    given = found.parameter(parameter)
    if given is not None:
        yield from _value(hiera, entry, found, parameter, type_from(given.type, hiera.foreign.type_named))
    elif not found.is_open and not mentions.has(entry.key):
        near = hint(parameter, (each.name for each in found.parameters))
        yield Problem(entry.start, entry.end, "hiera-unknown-parameter", f"class {name} has no parameter '{parameter}'{near}")


def _no_class(hiera: Hiera, mentions: Mentions, entry: Entry, named: TypedName) -> Iterator[Problem]:
    module = named.name.partition("::")[0]
    is_known = module in hiera.project.modules or (hiera.project.is_environment and module not in hiera.project.missing)
    define = hiera.loader.load(TypedName(DEFINE, named.name))
    if not is_known or (define is None and not hiera.loader.is_complete(named)) or mentions.has(entry.key):
        return
    if define is not None:
        message = f"{named.name} is a define, and parameters of defines take no data"
    elif module not in hiera.project.modules:
        message = f"there is no class {named.name}, and no module '{module}'{hint(module, hiera.project.modules)}"
    else:
        message = f"there is no class {named.name}"
    yield Problem(entry.start, entry.end, "hiera-unknown-class", message)


def _value(hiera: Hiera, entry: Entry, owner: Definition, parameter: str, expected: Type) -> Iterator[Problem]:
    possible = hiera.options_of(entry.key)
    if len(possible) > 1 or any(contains_unknown(each.value) for each in possible):
        return
    options = possible[0].value if possible else EMPTY
    assert isinstance(options, Hash)
    value = _merged(strategy_of(options.get("merge")), hiera.resolved(entry.node.value))
    place = entry.node if not entry.node.entries and not entry.node.items else entry
    if options.get("convert_to") is not None:
        try:
            value = convert(options["convert_to"], value, hiera.foreign.type_named)
        except Wrong as wrong:
            if strategy_of(options.get("merge")) == "first" and not contains_unknown(value):
                message = f"The convert_to lookup_option for key '{entry.key}' raised error: {wrong}"
                yield Problem(place.start, place.end, "hiera-value", message)
            return
    if value is None:
        return
    subject = f"Class[{capitalize_segments(owner.name)}]"
    struct = model.Struct((model.StructElement(model.String(parameter), expected),))
    if isinstance(value, Unknown):
        if isinstance(value.type, Type) and disjoint(expected, value.type):
            message = f"{subject}: parameter '{parameter}' never takes such a value"
            yield Problem(place.start, place.end, "hiera-value", message)
        return
    wrong_value = describe_parameters(subject, struct, Hash([(parameter, value)]))
    if wrong_value is not None:
        yield Problem(place.start, place.end, "hiera-value", wrong_value.text)


def _merged(strategy: str, value: object) -> object:
    """A value of one file, as little of it as other files cannot change."""
    match strategy:
        case "first":
            return value
        case "unique":
            elements = [infer_set(each) for each in flat((value,))]
            return Unknown(model.ARRAY) if elements else Unknown(model.ANY)
    return Unknown(model.HASH) if isinstance(value, Hash) else Unknown(model.ANY)
