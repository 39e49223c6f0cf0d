"""What keys the hashes of data have, one and two levels below a key."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from puppet_check.workspace.hiera.documents import Entry, Node


@dataclass(slots=True)
class Levels:
    """What is inside of the values of a key."""

    files: int = 0
    """How often the key is there."""
    collections: int = 0
    """How often its value is a hash or a list that is not empty."""
    lists: int = 0
    """How often it is such a list."""
    hashes: int = 0
    """How many hashes its hashes have as values."""
    others: Counter[str] = field(default_factory=Counter)
    """The keys of their other values."""
    inner: Counter[str] = field(default_factory=Counter)
    """The keys of those hashes."""

    def add(self, node: Node) -> None:
        """Count the value of the key in one more place."""
        self.files += 1
        self.collections += bool(node.entries or node.items)
        self.lists += bool(node.items)
        self.others.update({each.key for each in node.entries if not each.node.entries and each.node.value is not None})
        for each in node.entries:
            self.hashes += bool(each.node.entries)
            self.inner.update(inner.key for inner in each.node.entries)


def levels_of(roots: Iterable[Node]) -> dict[str, Levels]:
    """What is inside of the hashes of some documents, by top-level key."""
    return _levels(each for root in roots for each in root.entries)


def levels_of_all(root: Node) -> dict[str, Levels]:
    """The same of all hashes of one document, by key."""
    return _levels(inner_entries(root))


def inner_entries(root: Node) -> Iterator[Entry]:
    """The entries of all hashes in a value, each once."""
    seen: set[int] = set()
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if id(node) not in seen:
            seen.add(id(node))
            yield from node.entries
            waiting += [*node.items, *(each.node for each in node.entries)]


def _levels(entries: Iterable[Entry]) -> dict[str, Levels]:
    found: dict[str, Levels] = {}
    for each in entries:
        found.setdefault(each.key, Levels()).add(each.node)
    return found
