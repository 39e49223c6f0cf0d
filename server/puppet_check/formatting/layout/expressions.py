"""Operators, assignments and relationships."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from puppet_check.formatting.document import LINE, Doc
from puppet_check.formatting.layout.conditions import LEVELS, aligned_condition
from puppet_check.formatting.layout.lists import BRACKETED, after, chain
from puppet_check.formatting.layout.registry import broken, flat
from puppet_check.formatting.nodes import Node
from puppet_check.formatting.source import Source


@flat("binary")
def flat_binary(kids: Sequence[Node], forms: list[str], source: Source) -> str | None:
    if source.is_broken(kids[0].end, kids[2].start):
        return None
    return f"{forms[0]} {forms[1]} {forms[2]}"


@broken("binary")
def binary(node: Node, source: Source) -> Doc:
    """A chain of operators, broken where its author broke it, otherwise after each operator."""
    level = LEVELS[node.kids[1].kind]
    links = chain(node, lambda each: each.kind == "binary" and LEVELS[each.kids[1].kind] == level)
    parts = [links[0].kids[0], *(part for each in links for part in each.kids[1:])]
    breaks = [source.is_broken(one.end, other.first) and other.kind not in BRACKETED for one, other in pairwise(parts)]
    is_kept = any(breaks) or any(each.flat is None for each in parts)
    gaps = aligned_condition(parts, breaks, source) if level < 2 and any(breaks) else {}
    docs: list[Doc] = [parts[0]]
    for number, (each, is_broken) in enumerate(zip(parts[1:], breaks, strict=True)):
        space = " " * gaps.get(id(each), 1)
        docs += (LINE if (is_broken if is_kept else number % 2 and level < 2) else space, each)
    return tuple(docs)


@flat("virtual_resource")
def flat_prefix(kids: Sequence[Node], forms: list[str], source: Source) -> str | None:
    return "".join(forms)


@flat("unary")
def flat_unary(kids: Sequence[Node], forms: list[str], source: Source) -> str | None:
    return f"{forms[0]}{_after_sign(kids, source)}{forms[1]}"


@broken("unary")
def unary(node: Node, source: Source) -> Doc:
    sign, value = node.kids
    return (sign, _after_sign(node.kids, source), value)


def _after_sign(kids: Sequence[Node], source: Source) -> str:
    """A space after `!` if its author put one there, of which there are as many as of the others."""
    return " " if kids[0].kind == "!" and source.text[kids[0].end] == " " else ""


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
    """A chain of relationships: each arrow begins a line, with its right operand, if one did or they do not fit."""
    links = chain(node, lambda each: each.kind == "relationship")
    is_broken = node.flat is not None or any(source.is_broken(left.end, right.first) for left, _, right in (each.kids for each in links))
    docs: list[Doc] = [links[0].kids[0]]
    for _, arrow, operand in (each.kids for each in links):
        ending = arrow.take_trail() if operand.lead else None
        arrow.append_lead((*(() if ending is None else (ending,)), *operand.take_lead()))
        docs += (LINE if is_broken or arrow.lead else " ", arrow, " ", operand)
    return tuple(docs)
