"""Remembered: the catalogs that a process has made last, which other nodes have as well that answer all questions in the same way."""

from __future__ import annotations

from collections import OrderedDict
from typing import NamedTuple

from puppet_check.features.catalog.data import Data
from puppet_check.fleet.trace.node_values import NodeValues
from puppet_check.fleet.trace.questions import Record
from puppet_check.fleet.trace.tree import Tree

MOST_RESOURCES = 20_000
"""The number of resources in all catalogs that are remembered; one takes about 2 kB."""


class Made(NamedTuple):
    """What is compared of a catalog."""

    record: Record | None
    """What it was made of; None if nothing was made."""
    failure: str | None
    """Why there is no catalog."""
    document: Data | None
    needs: dict[tuple[str, str], str]
    """See `unmet_needs`."""
    resources: frozenset[str]
    """References to all resources, also to virtual ones."""


class Remembered:
    """The catalogs of one environment. Used on the thread of its project."""

    def __init__(self) -> None:
        self._tree = Tree()
        self._made: OrderedDict[int, Made] = OrderedDict()
        """By the numbers of records in the tree, those that were used last at the end."""
        self._size = 0

    def find(self, values: NodeValues) -> Made | None:
        """The catalog of a node, if it is remembered."""
        found = self._tree.find(values, self._made.__contains__)
        if not isinstance(found, int):
            return None
        self._made.move_to_end(found)
        return self._made[found]

    def add(self, values: NodeValues, made: Made) -> None:
        """Remember the catalog of a node, and forget others if these are too many."""
        if made.record is None:
            return
        number = self._tree.add(values.static, made.record)
        self._size += len(made.resources) - len(self._made[number].resources if number in self._made else ())
        self._made[number] = made
        while self._size > MOST_RESOURCES and len(self._made) > 1:
            _, forgotten = self._made.popitem(last=False)
            self._size -= len(forgotten.resources)
