"""The documentation of a module as JSON, in the form of `puppet strings generate --format json`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from puppet_check.documentation.docstring import Docstring, Tag
from puppet_check.documentation.entries import (
    Attribute,
    DataType,
    Entry,
    Function,
    ModuleDocumentation,
    Parameterized,
    Provider,
    ResourceType,
    Signature,
    Task,
)

Data: TypeAlias = dict[str, object]


def as_data(module: ModuleDocumentation) -> dict[str, list[Data]]:
    """The documentation as data for JSON."""
    return {
        "puppet_classes": [*map(_parameterized, module.classes)],
        "data_types": [*map(_data_type, module.data_types)],
        "data_type_aliases": [*map(_data_type, module.aliases)],
        "defined_types": [*map(_parameterized, module.defines)],
        "resource_types": [*map(_resource_type, module.resource_types)],
        "providers": [*map(_provider, module.providers)],
        "puppet_functions": [*map(_function, module.functions)],
        "puppet_tasks": [*map(_task, module.tasks)],
        "puppet_plans": [*map(_parameterized, module.plans)],
    }


def _head(entry: Entry) -> Data:
    return {"name": entry.name, "file": entry.file, "line": entry.line}


def _parameterized(entry: Parameterized) -> Data:
    inherits = {"inherits": entry.inherits} if entry.inherits else {}
    defaults = {"defaults": entry.defaults} if entry.defaults else {}
    return {**_head(entry), **inherits, "docstring": _docstring(entry.docstring), **defaults, "source": entry.source}


def _data_type(entry: DataType) -> Data:
    made = {**_head(entry), "docstring": _docstring(entry.docstring)}
    return made if entry.alias_of is None else {**made, "alias_of": entry.alias_of}


def _function(entry: Function) -> Data:
    several = len(entry.signatures) > 1
    overloads = [_overload(each) for each in entry.signatures] if several else []
    return {
        **_head(entry),
        "type": entry.api,
        "signatures": [{"signature": each.text, "docstring": _docstring(each.docstring)} for each in entry.signatures],
        "docstring": _docstring(entry.docstring, overloads),
        **({"defaults": entry.defaults} if entry.defaults else {}),
        "source": entry.source,
    }


def _overload(each: Signature) -> Data:
    return {
        "tag_name": "overload",
        "signature": each.text,
        "docstring": _docstring(each.docstring),
        **({"defaults": each.defaults} if each.defaults else {}),
        "name": each.name,
    }


def _resource_type(entry: ResourceType) -> Data:
    kinds: tuple[tuple[str, Iterable[Data]], ...] = (
        ("properties", map(_attribute, entry.of("property"))),
        ("parameters", map(_attribute, entry.of("parameter"))),
        ("checks", map(_attribute, entry.of("check"))),
        ("features", ({"name": each.name, **({"description": each.text} if each.text else {})} for each in entry.features)),
        ("providers", map(_provider, entry.providers)),
    )
    rows = ((kind, [*found]) for kind, found in kinds)
    return {**_head(entry), "docstring": _docstring(entry.docstring), **{kind: found for kind, found in rows if found}}


def _attribute(each: Attribute) -> Data:
    made: Data = {
        "name": each.name,
        "description": each.text,
        "values": each.values,
        "data_type": each.type,
        "aliases": each.aliases,
        "isnamevar": each.is_namevar,
        "required_features": each.required_features,
        "default": each.default,
    }
    return {key: value for key, value in made.items() if value not in ("", (), {}, False, None) or (key == "default" and value is not None)}


def _provider(entry: Provider) -> Data:
    rest: Data = {"confines": entry.confines, "features": entry.features, "defaults": entry.defaults, "commands": entry.commands}
    head = {"name": entry.name, "type_name": entry.type_name, "file": entry.file, "line": entry.line}
    return {**head, "docstring": _docstring(entry.docstring), **{key: value for key, value in rest.items() if value}}


def _task(entry: Task) -> Data:
    tags = [{"name": each.name, "tag_name": "param", "text": each.text, "types": _types_of_task(each)} for each in entry.docstring.tags]
    return {
        **_head(entry),
        "docstring": {"text": entry.docstring.text, "tags": tags},
        "source": entry.source,
        "supports_noop": entry.supports_noop,
        "input_method": entry.input_method,
    }


def _types_of_task(tag: Tag) -> list[str | None]:
    return [each or None for each in tag.types or ()]


def _docstring(docstring: Docstring, overloads: Iterable[Data] = ()) -> Data:
    rows = [*map(_tag, (each for each in docstring.tags if (each.tag, each.text) != ("api", "public"))), *overloads]
    by_name: Callable[[Data], str] = lambda row: str(row["tag_name"])  # noqa: E731 - annotated
    return {"text": docstring.text, **({"tags": sorted(rows, key=by_name)} if rows else {})}


def _tag(tag: Tag) -> Data:
    made: Data = {"tag_name": tag.tag}
    if tag.option is not None:
        made |= {"opt_name": tag.option.name, "opt_text": tag.option.text}
        if tag.option.types is not None:
            made["opt_types"] = tag.option.types
        made["parent"] = tag.name
    rest: Data = {"text": tag.text, "types": tag.types, "name": tag.name}
    return {**made, **{key: value for key, value in rest.items() if value is not None}}
