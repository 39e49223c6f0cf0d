"""A compiled catalog as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puppet_check.cli.untrusted import shown
from puppet_check.features.catalog.data import value_text
from puppet_check.workspace.project import Project
from puppet_typesys.evaluate.catalog import Catalog
from puppet_typesys.evaluate.cycles import all_dependencies, cycles, dependencies, describe_cycle
from puppet_typesys.node_catalogs.causes import Cause, Causes

UNREAD = "only environment.conf names it, outside of the repository, and it is not only for modules; give it as --modulepath"
"""Why a folder is not read that exists."""


def folder_causes(project: Project) -> list[Cause]:
    """The folders of the module path that are not read, or do not exist, so that any module may be in them."""
    unread = project.unread_folders
    return [Cause("folder", each, UNREAD if each in unread else "it does not exist here") for each in project.absent_folders]


def causes_text(causes: Causes, folders: Sequence[Cause] = ()) -> str:
    """What is unknown and why, one cause per line with the number of unknown values that it makes; folders are without a number."""
    lines = [f"        {LABELS[each.kind]} {each.name}: {each.reason}" for each in folders]
    for each, count in causes.counts.most_common():
        reason = f": {each.reason}" if each.reason else ""
        lines.append(f"{count:6}  {LABELS[each.kind]} {each.name}{reason}")
    return "".join(f"{shown(line)}\n" for line in ("unknown values by cause:", *lines)) if lines else "nothing is unknown\n"


LABELS = {
    "function": "function",
    "data": "Hiera key",
    "variable": "variable",
    "module": "module",
    "folder": "folder of modules",
    "type": "type",
}


def catalog_lines(catalog: Catalog) -> Iterator[str]:
    """The classes, resources with their parameters, relationships and cycles of a catalog, one per line.

    Together they may be as long as all titles and values, so they are not held at once.
    """
    for resource in catalog.resources:
        kind = "exported " if resource.exported else "virtual " if resource.virtual else ""
        unsure = "  (possible)" if resource.possible else ""
        yield f"{kind}{shown(str(resource))}{unsure}\n"
        width = max((len(name) for name in resource.parameters), default=0)
        if resource.is_open:
            yield "  * => unknown\n"
        for name in sorted(resource.parameters):
            yield f"  {name:{width}} => {value_text(resource.get(name))}\n"
    known = dependencies(catalog)
    for first, second, kind in all_dependencies(catalog):
        yield f"{shown(str(first))} {'~>' if kind == 'notify' else '->'} {shown(str(second))}\n"
    for group in cycles(catalog, known, catalog.edges):
        yield f"dependency cycle: {shown(describe_cycle(group, known, catalog.edges))}\n"
    if catalog.is_partial:
        yield "the catalog may be incomplete: it depends on unknown values\n"
