"""Resources, their defaults and overrides."""

from __future__ import annotations

from collections.abc import Sequence

from puppet_check.formatting.columns import Cell, columns
from puppet_check.formatting.document import BLANK, LINE, NOTHING, Doc, Indent, Trail, width
from puppet_check.formatting.layout.hashes import aligned, pairs
from puppet_check.formatting.layout.lists import commas, dangling, elements, led, lines
from puppet_check.formatting.layout.registry import broken, flat
from puppet_check.formatting.nodes import Node
from puppet_check.formatting.source import Source


@flat("resource", "class_resource")
def flat_resource(kids: Sequence[Node], forms: list[str], source: Source) -> str | None:
    _, opening, body, *rest, closing = kids
    if not _is_single(body, rest) or source.is_broken(opening.end, body.start) or len(body.kids) > 4:
        return None
    if len(body.kids) == 2 and source.is_broken(body.end, closing.start):
        return None
    semicolon = "" if not rest else " ;" if _is_title(body) else ";"
    return f"{forms[0]} {{ {forms[2]}{semicolon} }}"


def _is_title(body: Node) -> bool:
    """Whether a body consists of a title and a colon only, so that a space separates these from a semicolon."""
    return len(body.kids) == 2 and body.flat is not None and body.trail is None


def _is_single(body: Node, rest: Sequence[Node]) -> bool:
    """Whether a body is the only one of its resource, perhaps with a semicolon after it."""
    return body.kind == "resource_body" and (not rest or (len(rest) == 1 and rest[0].kind == ";" and not rest[0].lead))


@flat("resource_body")
def flat_body(kids: Sequence[Node], forms: list[str], source: Source) -> str | None:
    if len(kids) > 2 and source.is_broken(kids[1].end, kids[-1].end):
        return None
    return f"{forms[0]}: {commas(forms[2:])}".rstrip()


@broken("resource", "class_resource")
def resource(node: Node, source: Source) -> Doc:
    type_, opening, *rest, closing = node.kids
    first, *semicolon = rest
    if _is_one_line(first, semicolon, opening, closing, source):
        return (type_, " ", opening, " ", *first.kids, *((" ", semicolon[0]) if semicolon else ()), " ", closing)
    if _is_single(first, semicolon) and not source.is_broken(opening.end, first.first):
        space = " " if semicolon and _is_title(first) else NOTHING
        inside = (led(first.lead, _body(first, closing, source, is_last=not semicolon)), space, *semicolon)
        # The attributes after a title over several lines are indented further than its closing bracket.
        return (type_, " ", opening, " ", Indent(inside) if first.kids[0].flat is None else inside, LINE, closing)
    return (type_, " ", opening, Indent((*_bodies(rest, closing, source), dangling(closing, source, is_first=False))), LINE, closing)


def _is_one_line(first: Node, semicolon: Sequence[Node], opening: Node, closing: Node, source: Source) -> bool:
    """Whether a title without attributes is on the line of both braces, where it stays however long it is."""
    is_plain = not (first.lead or closing.lead or opening.trail or any(each.trail for each in (first, *first.kids, *semicolon)))
    return is_plain and _is_single(first, semicolon) and len(first.kids) == 2 and not source.is_broken(opening.end, closing.start)


def _bodies(rest: Sequence[Node], closing: Node, source: Source) -> list[Doc]:
    """The bodies of a resource with several, and the semicolons between them."""
    starts = dict(zip(map(id, rest), columns([_cell(each, source) for each in rest]), strict=True))
    docs: list[Doc] = []
    is_title = False
    for number, each in enumerate(rest):
        if each.kind == ";":
            docs += (" ", each) if is_title else (each,)
            continue
        is_title = _is_title(each)
        docs.append(BLANK if docs and source.is_spaced(each.first) else LINE)
        if each.flat is not None and len(each.kids) > 2:
            docs.append(_tabled(each, starts[id(each)]))
            if number == len(rest) - 1 and source.style.trailing_comma:
                trail = each.take_trail()
                docs += (",", () if trail is None else Trail(trail))
        else:
            is_last = number == len(rest) - 1
            docs.append(led(each.lead, _body(each, closing if is_last else None, source, is_last=is_last)))
            each.take_lead()
    return docs


def _cell(node: Node, source: Source) -> Cell | None:
    """The attributes of a body on one line."""
    if node.flat is None or len(node.kids) < 3:
        return None
    title, colon, attribute, *_ = node.kids
    return source.cell(title.start, colon.end, attribute.start, width(title.flat or "") + 1)


def _tabled(node: Node, column: int) -> Node:
    """A body on one line whose attributes begin in a column."""
    start = f"{node.kids[0].flat}:"
    if column:
        node.shape(f"{start}{' ' * (column - width(start))}{(node.flat or '')[len(start) + 1 :]}")
    return node


@broken("resource_body")
def body(node: Node, source: Source) -> Doc:
    """A body that does not fit on a line; what follows it separates it from the next one."""
    return _body(node, None, source, is_last=False)


def _body(node: Node, closing: Node | None, source: Source, *, is_last: bool = True) -> Doc:
    """A title and its attributes, with the comments before the closing brace, if it is the only body or the last one."""
    title, colon, *kids = node.kids
    end = closing or Node("end", node.end, node.end, (), "")
    trail = node.take_trail()
    if trail is not None and kids:
        kids[-1].end_line_with(trail)
        trail = None
    items, has_comma = elements(kids, end)
    comma = bool(items) and (has_comma if not is_last else has_comma or source.style.trailing_comma)
    if not items:
        return (title, colon, () if trail is None else Trail(trail), Indent(dangling(end, source, is_first=True)))
    return (title, colon, Indent(lines(items, end, source, comma=comma and is_last, form=aligned(items, source))))


@flat("untitled_resource")
def flat_untitled(kids: Sequence[Node], forms: list[str], source: Source) -> str | None:
    _, opening, *inner, _ = kids
    if not inner:
        return f"{forms[0]} {{}}"
    if source.is_broken(opening.end, inner[0].start if len(inner) <= 2 else kids[-1].start):
        return None
    return f"{forms[0]} {{ {commas(forms[2:-1])} }}"


@broken("untitled_resource")
def untitled(node: Node, source: Source) -> Doc:
    type_, opening, *kids, closing = node.kids
    return (type_, " ", pairs(opening, kids, closing, source))
