"""Descriptions of built-in names, in short Markdown, for hovers and completions.

They are JSON files below `texts/`, each loaded on first use in well under a millisecond.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import Any, NotRequired, TypedDict, cast

from puppet_grammar.named import NamedTuple
from puppet_typesys.builtins.facts import fact as known_fact
from puppet_typesys.builtins.resource_types import NAMES, data, native_type

ALL_ATTRIBUTES = "*"
"""The key for all attributes of a type that accept a value."""


class Example(NamedTuple):
    """Code, and its value as `%p` formats it; None if the value is not worth showing."""

    code: str
    result: str | None


class FunctionText(NamedTuple):
    """A summary, further details (which may be empty), and examples."""

    summary: str
    text: str
    examples: tuple[Example, ...]
    no_example: str | None = None
    """The reason why there is no example."""


class FactText(NamedTuple):
    """The description of a fact, and an example of its value in Puppet's notation; None for facts with arbitrary content."""

    text: str
    value: str | None


def resource_type(name: str) -> str | None:
    """The description of a resource type."""
    return _resource_type(name).text


def attribute(type: str, name: str) -> str | None:
    """The description of an attribute of a resource type, or else of a metaparameter; `name` is an alias of the namevar."""
    found = _resource_type(type).attributes.get(name) or metaparameter(name)
    if found is None and name == "name" and (known := native_type(type)):
        return _resource_type(type).attributes.get(known.namevars[0])
    return found


def attribute_value(type: str, attribute: str, value: str) -> str | None:
    """The description of a value of an attribute, if it has one."""
    values = _resource_type(type).values
    found = values.get(attribute, {}).get(value) or _words("metaparameter_values").get(f"{attribute} {value}")
    if found is None and value in values.get(ALL_ATTRIBUTES, {}) and _takes(type, attribute, value):
        return values[ALL_ATTRIBUTES][value]
    return found


def _takes(type: str, attribute: str, value: str) -> bool:
    """Whether an attribute lists a value. `allowed` returns None where the type's own code accepts further values."""
    known = cast("dict[str, list[dict[str, Any]]]", data(f"resource_types/{type}.json"))
    return any(
        value == literal["value"]
        for each in known["attributes"]
        if each["name"] == attribute and "values" in each
        for literal in each["values"]["literals"]
    )


def provider(type: str, name: str) -> str | None:
    """The description of a provider of a resource type."""
    return _resource_type(type).providers.get(name)


def metaparameter(name: str) -> str | None:
    """The description of a metaparameter."""
    return _words("metaparameters").get(name)


def function(name: str) -> FunctionText | None:
    """The description of a function."""
    return _functions().get(name)


def data_type(name: str) -> str | None:
    """The description of a data type; the name is written as in code, or in lower case."""
    return _words("data_types").get(name) or _small_data_types().get(name)


def settings() -> Iterable[str]:
    """The names of the settings in puppet.conf."""
    return _words("settings")


def setting(name: str) -> str | None:
    """The description of a setting in puppet.conf."""
    return _words("settings").get(name)


def constructor(type: str) -> str | None:
    """The parameters of `new` of a data type, abbreviated and separated by commas."""
    return _words("constructors").get(type.lower())


def lookup_option(name: str) -> str | None:
    """The description of a key of `lookup_options`."""
    return _words("lookup_options").get(name)


def interpolation_function(name: str) -> str | None:
    """The description of a function in interpolations of Hiera data."""
    return _words("interpolation_functions").get(name)


def documentation_tags() -> Mapping[str, str]:
    """The descriptions of the tags of puppet-strings, the most frequent ones first."""
    return _words("documentation_tags")


def keyword(name: str) -> str | None:
    """The description of a keyword."""
    return _words("keywords").get(name)


def variable(name: str) -> str | None:
    """The description of a built-in variable, by its name without `$`, or of a part of it by its path (`trusted.certname`)."""
    return _words("variables").get(name)


def fact(path: tuple[str, ...]) -> FactText | None:
    """The description of a fact or a part of it; a legacy fact has the description of its replacement."""
    found = _fact_at(path)
    if found is not None or len(path) != 1:
        return found
    known = known_fact(path[0])
    if known is None:
        return None
    found = _fact_at((known.name,))
    if found is not None or known.replacement is None:
        return found
    new = _fact_at(tuple(known.replacement.split(".")))
    return None if new is None else FactText(f"{new.text} An old name of `{known.replacement}`.", new.value)


def _fact_at(path: tuple[str, ...]) -> FactText | None:
    parts, node = _facts(), None
    for name in path:
        node = parts.get(name) or next((part for free, part in parts.items() if free.startswith("<")), None)
        if node is None:
            return None
        parts = node.get("parts", {})
    return None if node is None else FactText(node["text"], node.get("value"))


class _ResourceType(NamedTuple):
    text: str | None = None
    attributes: Mapping[str, str] = {}
    values: Mapping[str, Mapping[str, str]] = {}
    providers: Mapping[str, str] = {}


class _FactNode(TypedDict):
    text: str
    value: NotRequired[str]
    parts: NotRequired[dict[str, _FactNode]]


class _FunctionRow(TypedDict):
    summary: str
    text: NotRequired[str]
    examples: NotRequired[list[tuple[str, str | None]]]
    no_example: NotRequired[str]


# The data files are part of the project and all loaded by a test, so their structure is not checked here.


@lru_cache(256)
def _resource_type(name: str) -> _ResourceType:
    return _ResourceType(**cast("dict[str, Any]", data(f"texts/resource_types/{name}.json"))) if name in NAMES else _ResourceType()


@cache
def _functions() -> dict[str, FunctionText]:
    rows = cast("dict[str, _FunctionRow]", data("texts/functions.json"))
    return {name: _function(row) for name, row in rows.items()}


def _function(row: _FunctionRow) -> FunctionText:
    examples = tuple(Example(*example) for example in row.get("examples", ()))
    return FunctionText(row["summary"], row.get("text", ""), examples, row.get("no_example"))


@cache
def _words(name: str) -> Mapping[str, str]:
    return cast("Mapping[str, str]", data(f"texts/{name}.json"))


@cache
def _small_data_types() -> dict[str, str]:
    return {name.lower(): text for name, text in _words("data_types").items()}


@cache
def _facts() -> dict[str, _FactNode]:
    return cast("dict[str, _FactNode]", data("texts/facts.json"))
