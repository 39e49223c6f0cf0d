"""`if`, `unless` and `case`."""

from __future__ import annotations

from collections.abc import Sequence

from puppet_check.formatting.columns import Cell, columns, in_sections
from puppet_check.formatting.document import LINE, Doc, Indent, Trail, width
from puppet_check.formatting.layout.blocks import block, statements
from puppet_check.formatting.layout.lists import commas, dangling
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
        each.shape(None)
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
        trail = body.take_trail()
        return block(body, source) if trail is None else (block(body, source), Trail(trail))
    return body


@broken("case")
def case(node: Node, source: Source) -> Doc:
    keyword, value, opening, *options, closing = node.kids
    _align(options, source)
    inside = (LINE, statements(options, closing, source), dangling(closing, source, is_first=False))
    return (keyword, " ", value, " ", opening, Indent(inside), LINE, closing)


def _align(options: Sequence[Node], source: Source) -> None:
    """Put the braces of options in columns if they were: the spaces follow the colons."""
    cells = [_cell(each, source) if each.kind == "case_option" else None for each in options]
    first = [bool(each.lead) or source.is_spaced(each.first) for each in options]
    for each, cell, column in zip(options, cells, columns(in_sections(cells, first)), strict=True):
        if cell is None or not column:
            continue
        *_, colon, body = each.kids
        spaces = " " * (column - cell.width - 1)
        if each.flat is not None and body.flat is not None:
            each.shape(f"{each.flat.removesuffix(body.flat)}{spaces}{body.flat}")
        colon.shape(f":{spaces}")


def _cell(option: Node, source: Source) -> Cell | None:
    """The brace of an option whose values are on one line."""
    *values, colon, body = option.kids
    if body.lead or colon.trail is not None or any(each.flat is None or each.lead or each.trail for each in values):
        return None
    if source.is_broken(values[0].start, colon.end):
        return None
    return source.cell(values[0].start, colon.end, body.start, width(commas(each.flat or "" for each in values)) + 1)


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
