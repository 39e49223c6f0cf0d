"""Dependency cycles of a catalog: of a finished one, or of what a body certainly declares."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from puppet_grammar.named import NamedTuple
from puppet_typesys.evaluate.catalog import Catalog
from puppet_typesys.evaluate.completion import reference_texts
from puppet_typesys.evaluate.parameter import Place
from puppet_typesys.evaluate.relationships import Relationship, resource_of
from puppet_typesys.evaluate.resource import Resource, type_and_title
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.meter import spend

DIRECTION = {"before": 1, "notify": 1, "require": -1, "subscribe": -1}


class Dependency(NamedTuple):
    """How a dependency between two resources is declared."""

    parameter: str
    """The metaparameter."""
    place: Place | None
    possible: bool
    """Whether some node may have both resources without it."""
    by_title: bool = True
    """Whether the reference names a title, as opposed to an alias, which may be the title of a resource that another file declares."""
    branch: tuple[int, ...] | None = None
    """The branches under unknown conditions with which it exists, empty if it always does; None if it depends on more than that."""


Dependencies = Mapping[tuple[Resource, Resource], Dependency]


Containment = Collection[tuple[Resource, Resource]]
"""Containers with what they contain, as (container, contained)."""
Edge = tuple[Resource, Resource, str]


class Named(NamedTuple):
    """The resource that a reference names."""

    resource: Resource
    by_title: bool
    """Whether by its title, as opposed to an alias."""


class Found(NamedTuple):
    """What resources depend on, in the order of the catalog."""

    of_parameters: list[tuple[Resource, Resource, Dependency]]
    of_expressions: list[tuple[Resource, Resource, Dependency]]


def found_dependencies(catalog: Catalog) -> Found:
    """The dependencies between resources, each as (earlier, later, why)."""
    return Found([*_of_parameters(catalog)], [*_of_expressions(catalog)])


def dependencies(catalog: Catalog) -> dict[tuple[Resource, Resource], Dependency]:
    """The dependencies between resources, each as (earlier, later)."""
    return by_pair(found_dependencies(catalog))


def by_pair(found: Found) -> dict[tuple[Resource, Resource], Dependency]:
    """The dependencies by (earlier, later), of which there is one for each two resources."""
    result = {(first, second): each for first, second, each in found.of_parameters}
    for first, second, each in found.of_expressions:
        result.setdefault((first, second), each)
    return result


def all_dependencies(catalog: Catalog) -> list[Edge]:
    """The dependencies between resources, each as (earlier, later, `before` or `notify`); two resources may have one of each kind."""
    return by_kind(found_dependencies(catalog))


def by_kind(found: Found) -> list[Edge]:
    """The dependencies as `all_dependencies` has them."""
    every = (*found.of_parameters, *found.of_expressions)
    return list(dict.fromkeys((first, second, KIND[each.parameter]) for first, second, each in every))


KIND = {"before": "before", "require": "before", "notify": "notify", "subscribe": "notify"}


def _of_parameters(catalog: Catalog) -> Iterator[tuple[Resource, Resource, Dependency]]:
    named: dict[str, Named | None] = {}
    for resource in catalog.resources:
        if resource.virtual or DIRECTION.keys().isdisjoint(resource.parameters):
            continue
        for name, direction in DIRECTION.items():
            given = resource.parameters.get(name)
            for label in reference_texts(given.value) if given is not None else ():
                spend(1)
                if label not in named:
                    named[label] = _named(catalog, label)
                meant = named[label]
                if given is not None and meant is not None:
                    other, by_title = meant
                    possible = given.possible or not resource.is_certain or not other.is_certain
                    branch = None if given.possible else _innermost(_branch(resource), _branch(other))
                    found = Dependency(name, given.place or resource.place, possible, by_title, branch)
                    yield (resource, other, found) if direction > 0 else (other, resource, found)


def _named(catalog: Catalog, label: str) -> Named | None:
    """The resource that a reference names, if the catalog has it."""
    try:
        type, title = type_and_title(label)
        found = catalog.find(type, title)
    except ArgumentError:
        return None
    return None if found is None or found.virtual else Named(found, (type, title) == (found.type, found.title))


def _of_expressions(catalog: Catalog) -> Iterator[tuple[Resource, Resource, Dependency]]:
    """The dependencies that relationship expressions will establish."""
    for each in catalog.relationships:
        if isinstance(each, Relationship):
            # What a collector finds depends on the whole catalog, so only references count.
            first, second = resource_of(catalog, each.source), resource_of(catalog, each.target)
            if first is not None and second is not None and not first.virtual and not second.virtual:
                possible = each.possible or not first.is_certain or not second.is_certain
                branch = _innermost(each.branch, _innermost(_branch(first), _branch(second)))
                yield first, second, Dependency(each.parameter, each.place, possible, branch=branch)


def _branch(resource: Resource) -> tuple[int, ...] | None:
    """The branches in which a resource is declared; None if it is in a lambda that may not be called."""
    return None if resource.certainty.uncalled else resource.branch if resource.possible else ()


def _innermost(one: tuple[int, ...] | None, other: tuple[int, ...] | None) -> tuple[int, ...] | None:
    """The inner one of two branches of which one is around the other; None for others, which may exclude each other."""
    if one is None or other is None:
        return None
    outer, inner = sorted((one, other), key=len)
    return inner if inner[: len(outer)] == outer else None


def cycles(catalog: Catalog, known: Dependencies, edges: Containment) -> list[list[Resource]]:
    """The groups of resources that depend on each other in a cycle; a dependency on a class or define concerns all resources in it."""
    if not _may_have_cycles(catalog, known, edges):
        return []
    contained: dict[Resource, list[Resource]] = {}
    for container, each in edges:
        contained.setdefault(container, []).append(each)
    following: dict[object, set[object]] = {}
    # Each container has a start before its members and an end after them.
    for container, members in contained.items():
        for each in members:
            following.setdefault((container, "begin"), set()).add((each, "begin"))
            following.setdefault((each, "end"), set()).add((container, "end"))
    for resource in (*contained, *catalog.resources):
        following.setdefault((resource, "begin"), set()).add((resource, "end"))
    for first, second in known:
        following.setdefault((first, "end"), set()).add((second, "begin"))
    groups = []
    for group in _strongly_connected(following):
        members_: dict[Resource, None] = {}
        for node in group:
            assert isinstance(node, tuple)
            members_[node[0]] = None
        groups.append(sorted(members_, key=str))
    return groups


def _may_have_cycles(catalog: Catalog, known: Dependencies, edges: Containment) -> bool:
    """Whether there is a cycle of dependencies: resources without anything before them are taken away until none is left."""
    numbers: dict[Resource, int] = {}
    following: list[list[int]] = []
    for resource in (*catalog.resources, *(each for edge in edges for each in edge), *(each for pair in known for each in pair)):
        if resource not in numbers:
            begin = numbers[resource] = len(following)
            following += [begin + 1], []
    for container, each in edges:
        outer, inner = numbers[container], numbers[each]
        following[outer].append(inner)
        following[inner + 1].append(outer + 1)
    for first, second in known:
        following[numbers[first] + 1].append(numbers[second])
    before = [0] * len(following)
    for each_following in following:
        for number in each_following:
            before[number] += 1
    ready = [number for number, count in enumerate(before) if not count]
    for number in ready:
        for each_after in following[number]:
            before[each_after] -= 1
            if not before[each_after]:
                ready.append(each_after)
    return len(ready) < len(following)


def describe_cycle(group: list[Resource], known: Dependencies, edges: Containment) -> str:
    """A path around a cycle, such as `(A[x] => B[y] => A[x])`."""
    following: dict[Resource, list[Resource]] = {}
    for first, second in (*known, *edges):
        if first in group and second in group:
            following.setdefault(first, []).append(second)
    path = [group[0]]
    while True:
        candidates = following.get(path[-1], [])
        if not candidates:
            return "(" + " => ".join(map(str, (*group, group[0]))) + ")"
        if path[0] in candidates and len(path) > 1:
            return "(" + " => ".join(map(str, (*path, path[0]))) + ")"
        fresh = [each for each in candidates if each not in path]
        if not fresh:
            return "(" + " => ".join(map(str, (*path, candidates[0]))) + ")"
        path.append(fresh[0])


def _strongly_connected(following: dict[object, set[object]]) -> list[list[object]]:
    """The strongly connected components of two or more nodes (Tarjan's algorithm, without recursion)."""
    index: dict[object, int] = {}
    low: dict[object, int] = {}
    stack: list[object] = []
    on_stack: set[object] = set()
    groups: list[list[object]] = []
    for root in following:
        if root in index:
            continue
        work = [(root, iter(following.get(root, ())))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        while work:
            node, rest = work[-1]
            for each in rest:
                if each not in index:
                    index[each] = low[each] = len(index)
                    stack.append(each)
                    on_stack.add(each)
                    work.append((each, iter(following.get(each, ()))))
                    break
                if each in on_stack:
                    low[node] = min(low[node], index[each])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    group = []
                    while True:
                        each = stack.pop()
                        on_stack.discard(each)
                        group.append(each)
                        if each == node:
                            break
                    if len(group) > 1:
                        groups.append(group)
    return groups
