"""Pairs with arrows: hashes, selectors, attributes; and their columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from puppet_check.formatting.document import Doc, width
from puppet_check.formatting.layout.lists import after, commas, elements, is_vertical, joined, last_line, one_per_line
from puppet_check.formatting.layout.registry import broken, flat
from puppet_check.formatting.nodes import Node
from puppet_check.formatting.source import Source

_PAIRS = frozenset(("pair", "attribute", "selector_entry"))


@flat(*_PAIRS)
def flat_pair(kids: Sequence[Node], forms: list[str], source: Source) -> str | None:
    if source.is_broken(kids[1].end, kids[2].start):
        return None
    return f"{forms[0]} {forms[1]} {forms[2]}"


@broken(*_PAIRS)
def pair(node: Node, source: Source) -> Doc:
    return in_column(node, source, 0)


def in_column(node: Node, source: Source, column: int) -> Doc:
    """A pair whose arrow is in a column of its list; another element as it is."""
    if node.kind not in _PAIRS:
        return node
    name, arrow, value = node.kids
    if node.flat is not None and (value.is_token or source.is_short(column + len(node.flat))):
        return f"{name.flat}{' ' * (column - width(name.flat or ''))} {arrow.flat} {value.flat}"
    padding = max(column - width(name.flat if name.flat is not None else last_line(name, source)), 0)
    return (name, " " * (padding + 1), arrow, after(arrow, value, source))


def aligned(items: Sequence[Node], source: Source) -> Callable[[Node], Doc]:
    """The form of each pair of a list, with the arrows next to the longest name, or in hashes outside of resources where they were."""
    if not source.style.align_arrows:
        return lambda each: in_column(each, source, 0)
    pairs = [each for each in items if each.kind in _PAIRS]
    column = max((width(each.kids[0].flat or "") for each in pairs), default=0)
    if len(pairs) > 1 and pairs[0].kind != "attribute" and not source.is_in_resource(pairs[0].start):
        column = max(column, _column(pairs, source))
    return lambda each: in_column(each, source, column)


def _column(items: Sequence[Node], source: Source) -> int:
    """The width before the column that all arrows of a list are in; 0 if they are in none."""
    found = {_before_arrow(each, source) for each in items}
    return found.pop() if len(found) == 1 else 0


def _before_arrow(node: Node, source: Source) -> int:
    name, arrow, _ = node.kids
    cell = source.cell(name.start, name.end, arrow.start, 0)
    return 0 if cell is None else cell.column - 1


@flat("hash")
def flat_hash(kids: Sequence[Node], forms: list[str], source: Source) -> str | None:
    if len(kids) == 2:
        return "{}"
    if is_vertical(kids, source):
        return None
    comma = "," if forms[-2] == "," else ""
    return f"{{ {commas(forms[1:-1])}{comma} }}"


@broken("hash")
def hash_(node: Node, source: Source) -> Doc:
    opening, *kids, closing = node.kids
    return pairs(opening, kids, closing, source)


def pairs(opening: Node, kids: Sequence[Node], closing: Node, source: Source) -> Doc:
    """Pairs in braces, each on a line of its own."""
    items, has_comma = elements(kids, closing)
    if not items and not closing.lead and opening.trail is None:
        return "{}"
    return one_per_line(
        opening, items, closing, source, comma=bool(items) and (has_comma or source.style.trailing_comma), form=aligned(items, source)
    )


@flat("selector")
def flat_selector(kids: Sequence[Node], forms: list[str], source: Source) -> str | None:
    if len(kids) == 3:
        return " ".join(forms)
    if is_vertical(kids[2:], source):
        return None
    return f"{forms[0]} ? {{ {commas(forms[3:-1])} }}"


@broken("selector")
def selector(node: Node, source: Source) -> Doc:
    value, mark, opening, *kids = node.kids
    if not kids:
        return joined((value, mark, opening), " ")
    return (value, " ", mark, " ", pairs(opening, kids[:-1], kids[-1], source))
