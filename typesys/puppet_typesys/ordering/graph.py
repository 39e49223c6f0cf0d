"""The relationship graph of a catalog, as an agent walks it.

A container (class, define, stage) is a pair of nodes around what it contains. What is unknown or uncertain is in the graph as
well, as edges that may exist: a relation to an unknown resource leads to a hub, which all resources of a type come from or go to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import heappop, heappush
from typing import NamedTuple

from puppet_grammar import ast
from puppet_typesys.evaluate.catalog import Catalog
from puppet_typesys.evaluate.cycles import DIRECTION, Found, by_kind, found_dependencies
from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.ordering.autorelations import Edge, Relations, autorelations
from puppet_typesys.values.unknown import contains_unknown


class Graph:
    """Which resources of a catalog are applied before others, and which are refreshed by others. Answers are cached; used by one thread."""

    def __init__(self, catalog: Catalog, edges: Iterable[Edge], contained: Iterable[tuple[Resource, Resource, bool]]) -> None:
        self.catalog = catalog
        self.resources = vertices(catalog)
        self.direct: dict[tuple[Resource, Resource], Edge] = {}
        """The edges between resources, without containment."""
        self._index = {each: number for number, each in enumerate(self.resources)}
        self._members: dict[Resource, list[Resource]] = {}
        self._certain: list[list[int]] = [[] for _ in range(2 * len(self.resources))]
        self._possible: list[list[int]] = [[] for _ in self._certain]
        self._notifying: list[list[int]] = [[] for _ in self._certain]
        self._hubs: dict[tuple[str, bool], int] = {}
        self._reached: dict[tuple[int, int], bytearray] = {}
        self._places: list[int] = []
        self._contain(contained)
        for each in edges:
            self._connect(each)

    # ---- questions

    def before(self, first: Resource, second: Resource) -> bool:
        """Whether a resource is certainly applied before another one."""
        return self._reaches(2 * self._index[first] + 1, 2 * self._index[second], 0)

    def may_be_before(self, first: Resource, second: Resource) -> bool:
        """Whether a resource is applied before another one, or may be, as something is unknown."""
        return self._reaches(2 * self._index[first] + 1, 2 * self._index[second], 1)

    def are_unordered(self, first: Resource, second: Resource) -> bool:
        """Whether neither of two resources is applied before the other one for certain reasons, whatever the unknown values are."""
        return not (self.may_be_before(first, second) or self.may_be_before(second, first))

    def may_notify(self, first: Resource, second: Resource) -> bool:
        """Whether changes of a resource refresh another one, or may do so."""
        return self._reaches(2 * self._index[first] + 1, 2 * self._index[second], 2)

    def may_be_refreshed(self, resource: Resource) -> bool:
        """Whether some resource refreshes another one, or may do so."""
        return any(True for _ in self.refreshing(resource))

    def refreshing(self, resource: Resource) -> Iterator[Resource]:
        """The resources that refresh another one, or may do so."""
        index = 2 * self._index[resource]
        return (each for each in self.resources if 2 * self._index[each] != index and each.is_native and self.may_notify(each, resource))

    def is_walked_before(self, first: Resource, second: Resource) -> bool:
        """Whether the agent applies a resource before another one, by the order of the manifests where nothing else decides."""
        places = self._places = self._places or self._walked()
        start, end = places[2 * self._index[first] + 1], places[2 * self._index[second]]
        return 0 <= start < end

    def place(self, resource: Resource) -> int:
        """The place of a resource in the walk; -1 if it is in or after a cycle."""
        self._places = self._places or self._walked()
        return self._places[2 * self._index[resource]]

    def members(self, container: Resource) -> list[Resource]:
        """What a container directly contains."""
        return self._members.get(container, [])

    def __contains__(self, resource: Resource) -> bool:
        return resource in self._index

    def edges(self) -> Iterator[tuple[int, int]]:
        """The certain edges, between nodes: twice the number of a resource is its beginning, and one more its end."""
        for node, following in enumerate(self._certain):
            for each in following:
                yield node, each

    @property
    def following(self) -> list[list[int]]:
        """The nodes that certainly follow each node."""
        return self._certain

    def in_cycles(self) -> set[int]:
        """The nodes that are in cycles of certain edges, or between two cycles."""
        places = self._places = self._places or self._walked()
        left = {node for node in range(2 * len(self.resources)) if places[node] < 0}
        while True:
            leaving = {node for node in left if not any(each in left for each in self._certain[node])}
            if not leaving:
                return left
            left -= leaving

    # ---- construction

    def _contain(self, contained: Iterable[tuple[Resource, Resource, bool]]) -> None:
        for container, each, is_certain in contained:
            self._members.setdefault(container, []).append(each)
            outer, inner = 2 * self._index[container], 2 * self._index[each]
            adjacent = self._certain if is_certain else self._possible
            adjacent[outer].append(inner)
            adjacent[inner + 1].append(outer + 1)
            self._notifying[outer].append(inner)
            self._notifying[inner + 1].append(outer + 1)
        for each in self.resources:
            number = 2 * self._index[each]
            self._certain[number].append(number + 1)
            if each.is_native or each not in self._members:
                self._notifying[number].append(number + 1)

    def _connect(self, edge: Edge) -> None:
        first = self._hub(edge.first, begins=False) if isinstance(edge.first, str) else 2 * self._index[edge.first] + 1
        second = self._hub(edge.second, begins=True) if isinstance(edge.second, str) else 2 * self._index[edge.second]
        if isinstance(edge.first, Resource) and isinstance(edge.second, Resource):
            self.direct.setdefault((edge.first, edge.second), edge)
        (self._certain if edge.is_certain else self._possible)[first].append(second)
        if edge.notifies or not edge.is_certain:
            self._notifying[first].append(second)

    def _hub(self, type: str, *, begins: bool) -> int:
        """The node that stands for any resource of a type, or of all if it is empty."""
        if (type, begins) not in self._hubs:
            number = self._hubs[type, begins] = len(self._certain)
            for each in (self._certain, self._possible, self._notifying):
                each.append([])
            for resource, index in self._index.items():
                if not type or resource.type.lower() == type:
                    for each in (self._possible, self._notifying):
                        if begins:
                            each[number].append(2 * index)
                        else:
                            each[2 * index + 1].append(number)
        return self._hubs[type, begins]

    # ---- reachability

    def _reaches(self, start: int, end: int, level: int) -> bool:
        found = self._reached.get((start, level))
        if found is None:
            found = self._reached[start, level] = self._reachable(start, level)
        return bool(found[end])

    def _reachable(self, start: int, level: int) -> bytearray:
        graphs = ((self._certain,), (self._certain, self._possible), (self._notifying,))[level]
        seen = bytearray(len(self._certain))
        waiting = [start]
        while waiting:
            node = waiting.pop()
            for graph in graphs:
                for each in graph[node]:
                    if not seen[each]:
                        seen[each] = 1
                        waiting.append(each)
        return seen

    def _walked(self) -> list[int]:
        """The place of each node in the walk; -1 for those that are never reached, in or after a cycle."""
        count = len(self.resources) * 2
        blockers = [0] * len(self._certain)
        for _, each in self.edges():
            blockers[each] += 1
        ready: list[tuple[int, int]] = []
        for node in range(count):
            if not blockers[node]:
                heappush(ready, (node >> 1, node))
        places, place = [-1] * len(self._certain), 0
        while ready:
            _, node = heappop(ready)
            places[node] = place
            place += 1
            for each in self._certain[node]:
                blockers[each] -= 1
                if not blockers[each]:
                    heappush(ready, (each >> 1, each))
        return places


class Declared(NamedTuple):
    """What a catalog declares of its order."""

    edges: list[Edge]
    contained: list[tuple[Resource, Resource, bool]]


def graph_of(catalog: Catalog, relations: Relations, found: Found | None = None) -> Graph:
    """The relationship graph of a catalog; `relations` are the autorelations of a resource type by its name.

    `found` is what resources depend on, if that was looked for already.
    """
    contained = [*_contained(catalog)]
    edges = [*_declared(catalog, found_dependencies(catalog) if found is None else found)]
    return Graph(catalog, [*edges, *autorelations(vertices(catalog), edges, relations)], contained)


def vertices(catalog: Catalog) -> list[Resource]:
    """The resources that an agent gets, in order."""
    first = (catalog.main_stage, catalog.table["Class", "Settings"], catalog.main)
    return [*first, *(each for each in catalog.resources if not each.virtual)]


def _contained(catalog: Catalog) -> Iterator[tuple[Resource, Resource, bool]]:
    present = {*vertices(catalog)}
    yield catalog.main_stage, catalog.table["Class", "Settings"], True
    for (container, each), is_certain in catalog.edges.items():
        if container in present and each in present:
            yield container, each, is_certain and container.is_certain and each.is_certain


def _declared(catalog: Catalog, found: Found) -> Iterator[Edge]:
    """The edges of metaparameters and arrows, and those to resources that are unknown."""
    present = {*vertices(catalog)}
    for first, second, kind in by_kind(found):
        if first in present and second in present:
            certain = first.is_certain and second.is_certain
            yield Edge(first, second, kind == "notify", certain)
    for each in present:
        for name, direction in () if DIRECTION.keys().isdisjoint(each.parameters) else DIRECTION.items():
            given = each.parameters.get(name)
            if given is not None and (given.possible or contains_unknown(given.value)):
                yield Edge(each, "", True, False) if direction > 0 else Edge("", each, True, False)
        if each.is_open and not _is_ensured_package(each):
            yield Edge(each, "", True, False)
            yield Edge("", each, True, False)


def _is_ensured_package(resource: Resource) -> bool:
    """Whether a function such as `ensure_packages` declares a package, which other classes may declare with further attributes."""
    return resource.type == "Package" and resource.place is not None and not isinstance(resource.place.node, ast.ResourceExpression)
