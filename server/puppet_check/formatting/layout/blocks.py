"""Statements, and the blocks that they are in."""

from __future__ import annotations

from collections.abc import Sequence

from puppet_check.formatting.columns import Cell, columns
from puppet_check.formatting.document import BLANK, LINE, Doc, Indent, Trail, width
from puppet_check.formatting.layout.lists import after, dangling, is_kept, led, parts, start_of, whole
from puppet_check.formatting.layout.registry import broken, flat
from puppet_check.formatting.nodes import Node
from puppet_check.formatting.source import Source


@broken("source_file")
def lay_out_file(node: Node, source: Source) -> Doc:
    *kids, end = node.kids
    return (statements(kids, end, source), dangling(end, source, is_first=not kids))


@flat("block")
def flat_block(kids: Sequence[Node], forms: list[str], source: Source) -> str | None:
    if len(kids) > 3 or source.is_broken(kids[0].end, kids[-1].start):
        return None
    return f"{{ {forms[1]} }}" if len(kids) == 3 else "{}"


@broken("block")
def block(node: Node, source: Source) -> Doc:
    """The statements of a block, each on a line of its own."""
    opening, *kids, closing = node.kids
    if not kids:
        return (opening, Indent(dangling(closing, source, is_first=True)), LINE, closing)
    inside = (LINE, statements(kids, closing, source), dangling(closing, source, is_first=False))
    return (opening, Indent(inside), LINE, closing)


def statements(kids: Sequence[Node], closing: Node, source: Source, among: Sequence[Node] = ()) -> Doc:
    """Statements, each on a line of its own, with the blank lines between them; assignments are in a column if they were.

    `among` are all statements of their block, if these are only some of them.
    """
    among = among or kids
    signs = dict(zip(map(id, among), _signs(among, source), strict=True)) if any(each.kind == "assignment" for each in kids) else {}
    docs: list[Doc] = []
    for each in parts(kids, closing, source):
        if isinstance(each, Node) and each.kind == ";":
            docs.append(each)
            continue
        if docs:
            docs.append(BLANK if source.is_spaced(start_of(each)) else LINE)
        if not isinstance(each, Node):
            docs.append(each)
            continue
        if is_kept(each.trail, source):
            trail, lead = each.take_trail(), each.take_lead()
            docs += (led(lead, whole(each, source)), () if trail is None else Trail(trail))
        else:
            column = signs.get(id(each), 0)
            docs.append(_in_column(each, column, source) if column else each)
    return tuple(docs)


def _signs(kids: Sequence[Node], source: Source) -> list[int]:
    """The columns of the equals signs of statements; 0 for a sign that is in none, and for other statements."""
    cells: list[Cell | None] = []
    is_first = True
    for each in kids:
        cell = None
        if each.kind == "assignment" and each.kids[0].flat is not None:
            target, sign, _ = each.kids
            cell = source.cell(target.start, target.end, sign.start, width(target.flat or ""))
            if cell is not None and (is_first or each.lead or source.is_spaced(each.first)):
                cell = cell._replace(is_first=True)
        is_first = cell is None
        cells.append(cell)
    return columns(cells)


def _in_column(node: Node, column: int, source: Source) -> Doc:
    """An assignment whose equals sign is in a column."""
    target, sign, value = node.kids
    padding = " " * (column - width(target.flat or ""))
    lead, trail = node.take_lead(), node.take_trail()
    return led(lead, (target, padding, sign, after(sign, value, source), () if trail is None else Trail(trail)))


@broken("statement_call")
def statement_call(node: Node, source: Source) -> Doc:
    """`include a, b`."""
    function, arguments = node.kids
    if source.is_broken(function.end, arguments.start):
        return (function, Indent((LINE, arguments)))
    return (function, " ", arguments)


@flat("argument_list")
def flat_arguments(kids: Sequence[Node], forms: list[str], source: Source) -> str | None:
    if source.is_broken(kids[0].end, kids[-1].start):
        return None
    return ", ".join([each for each in forms if each != ","])


@broken("argument_list")
def argument_list(node: Node, source: Source) -> Doc:
    """`a, b` after the name of a function: broken after the first comma as its author did."""
    docs: list[Doc] = [node.kids[0]]
    rest: list[Doc] = []
    for comma, value in zip(node.kids[1::2], node.kids[2::2], strict=True):
        rest += (comma, LINE if source.is_broken(comma.end, value.first) else " ", value)
    return (*docs, Indent(tuple(rest)))
