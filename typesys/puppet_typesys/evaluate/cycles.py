"""Dependency cycles of a finished catalog."""

from __future__ import annotations

from puppet_typesys.evaluate.catalog import Catalog
from puppet_typesys.evaluate.completion import reference_texts
from puppet_typesys.evaluate.resource import Resource, type_and_title
from puppet_typesys.values.errors import ArgumentError

DIRECTION = {"before": 1, "notify": 1, "require": -1, "subscribe": -1}


def dependencies(catalog: Catalog) -> dict[tuple[Resource, Resource], str]:
    """The dependencies between resources, each as (earlier, later), with the metaparameter that declares it."""
    result: dict[tuple[Resource, Resource], str] = {}
    for resource in catalog.resources:
        if resource.virtual:
            continue
        for name, direction in DIRECTION.items():
            for label in reference_texts(resource.get(name)):
                try:
                    other = catalog.find(*type_and_title(label))
                except ArgumentError:
                    continue
                if other is not None and not other.virtual:
                    result[(resource, other) if direction > 0 else (other, resource)] = name
    return result


def cycles(catalog: Catalog) -> list[list[Resource]]:
    """The groups of resources that depend on each other in a cycle; a dependency on a class or define concerns all resources in it."""
    contained: dict[Resource, list[Resource]] = {}
    for container, each in catalog.edges:
        contained.setdefault(container, []).append(each)
    following: dict[object, set[object]] = {}
    # Each container has a start before its members and an end after them.
    for container, members in contained.items():
        for each in members:
            following.setdefault((container, "begin"), set()).add((each, "begin"))
            following.setdefault((each, "end"), set()).add((container, "end"))
    for resource in (*contained, *catalog.resources):
        following.setdefault((resource, "begin"), set()).add((resource, "end"))
    for first, second in dependencies(catalog):
        following.setdefault((first, "end"), set()).add((second, "begin"))
    groups = []
    for group in _strongly_connected(following):
        members_: dict[Resource, None] = {}
        for node in group:
            assert isinstance(node, tuple)
            members_[node[0]] = None
        groups.append(sorted(members_, key=str))
    return groups


def describe_cycle(group: list[Resource], catalog: Catalog) -> str:
    """A path around a cycle, such as `(A[x] => B[y] => A[x])`."""
    following: dict[Resource, list[Resource]] = {}
    for first, second in (*dependencies(catalog), *catalog.edges):
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
