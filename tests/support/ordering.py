"""Relationship graphs of programs."""

from __future__ import annotations

from collections import Counter

from puppet_check.config.configuration import Configuration, Given
from puppet_check.reports.catalogs.compilation import Compilation
from puppet_check.workspace.library import ProjectLibrary
from puppet_check.workspace.workspace import Workspace
from puppet_typesys.evaluate.catalog import Catalog
from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.node_catalogs.node import Node
from puppet_typesys.node_catalogs.reading import read_source
from puppet_typesys.ordering.autorelations import Rows, rows_of_type
from puppet_typesys.ordering.graph import Graph, graph_of
from puppet_typesys.values.hash import Hash

Data = dict[str, object]
FACTS = Hash((("os", Hash((("name", "Debian"), ("family", "Debian")))), ("kernel", "Linux")))
FOLDER = "/nowhere/manifests/site.pp"


def compiled(code: str) -> Catalog | None:
    """The catalog of a program; None if it cannot be compiled."""
    known = Workspace(Configuration(Given(replaced=(("modulepath", ()),)), is_read=False)).known(FOLDER)
    source = read_source(FOLDER, code.encode(), "")
    made = Compilation(ProjectLibrary(known), (source,)).of(Node("web.example.com", FACTS))
    return made.compiler.catalog if made.error is None else None


def own_relations(name: str) -> Rows:
    """The autorelations of Puppet's own types."""
    return rows_of_type(name) or {}


def compared(code: str, answer: Data) -> Counter[str]:
    """The counts of one catalog."""
    catalog = compiled(code)
    if catalog is None or "error" in answer:
        return Counter(
            {
                "refused by both"
                if catalog is None and "error" in answer
                else "refused here only"
                if catalog is None
                else "refused there only": 1
            }
        )
    graph = graph_of(catalog, own_relations)
    expected = pairs(answer)
    own = {
        (_ref(first), _ref(second))
        for first in graph.resources
        for second in graph.resources
        if first is not second and graph.before(first, second)
    }
    counts = Counter({"catalogs": 1, "same": len(own & expected), "too many": len(own - expected), "lacking": len(expected - own)})
    walk = answer.get("walk")
    counts["no walk for cycles" if not walk else "same walk" if walk == walked(graph) else "other walk"] += 1
    return counts


def _ref(resource: Resource) -> str:
    """A resource as the reference names it."""
    return str(resource).replace("Class[main]", "Class[Main]")


def walked(graph: Graph) -> list[str]:
    """The resources that are no containers, in the order of the walk."""
    found = [each for each in graph.resources if each.is_native and each.type != "Stage"]
    return [str(each) for each in sorted(found, key=graph.place)]


def pairs(answer: Data) -> set[tuple[str, str]]:
    """The pairs of resources of which the first is applied before the second, by the edges of the reference."""
    resources, edges = answer["resources"], answer["edges"]
    assert isinstance(resources, list) and isinstance(edges, list)
    following: dict[int, list[int]] = {}
    for first, second in edges:
        following.setdefault(first, []).append(second)
    found = set()
    for number, ref in enumerate(resources):
        seen, waiting = set[int](), [2 * number + 1]
        while waiting:
            for each in following.get(waiting.pop(), ()):
                if each not in seen:
                    seen.add(each)
                    waiting.append(each)
        found |= {(ref, resources[each >> 1]) for each in seen if each % 2 == 0 and each >> 1 != number}
    return found
