"""A compiled catalog as plain data."""

from __future__ import annotations

from puppet_typesys.convert.formats import programmatic
from puppet_typesys.evaluate.catalog import Catalog
from puppet_typesys.evaluate.cycles import cycles, dependencies
from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.types.infer import infer_set
from puppet_typesys.types.model import Type
from puppet_typesys.types.show import show_plain
from puppet_typesys.values.default import Default
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.unknown import Unknown, UnknownValue

Data = dict[str, object]


def value_text(value: object) -> str:
    """The source text of a value; for an unknown one, its type."""
    if isinstance(value, Unknown):
        return f"unknown value of type {show_plain(value.type)}" if isinstance(value.type, Type) else "unknown"
    try:
        return programmatic(value)
    except UnknownValue:
        return f"partly unknown value of type {show_plain(infer_set(value))}"


def catalog_data(catalog: Catalog) -> Data:
    """The classes, resources, relationships and cycles of a catalog."""
    known = dependencies(catalog)
    edges = [{"source": str(first), "target": str(second), "parameter": each.parameter} for (first, second), each in known.items()]
    return {
        "classes": catalog.class_names,
        "resources": [resource_data(each) for each in catalog.resources],
        "containment": [{"source": str(first), "target": str(second)} for first, second in catalog.edges],
        "edges": edges,
        "cycles": [[str(each) for each in group] for group in cycles(catalog, known, catalog.edges)],
        "partial": catalog.is_partial,
    }


def resource_data(resource: Resource) -> Data:
    """A resource as plain data."""
    return {
        "type": resource.type,
        "title": resource.title,
        "parameters": {name: plain(each.value) for name, each in resource.parameters.items()},
        "tags": sorted(resource.tags),
        "virtual": resource.virtual,
        "exported": resource.exported,
        "possible": resource.possible,
        "line": resource.place.line if resource.place else None,
    }


def plain(value: object) -> object:
    """A value as JSON data; values without an equivalent in JSON as text."""
    match value:
        case None | bool() | int() | float() | str():
            return value
        case Default():
            return "default"
        case tuple():
            return [plain(each) for each in value]
        case Hash():
            return {key if isinstance(key, str) else value_text(key): plain(each) for key, each in value.items()}
        case Unknown():
            return {"unknown": show_plain(value.type) if isinstance(value.type, Type) else "Any"}
    return value_text(value)
