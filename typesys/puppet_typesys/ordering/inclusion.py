"""Classes that include others without containing them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from puppet_typesys.evaluate.catalog import Catalog
from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.node_catalogs.inclusions import Inclusions, Place, class_around
from puppet_typesys.ordering.graph import Graph
from puppet_typesys.types.show import capitalize_segments

MOST = 20


class Uncontained(NamedTuple):
    """A class is ordered before a resource, but not what it includes."""

    outer: Resource
    """The class that is before the resource."""
    inner: Resource
    """The class that it includes, directly or through others."""
    place: Place
    """Where it is included."""


def container(resource: Resource) -> Resource | None:
    """The class or define whose body declares a resource."""
    found = resource.scope.resource
    return found if isinstance(found, Resource) and found is not resource else None


def uncontained(graph: Graph, inclusions: Inclusions, first: Resource, second: Resource) -> Uncontained | None:
    """The class that includes what declares a resource, and is before a second one, which the resource itself is not."""
    inner = _class_of(first)
    while inner is not None:
        step = _including(graph.catalog, inclusions, inner)
        if step is None:
            return None
        outer, place = step
        if graph.before(outer, second):
            return Uncontained(outer, inner, place)
        inner = outer
    return None


def _class_of(resource: Resource) -> Resource | None:
    around: Resource | None = resource
    for _ in range(MOST):
        if around is None or around.is_class:
            return around
        around = container(around)
    return None


def _including(catalog: Catalog, inclusions: Inclusions, inner: Resource) -> tuple[Resource, Place] | None:
    """The class whose body includes a class, and where."""
    for place in _places(inclusions, inner):
        name = class_around(place, catalog.classes)
        outer = None if name is None else catalog.table.get(("Class", capitalize_segments(name)))
        if outer is not None and outer is not inner:
            return outer, place
    return None


def _places(inclusions: Inclusions, inner: Resource) -> Iterator[Place]:
    found = inclusions.places.get(inner.title.lower())
    if found is not None:
        yield found
    if inner.place is not None:
        yield Place(inner.place.text, inner.place.offset)
