"""Operators, assignments and relationships."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from puppet_check.formatting.document import LINE, Doc
from puppet_check.formatting.layout.lists import BRACKETED, after, chain
from puppet_check.formatting.layout.registry import broken, flat
from puppet_check.formatting.nodes import Node, Source

_LEVELS = {
    each: level
    for level, group in enumerate(("or", "and", "< <= > >=", "== !=", "<< >>", "+ -", "* / %", "=~ !~", "in"))
    for each in group.split()
}
"""The precedence of operators; those of the same one are broken together."""


@flat("binary")
def flat_binary(kids: Sequence[Node], forms: list[str], source: Source) -> str | None:
    if source.is_broken(kids[0].end, kids[2].start):
        return None
    return f"{forms[0]} {forms[1]} {forms[2]}"


@broken("binary")
def binary(node: Node, source: Source) -> Doc:
    """A chain of operators, broken where its author broke it, otherwise after each operator."""
    level = _LEVELS[node.kids[1].kind]
    links = chain(node, lambda each: each.kind == "binary" and _LEVELS[each.kids[1].kind] == level)
    parts = [links[0].kids[0], *(part for each in links for part in each.kids[1:])]
    breaks = [source.is_broken(one.end, other.first) and other.kind not in BRACKETED for one, other in pairwise(parts)]
    is_kept = any(breaks) or any(each.flat is None for each in parts)
    docs: list[Doc] = [parts[0]]
    for number, (each, is_broken) in enumerate(zip(parts[1:], breaks, strict=True)):
        docs += (LINE if (is_broken if is_kept else number % 2 and level < 2) else " ", each)
    return tuple(docs)


@flat("unary", "virtual_resource")
def flat_prefix(kids: Sequence[Node], forms: list[str], source: Source) -> str | None:
    return "".join(forms)


@flat("assignment")
def flat_assignment(kids: Sequence[Node], forms: list[str], source: Source) -> str | None:
    if source.is_broken(kids[1].end, kids[2].start):
        return None
    return f"{forms[0]} {forms[1]} {forms[2]}"


@broken("assignment")
def assignment(node: Node, source: Source) -> Doc:
    target, operator, value = node.kids
    return (target, " ", operator, after(operator, value, source))


@flat("relationship")
def flat_relationship(kids: Sequence[Node], forms: list[str], source: Source) -> str | None:
    if source.is_broken(kids[0].end, kids[2].start):
        return None
    return f"{forms[0]} {forms[1]} {forms[2]}"


@broken("relationship")
def relationship(node: Node, source: Source) -> Doc:
    """A chain of relationships: each arrow begins a line, with its right operand."""
    links = chain(node, lambda each: each.kind == "relationship")
    docs: list[Doc] = [links[0].kids[0]]
    for _, arrow, operand in (each.kids for each in links):
        if operand.lead and arrow.trail is not None:
            arrow.lead, arrow.trail = (*arrow.lead, arrow.trail), None
        arrow.lead, operand.lead = (*arrow.lead, *operand.lead), ()
        docs += (LINE, arrow, " ", operand)
    return tuple(docs)
