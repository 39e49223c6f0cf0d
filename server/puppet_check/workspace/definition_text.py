"""Definitions as JSON, as the cache and interfaces of modules contain them: only fields that differ from their defaults."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, TypeVar

from puppet_typesys.loader import Attribute, Definition, Forwarded, Parameter, Place, Signature

DEFAULTS: dict[type, dict[str, object]] = {each: each._field_defaults for each in (Definition, Parameter, Attribute, Signature, Forwarded)}
NESTED: dict[str, Callable[..., NamedTuple]] = {
    "parameters": Parameter,
    "attributes": Attribute,
    "signatures": Signature,
    "forwarded": Forwarded,
}
T = TypeVar("T")


def summary_text(definitions: Iterable[Definition]) -> str:
    """The definitions of a file, without the path of the file."""
    return json.dumps([plain(each._replace(place=each.place._replace(path=""))) for each in definitions], ensure_ascii=True)


def definitions_of(text: str, path: str) -> tuple[Definition, ...]:
    """The definitions in a text that `summary_text` made, as those of a file."""
    found = (definition_of(each) for each in json.loads(text))
    return tuple(each._replace(place=each.place._replace(path=path)) for each in found)


def plain(value: NamedTuple) -> dict[str, object]:
    """The fields of a named tuple that differ from their defaults."""
    defaults = DEFAULTS[type(value)]
    found: dict[str, object] = {}
    for name, each in zip(value._fields, value, strict=True):
        if name not in defaults or each != defaults[name]:
            found[name] = [plain(part) for part in each] if name in NESTED else each
    return found


def _made(kind: Callable[..., T], data: Mapping[str, Any]) -> T:
    fields: dict[str, object] = {}
    for name, value in data.items():
        inner = NESTED.get(name)
        fields[name] = tuple(_made(inner, part) for part in value) if inner is not None else _tuples(value)
    return kind(**fields)


def definition_of(data: dict[str, Any]) -> Definition:
    """The definition with some fields, as `plain` gives them; without a place it is in no file."""
    made = _made(Definition, {**data, "place": None})
    return made._replace(place=Place(*data.get("place", ("", 0, 0))))


def _tuples(value: object) -> object:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value
