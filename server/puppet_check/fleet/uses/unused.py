"""What no node of a fleet uses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from puppet_check.fleet.uses.items import DATA_FILE, OF_DATA, ORDER, PARAMETER, Item, Placed
from puppet_check.fleet.uses.node_uses import Uses
from puppet_check.workspace.unused.candidates import KEY


class Doubt(NamedTuple):
    """Why it is unknown what a node uses."""

    node: str
    reason: str
    is_of_data: bool
    """Whether that is so of data alone."""


class Unused(NamedTuple):
    """What no node uses whose uses are known."""

    placed: Placed
    is_certain: bool
    """Whether no other node does either."""


class Report(NamedTuple):
    """What no node uses, in the order of the report."""

    nodes: int
    unused: tuple[Unused, ...]
    doubts: tuple[Doubt, ...]


def unused(placed: Iterable[Placed], nodes: Sequence[str], found: Sequence[Uses]) -> Report:
    """What none of some nodes uses, by what each does."""
    used = frozenset[Item]().union(*(each.items for each in found))
    doubts = tuple(
        Doubt(node, each.unknown or each.unknown_data, not each.unknown)
        for node, each in zip(nodes, found, strict=True)
        if each.unknown or each.unknown_data
    )
    is_doubtful, is_data_doubtful = any(not each.is_of_data for each in doubts), bool(doubts)
    rows = (
        Unused(each, not (is_data_doubtful if each.item.kind in OF_DATA else is_doubtful))
        for each in placed
        if each.item not in used and _is_listed(each.item, used)
    )
    return Report(len(nodes), tuple(sorted(rows, key=_order)), doubts)


def _is_listed(item: Item, used: frozenset[Item]) -> bool:
    """Whether nothing around an item is unused as well: its file, or the class or define that has it."""
    if item.kind == KEY:
        # All of a file may be read without its keys being looked up.
        return Item(DATA_FILE, item.path.removeprefix("./"), item.path) in used and Item(KEY, "", item.path) not in used
    if item.kind == DATA_FILE:
        return Item(KEY, "", item.path) not in used
    if item.kind == PARAMETER:
        owner = item.name.rpartition("::")[0]
        return any(Item(kind, owner) in used for kind in ORDER[:2])
    return True


def _order(row: Unused) -> tuple[int, str, int]:
    return ORDER.index(row.placed.item.kind), row.placed.path, row.placed.start
