"""A compiled catalog as text."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.features.catalog_data import value_text
from puppet_typesys.catalogs.causes import Causes
from puppet_typesys.evaluate.catalog import Catalog
from puppet_typesys.evaluate.cycles import all_dependencies, cycles, dependencies, describe_cycle


def causes_text(causes: Causes) -> str:
    """What is unknown and why, one cause per line with the number of unknown values that it makes."""
    lines = []
    for each, count in causes.counts.most_common():
        reason = f": {each.reason}" if each.reason else ""
        lines.append(f"{count:6}  {LABELS[each.kind]} {each.name}{reason}")
    return "".join(f"{line}\n" for line in ("unknown values by cause:", *lines)) if lines else "nothing is unknown\n"


LABELS = {"function": "function", "data": "Hiera key", "variable": "variable", "module": "module"}


def catalog_lines(catalog: Catalog) -> Iterator[str]:
    """The classes, resources with their parameters, relationships and cycles of a catalog, one per line.

    Together they may be as long as all titles and values, so they are not held at once.
    """
    for resource in catalog.resources:
        kind = "exported " if resource.exported else "virtual " if resource.virtual else ""
        unsure = "  (possible)" if resource.possible else ""
        yield f"{kind}{resource}{unsure}\n"
        width = max((len(name) for name in resource.parameters), default=0)
        if resource.is_open:
            yield "  * => unknown\n"
        for name in sorted(resource.parameters):
            yield f"  {name:{width}} => {value_text(resource.get(name))}\n"
    known = dependencies(catalog)
    for first, second, kind in all_dependencies(catalog):
        yield f"{first} {'~>' if kind == 'notify' else '->'} {second}\n"
    for group in cycles(catalog, known, catalog.edges):
        yield f"dependency cycle: {describe_cycle(group, known, catalog.edges)}\n"
    if catalog.is_partial:
        yield "the catalog may be incomplete: it depends on unknown values\n"
