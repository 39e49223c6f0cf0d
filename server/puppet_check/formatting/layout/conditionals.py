"""`if`, `unless` and `case`."""

from __future__ import annotations

from collections.abc import Sequence

from puppet_check.formatting.document import LINE, Doc, Indent, Trail
from puppet_check.formatting.layout.blocks import block, statements
from puppet_check.formatting.layout.lists import dangling
from puppet_check.formatting.layout.registry import broken, flat
from puppet_check.formatting.nodes import Node
from puppet_check.formatting.source import Source


@flat("if", "unless", "elsif", "else")
def flat_condition(kids: Sequence[Node], forms: list[str], source: Source) -> str | None:
    return " ".join(forms)


@broken("if", "unless")
def condition(node: Node, source: Source) -> Doc:
    keyword, test, body, *clauses = node.kids
    docs: list[Doc] = [keyword, " ", test, " ", whole(body, source)]
    for each in clauses:
        docs += (LINE if each.lead else " ", each)
        each.flat = None
    return tuple(docs)


@broken("elsif", "else")
def clause(node: Node, source: Source) -> Doc:
    *head, body = node.kids
    docs: list[Doc] = []
    for each in head:
        docs += (each, " ")
    return (*docs, whole(body, source))


def whole(body: Node, source: Source) -> Doc:
    """A block over several lines, unless it is empty."""
    if body.kind == "block" and not body.lead and body.flat != "{}":
        trail, body.trail = body.trail, None
        return block(body, source) if trail is None else (block(body, source), Trail(trail))
    return body


@broken("case")
def case(node: Node, source: Source) -> Doc:
    keyword, value, opening, *options, closing = node.kids
    inside = (LINE, statements(options, closing, source), dangling(closing, source, is_first=False))
    return (keyword, " ", value, " ", opening, Indent(inside), LINE, closing)


@flat("case_option")
def flat_option(kids: Sequence[Node], forms: list[str], source: Source) -> str | None:
    *values, _, _ = forms
    if source.is_broken(kids[0].start, kids[-2].start):
        return None
    return f"{', '.join([each for each in values if each != ','])}: {forms[-1]}"


@broken("case_option")
def option(node: Node, source: Source) -> Doc:
    *values, colon, body = node.kids
    docs: list[Doc] = []
    for each, following in zip(values, [*values[1:], colon], strict=True):
        docs.append(each)
        if each.kind == ",":
            docs.append(LINE if source.is_broken(each.end, following.first) else " ")
    return (*docs, colon, " ", whole(body, source))
