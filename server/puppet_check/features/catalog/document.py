"""A catalog in the form in which Puppet prints catalogs as JSON, with relationships and with marks of what is not certain."""

from __future__ import annotations

from puppet_check.features.catalog.data import Data, value_text
from puppet_typesys.evaluate.cycles import Found, by_kind, by_pair, cycles, found_dependencies
from puppet_typesys.evaluate.parameter import Parameter
from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.node_catalogs.node import Node, NodeCompiler
from puppet_typesys.types import model
from puppet_typesys.types.infer import infer
from puppet_typesys.types.model import Type
from puppet_typesys.types.show import capitalize_segments, show, show_plain
from puppet_typesys.values.default import Default
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.sensitive import Sensitive
from puppet_typesys.values.unknown import Unknown


def catalog_document(compiler: NodeCompiler, node: Node, found: Found | None = None) -> Data:
    """The catalog of a node, with the extra fields `relationships`, `cycles`, `partial` and, in resources, `possible` and `open`.

    `found` is what resources depend on, if that was looked for already.
    """
    catalog = compiler.catalog
    paths = {id(each.text): each.path for each in compiler.sources.values()}
    resources = [*dict.fromkeys(catalog.table[key] for key in FIRST), *catalog.resources]
    shown = [each for each in resources if not each.virtual or each.exported]
    kept = set(map(id, shown))
    found = found_dependencies(catalog) if found is None else found
    return {
        "tags": sorted(catalog.tags),
        "name": node.name,
        "version": 0,
        "environment": node.environment,
        "catalog_format": 2,
        "resources": [_resource(each, paths) for each in shown],
        "edges": [
            {"source": str(first), "target": str(second)} for first, second in catalog.edges if id(first) in kept and id(second) in kept
        ],
        "classes": ["settings", *catalog.class_names],
        "relationships": [{"source": str(first), "target": str(second), "type": kind} for first, second, kind in by_kind(found)],
        "cycles": [[str(each) for each in group] for group in cycles(catalog, by_pair(found), catalog.edges)],
        "partial": catalog.is_partial,
    }


FIRST = (("Stage", "main"), ("Class", "Settings"), ("Class", "main"))
"""The resources that every catalog has."""


def _resource(resource: Resource, paths: dict[int, str]) -> Data:
    place = resource.place
    made: Data = {"type": resource.type, "title": resource.title, "tags": sorted(resource.tags), "exported": resource.exported}
    path = None if place is None else paths.get(id(place.text))
    if place is not None:
        made |= {"file": path, "line": place.line} if path is not None else {"line": place.line}
    parameters = {name: _value(each, resource) for name, each in resource.parameters.items()}
    made["parameters"] = {name: rich(value) for name, value in parameters.items() if value is not None}
    if resource.sensitive:
        made["sensitive_parameters"] = sorted(resource.sensitive)
    if resource.possible:
        made["possible"] = True
    if resource.is_open:
        made["open"] = True
    return made


def _value(parameter: Parameter, resource: Resource) -> object:
    """The value of a parameter; unknown if it may not be set in a resource that is certain."""
    return Unknown(infer(parameter.value)) if parameter.possible and not resource.possible else parameter.value


def rich(value: object) -> object:
    """A value as data, in the form of Puppet's rich data; an unknown one has the type `Unknown`."""
    match value:
        case None | bool() | int() | float() | str():
            return value
        case tuple():
            return [rich(each) for each in value]
        case Hash():
            if all(isinstance(each, str) for each in value.keys()):
                return {str(key): rich(each) for key, each in value.items()}
            return {"__ptype": "Hash", "__pvalue": [rich(each) for pair in value.items() for each in pair]}
        case Unknown():
            return {"__ptype": "Unknown", "__pvalue": show_plain(value.type) if isinstance(value.type, Type) else "Any"}
        case Sensitive():
            return {"__ptype": "Sensitive", "__pvalue": rich(value.value)}
        case Default():
            return {"__ptype": "Default"}
        case model.Resource(title=str() as title) if value.type_name is not None:
            return f"{value.type_name}[{title}]"
        case model.Class(class_name=str() as name):
            return f"Class[{capitalize_segments(name)}]"
        case Type():
            return {"__ptype": "Type", "__pvalue": show(value)}
    return {"__ptype": type(value).__name__, "__pvalue": value_text(value)}
