"""Resources that `create_resources` makes of a Hash of which only the type is known."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_typesys.evaluate.evaluator import Evaluator
from puppet_typesys.evaluate.parameter import Place, parameters_of
from puppet_typesys.evaluate.resource_expressions import untitled
from puppet_typesys.evaluate.scope import Scope
from puppet_typesys.issues.evaluation.names import unknown_resource_type
from puppet_typesys.types import model
from puppet_typesys.types.infer import infer
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.unknown import Unknown


def add_untitled(ev: Evaluator, type_name: str, attributes: object, defaults: object, scope: Scope, place: Place | None) -> None:
    """Add a resource that there may be, with the parameters that each has which is made; it may have others.

    `attributes` is what is known of the parameters of each.
    """
    catalog = ev.compiler.catalog
    kind = None if type_name == "class" else catalog.resource_type(type_name)
    if kind is None:
        if type_name != "class" and not ev.compiler.resolver.is_type_unknown(type_name):
            raise ArgumentError(unknown_resource_type(type_name))
        return
    given = Hash([*(defaults.items() if isinstance(defaults, Hash) else ()), *_by_type(attributes)])
    resource = untitled(type_name, kind, parameters_of(given, scope.source, None), scope, place)
    resource.mark_open()
    catalog.uncertain.append(resource)


def attributes_of(instances: object) -> Unknown:
    """What is known of the parameters of each resource in an unknown Hash of them."""
    type = infer(instances)
    return Unknown(type.value if isinstance(type, model.Hash) else model.ANY)


def _by_type(attributes: object) -> Iterator[tuple[object, object]]:
    """The parameters that a Struct names, whose values are known by their types."""
    type = infer(attributes)
    if isinstance(type, model.Struct) and not type.is_open:
        yield from ((each.name, Unknown(each.value)) for each in type.elements)
