"""The shortest cycle of a relationship graph, if it has any."""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.ordering.graph import Graph


class Cycle(NamedTuple):
    """Resources that are to be applied before each other, in order."""

    resources: tuple[Resource, ...]
    has_automatic: bool
    """Whether an autorelation is a part of it."""


def shortest_cycle(graph: Graph) -> Cycle | None:
    """The shortest of the cycles that certainly exist."""
    left = graph.in_cycles()
    best: list[int] | None = None
    for start in sorted(left):
        found = _around(graph.following, start, left, None if best is None else len(best))
        if found is not None and (best is None or len(found) < len(best)):
            best = found
    if best is None:
        return None
    resources = [graph.resources[node >> 1] for node in best]
    distinct = [each for index, each in enumerate(resources) if each is not resources[index - 1]] or resources[:1]
    pairs = zip(distinct, (*distinct[1:], distinct[0]), strict=True)
    automatic = any(graph.direct[pair].is_automatic for pair in pairs if pair in graph.direct)
    return Cycle(tuple(distinct), automatic)


def _around(following: list[list[int]], start: int, inside: set[int], limit: int | None) -> list[int] | None:
    """The shortest way from a node to itself through others, if it is shorter than a limit."""
    before: dict[int, int] = {}
    waiting = deque([(start, 0)])
    while waiting:
        node, length = waiting.popleft()
        if limit is not None and length + 1 >= limit:
            return None
        for each in following[node]:
            if each == start:
                path = [node]
                while path[-1] != start:
                    path.append(before[path[-1]])
                return path[::-1]
            if each in inside and each not in before:
                before[each] = node
                waiting.append((each, length + 1))
    return None
