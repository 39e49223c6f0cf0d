"""Values in brackets and parentheses: arrays, arguments, parameters of types."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from puppet_check.formatting.document import LINE, Doc, Indent, width
from puppet_check.formatting.layout.hashes import aligned
from puppet_check.formatting.layout.lists import BRACKETED, commas, dangling, elements, is_vertical, joined, one_per_line, own_commas
from puppet_check.formatting.layout.registry import broken, flat
from puppet_check.formatting.nodes import Node
from puppet_check.formatting.source import Source

_OWN_BRACKETS = BRACKETED | {"selector", "call", "method_call"}
"""Values that parentheses may be next to when they are over several lines."""
_SHORT = 100
"""The width of what precedes such a value, at most."""


@flat("array")
def flat_array(kids: Sequence[Node], forms: list[str], source: Source) -> str | None:
    if is_vertical(kids, source):
        return None
    return f"[{commas(forms[1:-1])}]"


@broken("array")
def array(node: Node, source: Source) -> Doc:
    opening, *kids, closing = node.kids
    return bracketed(opening, kids, closing, source, comma=source.style.trailing_comma)


@flat("access", "alias_type", "parameter_type")
def flat_access(kids: Sequence[Node], forms: list[str], source: Source) -> str | None:
    if is_vertical(kids[1:], source):
        return None
    return f"{forms[0]}[{own_commas(kids[2:-1], forms[2:-1], source)}]"


@broken("access", "alias_type", "parameter_type")
def access(node: Node, source: Source) -> Doc:
    value, *kids = node.kids
    if value.kind != "type_reference" and _is_plain(kids) and not is_vertical(kids, source):
        # An index is never broken off; what is inside may be.
        return (value, kids[0], joined(elements(kids[1:-1], kids[-1]).items), kids[-1])
    return (value, in_brackets(kids, source))


def _is_plain(kids: Sequence[Node]) -> bool:
    """Whether no comment is between elements in brackets."""
    return not any(each.lead for each in kids) and not any(each.trail for each in kids[:-1])


def in_brackets(kids: Sequence[Node], source: Source) -> Node:
    """A list with its brackets as a node of its own, which may fit on a line although what precedes or follows it does not."""
    made = Node("arguments", kids[0].start, kids[-1].end, kids, None)
    forms = [each.flat or "" for each in kids]
    is_plain = all(each.flat is not None and not each.lead and (each.trail is None or each is kids[-1]) for each in kids)
    if is_plain and not is_vertical(kids, source):
        inside = own_commas(kids[1:-1], forms[1:-1], source) if kids[0].kind == "[" else commas(forms[1:-1])
        made.flat = f"{forms[0]}{inside}{forms[-1]}"
        made.end_line_with(kids[-1].take_trail())
    return made


@broken("arguments")
def arguments(node: Node, source: Source) -> Doc:
    opening, *kids, closing = node.kids
    filled = _filled(opening, kids, closing, source)
    if filled is not None:
        return filled
    return bracketed(opening, kids, closing, source, comma=False)


def _filled(opening: Node, kids: Sequence[Node], closing: Node, source: Source) -> Doc | None:
    """Arguments of which the first one follows the bracket, as their author broke them; None if there is a line break after the bracket,
    if they have comments, or if the author broke them nowhere.

    The closing bracket has a line of its own.
    """
    is_commented = any(each.lead for each in (*kids, closing)) or any(each.trail for each in (opening, *kids))
    if not kids or is_commented or source.is_broken(opening.end, kids[0].start):
        return None
    items, has_comma = elements(kids, closing)
    breaks = [source.is_broken(one.end, other.start) for one, other in pairwise(items)]
    if not any(breaks) and (all(each.flat is not None for each in items) or not source.is_broken(items[-1].end, closing.start)):
        return None
    docs: list[Doc] = [items[0]]
    form = aligned([each for each, is_broken in zip(items[1:], breaks, strict=True) if is_broken], source)
    for each, is_broken in zip(items[1:], breaks, strict=True):
        docs += (",", LINE if is_broken else " ", form(each) if is_broken else each)
    return (opening, Indent(tuple(docs)), "," if has_comma else "", LINE, closing)


def bracketed(opening: Node, kids: Sequence[Node], closing: Node, source: Source, *, comma: bool) -> Doc:
    """A list in brackets that does not fit on a line, or was broken by its author.

    Each element has a line of its own if a line break follows the bracket; otherwise, the last element, or the only one, may be broken in
    place. `comma` says whether a comma is added after the last element.
    """
    is_broken = source.is_broken(opening.end, kids[0].first if kids else closing.first)
    items, has_comma = elements(kids, closing)
    if not items and not closing.lead and opening.trail is None:
        return (opening, closing)
    if not is_broken and not closing.lead and opening.trail is None and _is_hugged(items, source):
        return (opening, joined(items), closing)
    if opening.kind == "(":
        items = _with_hugged(items, source)
    form = aligned(items, source) if any(each.kind == "pair" for each in items) else None
    return one_per_line(opening, items, closing, source, comma=bool(items) and (comma or has_comma), form=form)


def _with_hugged(items: list[Node], source: Source) -> list[Node]:
    """Elements, of which an array or hash at the end follows the one before it on its line if it did."""
    if len(items) < 2:
        return items
    before, last = items[-2:]
    if last.kind not in BRACKETED or before.kind in (*BRACKETED, "pair"):
        return items
    if source.is_broken(before.end, last.start) or before.trail is not None or last.lead:
        return items
    forms = (before.flat, last.flat)
    made = Node("hugged", before.start, last.end, (before, last), None if None in forms else ", ".join(map(str, forms)))
    made.surround(before, last)
    return [*items[:-2], made]


@broken("hugged")
def hugged(node: Node, source: Source) -> Doc:
    return joined(node.kids)


def _is_hugged(items: Sequence[Node], source: Source) -> bool:
    """Whether elements stay on the line of their bracket, so that only what is inside of them is broken."""
    if not items or any(each.lead or each.trail for each in items):
        return False
    *before, last = items
    if any(source.is_broken(one.end, other.start) for one, other in pairwise(items)):
        return False
    if not before or (last.kind in BRACKETED and all(each.flat is not None for each in before)):
        return sum(width(each.flat or "") + 2 for each in before) <= _SHORT
    return any(each.flat is None for each in items)


@flat("parenthesized")
def flat_parenthesized(kids: Sequence[Node], forms: list[str], source: Source) -> str | None:
    if source.is_broken(kids[0].end, kids[1].start):
        return None
    return f"({forms[1]})"


@broken("parenthesized")
def parenthesized(node: Node, source: Source) -> Doc:
    opening, value, closing = node.kids
    if _is_wrapped(opening, value, closing, source):
        return (opening, value, closing)
    return (opening, Indent((LINE, value, dangling(closing, source, is_first=False))), LINE, closing)


def _is_wrapped(opening: Node, value: Node, closing: Node, source: Source) -> bool:
    """Whether parentheses are next to a value that has brackets of its own, and that their author did not give lines of its own."""
    if opening.trail is not None or value.lead or value.trail is not None or closing.lead:
        return False
    return value.kind in _OWN_BRACKETS and not source.is_broken(opening.end, value.start) and not source.is_broken(value.end, closing.start)
