"""The order of the resources of a catalog beyond what it declares: autorelations, and what needs others without an order."""

from __future__ import annotations

from puppet_check.features.catalog.data import Data
from puppet_check.workspace.autorelations import autorelations_of
from puppet_typesys.evaluate.catalog import Catalog
from puppet_typesys.node_catalogs.inclusions import Inclusions
from puppet_typesys.node_catalogs.library import Library
from puppet_typesys.ordering.graph import graph_of
from puppet_typesys.ordering.missing_order import missing_orders
from puppet_typesys.ordering.view import View


def order_data(catalog: Catalog, library: Library, inclusions: Inclusions) -> Data:
    """The autorelations of a catalog, and the resources that need others without an order."""
    graph = graph_of(catalog, autorelations_of(library))
    needs = () if catalog.is_partial else (each.need for each in missing_orders(View(graph), inclusions))
    return {
        "automatic": [{"source": str(first), "target": str(second)} for (first, second), each in graph.direct.items() if each.is_automatic],
        "unmet": [{"source": str(each.first), "target": str(each.second), "why": each.why} for each in needs],
    }
