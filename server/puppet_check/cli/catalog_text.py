"""A compiled catalog as text."""

from __future__ import annotations

from puppet_check.features.catalog_data import value_text
from puppet_typesys.evaluate.catalog import Catalog
from puppet_typesys.evaluate.cycles import cycles, dependencies, describe_cycle


def catalog_text(catalog: Catalog) -> str:
    """The classes, resources with their parameters, relationships and cycles of a catalog, one per line."""
    lines = []
    for resource in catalog.resources:
        kind = "exported " if resource.exported else "virtual " if resource.virtual else ""
        unsure = "  (possible)" if resource.possible else ""
        lines.append(f"{kind}{resource}{unsure}")
        width = max((len(name) for name in resource.parameters), default=0)
        lines += [f"  {name:{width}} => {value_text(resource.get(name))}" for name in sorted(resource.parameters)]
    known = dependencies(catalog)
    for (first, second), edge in known.items():
        arrow = "~>" if edge.parameter in ("notify", "subscribe") else "->"
        lines.append(f"{first} {arrow} {second}")
    lines += [f"dependency cycle: {describe_cycle(group, catalog, known)}" for group in cycles(catalog, known)]
    if catalog.is_partial:
        lines.append("the catalog may be incomplete: it depends on unknown values")
    return "".join(f"{line}\n" for line in lines)
