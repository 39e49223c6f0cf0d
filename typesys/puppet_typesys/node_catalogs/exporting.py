"""What a catalog exports, in the form in which a server stores it for the catalogs of other nodes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from puppet_typesys.convert.text import text
from puppet_typesys.evaluate.collectors import Collector
from puppet_typesys.evaluate.exports import Export
from puppet_typesys.evaluate.parameter import Parameter
from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.node_catalogs.node import NodeCompiler
from puppet_typesys.types import model
from puppet_typesys.types.infer import infer
from puppet_typesys.types.model import Type
from puppet_typesys.types.show import capitalize_segments, show
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.sensitive import Sensitive
from puppet_typesys.values.unknown import Unknown


class Exported(NamedTuple):
    """What one catalog exports, and whether it depends on what others export."""

    resources: tuple[Export, ...] = ()
    is_partial: bool = False
    """Whether it may export more."""
    collects: bool = False


NOT_COMPILED = Exported(is_partial=True)
"""What a node exports that has no catalog: nothing is known of it."""


def exported(compiler: NodeCompiler, name: str) -> Exported:
    """What the catalog of a node exports."""
    catalog = compiler.catalog
    return Exported(
        tuple(_exports(compiler, name)),
        catalog.is_partial or any(each.exported for each in catalog.uncertain),
        any(isinstance(each, Collector) and each.exported for each in catalog.collectors),
    )


def _exports(compiler: NodeCompiler, name: str) -> Iterator[Export]:
    for each in compiler.catalog.resources:
        if each.exported:
            parameters = tuple(_stored(each))
            yield Export(name, each.type, each.title, parameters, tuple(each.tags), each.possible or each.is_open)


def _stored(resource: Resource) -> Iterator[tuple[str, object]]:
    for name, each in resource.parameters.items():
        # Sensitive values are not stored in plain text.
        value = Unknown(model.ANY) if name in resource.sensitive else _value(each, resource)
        if value is not None:
            yield name, value


def _value(parameter: Parameter, resource: Resource) -> object:
    if parameter.possible and not resource.possible:
        return Unknown(infer(parameter.value))
    return _plain(parameter.value)


def _plain(value: object) -> object:
    """A value as JSON has it."""
    match value:
        case None | bool() | int() | float() | str() | Unknown():
            return value
        case tuple():
            return tuple(map(_plain, value))
        case Hash():
            return Hash((_plain(key), _plain(each)) for key, each in value.items())
        case Sensitive():
            return Unknown(model.ANY)
        case model.Resource(title=str() as title) if value.type_name is not None:
            return f"{value.type_name}[{title}]"
        case model.Class(class_name=str() as name):
            return f"Class[{capitalize_segments(name)}]"
        case Type():
            return show(value)
    return text(value)
