"""What a collector of exported resources finds among those of other nodes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from puppet_typesys.evaluate.catalog import Catalog
from puppet_typesys.evaluate.classes import add_defaults
from puppet_typesys.evaluate.exports import Export, Exports
from puppet_typesys.evaluate.parameter import Parameter, Place
from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.evaluate.scope import Scope
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.meter import spend

Matches = Callable[[Export], bool]


class Importing(NamedTuple):
    """What a collector of exported resources needs to find those of other nodes."""

    exports: Exports
    node: str | None
    matches: Matches
    """The query as the database of the server answers it."""
    scope: Scope
    place: Place

    def imported(self, catalog: Catalog, type: str, *, possible: bool) -> Iterator[Resource]:
        """The resources of other nodes that match, which are added to the catalog."""
        if self.exports.may_have_more(self.node):
            catalog.mark_partial()
        for each in self.exports.of(type, self.node):
            spend(2)
            if not self.matches(each):
                continue
            existing = catalog.find(each.type, each.title)
            if existing is None:
                made = _resource(each, catalog, self.scope, self.place)
                catalog.add(made)
                if possible or each.possible:
                    made.realize_possibly()
                yield made
            elif existing.imported_from != each.identity:
                if not (existing.possible or each.possible or possible):
                    raise ArgumentError(
                        f"A duplicate resource was found while collecting exported resources, with the type and title {existing}"
                    )
                catalog.mark_partial()


def _resource(export: Export, catalog: Catalog, scope: Scope, place: Place) -> Resource:
    made = Resource(export.type, export.title, catalog.resource_type(export.type), scope, place=place)
    for name, value in export.parameters:
        made.set(Parameter(name, value, scope.source, place))
    # Its tags are those that the catalog gives which collects it.
    made.imported_from = export.identity
    add_defaults(made)
    return made
