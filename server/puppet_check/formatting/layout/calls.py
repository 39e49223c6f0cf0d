"""Calls, chains of method calls, lambdas and collectors."""

from __future__ import annotations

from collections.abc import Sequence

from puppet_check.formatting.document import LINE, Doc, Indent
from puppet_check.formatting.layout.brackets import in_brackets
from puppet_check.formatting.layout.hashes import pairs
from puppet_check.formatting.layout.lists import chain, commas, elements, is_vertical, one_per_line, own_commas
from puppet_check.formatting.layout.registry import broken, flat
from puppet_check.formatting.nodes import Node
from puppet_check.formatting.source import Source


@flat("call", "apply")
def flat_call(kids: Sequence[Node], forms: list[str], source: Source) -> str | None:
    end = _closing(kids)
    if is_vertical(kids[1 : end + 1], source):
        return None
    call = f"{forms[0]}({commas(forms[2:end])})"
    return f"{call} {forms[-1]}" if end < len(kids) - 1 else call


@broken("call", "apply")
def call(node: Node, source: Source) -> Doc:
    kids = node.kids
    end = _closing(kids) + 1
    return (kids[0], in_brackets(kids[1:end], source), _after_call(kids[end:]))


def _closing(kids: Sequence[Node]) -> int:
    """The index of the closing parenthesis of a call."""
    return len(kids) - (1 if kids[-1].kind == ")" else 2)


def _after_call(kids: Sequence[Node]) -> Doc:
    return (" ", kids[0]) if kids else ()


@flat("method_call")
def flat_method_call(kids: Sequence[Node], forms: list[str], source: Source) -> str | None:
    if source.is_broken(kids[0].end, kids[2].start):
        return None
    call = f"{forms[0]}.{forms[2]}"
    if len(kids) == 3:
        return call
    if kids[3].kind != "(":
        return f"{call} {forms[3]}"
    end = _closing(kids)
    if is_vertical(kids[3 : end + 1], source):
        return None
    call = f"{call}({commas(forms[4:end])})"
    return f"{call} {forms[-1]}" if end < len(kids) - 1 else call


@broken("method_call")
def method_chain(node: Node, source: Source) -> Doc:
    """A chain of method calls: each on a line of its own if its author broke one of them off."""
    calls = chain(node, lambda each: each.kind == "method_call")
    is_broken = any(source.is_broken(each.kids[0].end, each.kids[2].start) for each in calls)
    is_broken = is_broken or (len(calls) > 2 and node.flat is not None)
    docs: list[Doc] = []
    for each in calls:
        docs += (LINE if is_broken else (), _method(each, source))
    return (calls[0].kids[0], Indent(tuple(docs)) if is_broken else tuple(docs))


def _method(node: Node, source: Source) -> Doc:
    """A call of a chain, from its dot."""
    _, dot, name, *kids = node.kids
    if not kids or kids[0].kind != "(":
        return (dot, name, _after_call(kids))
    end = _closing(kids) + 1
    return (dot, name, in_brackets(kids[:end], source), _after_call(kids[end:]))


@flat("lambda")
def flat_lambda(kids: Sequence[Node], forms: list[str], source: Source) -> str | None:
    end = _bar(kids)
    if end > 1 and source.is_broken(kids[0].end, kids[1].start):
        return None
    return " ".join([f"|{own_commas(kids[1:end], forms[1:end], source)}|", *forms[end + 1 :]])


def _bar(kids: Sequence[Node]) -> int:
    return next(number for number in range(1, len(kids)) if kids[number].kind == "|")


@broken("lambda")
def lambda_(node: Node, source: Source) -> Doc:
    kids = node.kids
    end = _bar(kids)
    rest: list[Doc] = []
    for each in kids[end + 1 :]:
        rest += (" ", each)
    return (bars(kids[: end + 1], source), *rest)


def bars(kids: Sequence[Node], source: Source) -> Doc:
    """Parameters between bars."""
    opening, *inner, closing = kids
    if all(each.flat is not None and not each.lead and each.trail is None for each in kids) and not (
        inner and source.is_broken(opening.end, inner[0].start)
    ):
        return f"|{own_commas(inner, [each.flat or '' for each in inner], source)}|"
    items, has_comma = elements(inner, closing)
    return one_per_line(opening, items, closing, source, comma=bool(items) and (has_comma or source.style.trailing_comma))


@flat("virtual_query", "exported_query")
def flat_query(kids: Sequence[Node], forms: list[str], source: Source) -> str | None:
    return " ".join(forms)


@broken("virtual_query", "exported_query")
def query(node: Node, source: Source) -> Doc:
    """A query, whose conditions go on at the indentation of the collector, as those of other statements do."""
    opening, *inner, closing = node.kids
    return (opening, " ", *inner, " " if inner else (), closing)


@flat("collector")
def flat_collector(kids: Sequence[Node], forms: list[str], source: Source) -> str | None:
    if len(kids) == 2:
        return f"{forms[0]} {forms[1]}"
    if source.is_broken(kids[2].end, kids[3].first if len(kids) <= 6 else kids[-1].start):
        return None
    return f"{forms[0]} {forms[1]} {{ {commas(forms[3:-1])} }}" if len(kids) > 4 else f"{forms[0]} {forms[1]} {{}}"


@broken("collector")
def collector(node: Node, source: Source) -> Doc:
    type_, found, *rest = node.kids
    if not rest:
        return (type_, " ", found)
    return (type_, " ", found, " ", pairs(rest[0], rest[1:-1], rest[-1], source))
