"""The neighbours of resources that change: what contains them and is in them, and what is ordered with regard to them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from puppet_check.features.catalog.changes import Change
from puppet_check.features.catalog.data import Data

MOST = 12
"""How many neighbours of a resource are listed."""
RELATIONS = ("in", "after", "notified by", "contains", "before", "notifies")
"""What a resource is with regard to its neighbours; those that are before it come first."""


class Neighbour(NamedTuple):
    """A resource that has an edge with another one."""

    relation: str
    """How the other one is related to it, one of `RELATIONS`."""
    name: str
    sign: str
    """`+` or `-` for an edge that is added or removed; empty if it stays."""


Neighbours = tuple[Neighbour, ...]


def neighbours_of(changes: Sequence[Change], before: Data, after: Data) -> tuple[Neighbours, ...]:
    """The neighbours of each of some changes: none of those that are edges."""
    wanted = {each.subject for each in changes if not each.is_edge}
    first, second = _edges(before, wanted), _edges(after, wanted)
    return tuple(() if each.is_edge else _joined(first.get(each.subject, {}), second.get(each.subject, {})) for each in changes)


Edges = dict[tuple[str, str], None]
"""The relations of a resource with others, and their names."""


def _edges(catalog: Data, wanted: set[str]) -> dict[str, Edges]:
    found: dict[str, Edges] = {}
    for source, target, there, back in _all_edges(catalog):
        if source in wanted:
            found.setdefault(source, {})[there, target] = None
        if target in wanted:
            found.setdefault(target, {})[back, source] = None
    return found


def _all_edges(catalog: Data) -> Iterator[tuple[str, str, str, str]]:
    """The edges of a catalog: source, target, and what each is with regard to the other."""
    for kind, rows in (("edges", catalog["edges"]), ("relationships", catalog["relationships"])):
        assert isinstance(rows, list)
        for each in rows:
            there, back = ("contains", "in") if kind == "edges" else RELATION_OF[each["type"]]
            yield each["source"], each["target"], there, back


RELATION_OF: Mapping[str, tuple[str, str]] = {"before": ("before", "after"), "notify": ("notifies", "notified by")}


def _joined(before: Edges, after: Edges) -> Neighbours:
    """What a resource has in one catalog or both: what changes first, and of the rest as much as there is place for."""
    found = [Neighbour(relation, name, "" if (relation, name) in before else "+") for relation, name in after]
    found += (Neighbour(relation, name, "-") for relation, name in before if (relation, name) not in after)
    found.sort(key=lambda each: not each.sign)
    return tuple(sorted(found[:MOST], key=lambda each: (RELATIONS.index(each.relation), each.name)))
