"""Lists: elements with commas or other separators, each on a line of its own."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from puppet_check.formatting.document import BLANK, LINE, NOTHING, Comment, Comments, Doc, Indent, Trail, Verbatim
from puppet_check.formatting.layout.registry import broken
from puppet_check.formatting.nodes import Node
from puppet_check.formatting.source import Source

BRACKETED = frozenset(("array", "hash"))
"""Values whose brackets follow what precedes them on the same line."""


class Elements(NamedTuple):
    """The elements of a list, which have the comments of the commas between them."""

    items: list[Node]
    has_comma: bool
    """Whether a comma follows the last one."""


def elements(kids: Iterable[Node], closing: Node) -> Elements:
    """The elements of a list without its brackets."""
    items: list[Node] = []
    has_comma = False
    carried: tuple[Comment, ...] = ()
    for each in kids:
        if each.kind != ",":
            items.append(each)
            each.add_lead(carried)
            has_comma, carried = False, ()
            continue
        has_comma, carried = True, each.lead
        if each.trail is not None:
            if items and items[-1].trail is None and not each.lead:
                items[-1].end_line_with(each.trail)
            else:
                carried = (*carried, each.trail)
    closing.add_lead(carried)
    return Elements(items, has_comma)


def is_vertical(kids: Sequence[Node], source: Source) -> bool:
    """Whether the author of a list wrote it over several lines; it is given with its brackets.

    That is so if a line break follows its opening bracket, or precedes its closing one and follows a comma or elements on several lines.
    """
    opening, *elements, closing = kids
    if not elements:
        return False
    if source.is_broken(opening.end, elements[0].start):
        return True
    last = elements[-1]
    return source.is_broken(last.end, closing.start) and (last.kind == "," or source.is_broken(opening.end, last.start))


def one_per_line(
    opening: Doc,
    items: Sequence[Node],
    closing: Node,
    source: Source,
    *,
    comma: bool,
    form: Callable[[Node], Doc] | None = None,
) -> Doc:
    """A list in brackets, with each element on its line; `comma` says whether one follows the last element."""
    return (opening, Indent(lines(items, closing, source, comma=comma, form=form)), LINE, closing)


def lines(items: Sequence[Node], closing: Node, source: Source, *, comma: bool, form: Callable[[Node], Doc] | None = None) -> Doc:
    """The elements of a list, each on its line, and the comments before the closing bracket, which it loses."""
    docs: list[Doc] = []
    last = items[-1] if items else None
    for each in parts(items, closing, source):
        docs += (BLANK if docs and source.is_spaced(start_of(each)) else LINE,)
        if not isinstance(each, Node):
            docs.append(each)
            continue
        trail, lead = each.take_trail(), each.take_lead()
        if lead:
            docs.append(Comments(lead))
        doc = whole(each, source) if is_kept(trail, source) else each if form is None else form(each)
        if each is last and not comma:
            docs.append(doc)
        elif type(doc) is str:
            docs.append(f"{doc},")
        else:
            docs += (doc, ",")
        if trail is not None:
            docs.append(Trail(trail))
    docs.append(dangling(closing, source, is_first=not items))
    return tuple(docs)


def parts(items: Sequence[Node], closing: Node, source: Source) -> Iterator[Node | Comments | Verbatim]:
    """The elements of a list that are laid out, and the lines between them that stay as they are."""
    ends = source.kept.ends
    if not ends:
        yield from items
        return
    end = -1
    """Where the lines that stay as they are end."""
    followed = [*items, closing]
    for number, each in enumerate(items):
        while each.start >= end and (begun := _begun(each.lead, source)) is not None:
            if begun:
                yield Comments(each.lead[:begun])
            start = each.lead[begun].start
            end = _end_of_lines(ends[start], _from(number, items), source)
            yield source.lines(start, min(end, closing.start))
            for following in _from(number, followed):
                following.drop_lead(bisect_left(following.lead, end, key=_start))
                if following.start >= end:
                    break
        if each.start >= end:
            yield each


def _from(number: int, items: Sequence[Node]) -> Iterator[Node]:
    """The elements from one on. They are not copied, as there may be thousands of kept lines before each."""
    return (items[each] for each in range(number, len(items)))


def _start(comment: Comment) -> int:
    return comment.start


def _begun(lead: Sequence[Comment], source: Source) -> int | None:
    """The number of the first comment from which on lines stay as they are."""
    return next((number for number, comment in enumerate(lead) if comment.start in source.kept.ends), None)


def _end_of_lines(end: int, items: Iterable[Node], source: Source) -> int:
    """Where lines that stay as they are end: at an offset, or after the last line of the element that is there."""
    for each in items:
        if each.start >= end:
            break
        if each.start < end < each.end:
            line_end = source.text.find("\n", each.end)
            end = line_end if line_end >= 0 else len(source.text)
    return end


def start_of(part: Node | Comments | Verbatim) -> int:
    """The offset of a part of a list, with its comments."""
    return part.first if isinstance(part, Node) else part.comments[0].start if isinstance(part, Comments) else part.start


def whole(node: Node, source: Source) -> Verbatim:
    """A node as it is."""
    return source.verbatim(node.start, node.end)


def is_kept(trail: Comment | None, source: Source) -> bool:
    """Whether a comment at the end of something says that it stays as it is."""
    return trail is not None and trail.start in source.kept.skips


def led(lead: tuple[Comment, ...], doc: Doc) -> Doc:
    """A document after its comments."""
    return (Comments(lead), doc) if lead else doc


def dangling(closing: Node, source: Source, *, is_first: bool) -> Doc:
    """The comments before a closing bracket, which it loses."""
    if not closing.lead:
        return NOTHING
    comments = tuple(each._replace(is_inline=False) for each in closing.take_lead())
    last = comments[-1]._replace(is_spaced=False)
    return (BLANK if not is_first and source.is_spaced(comments[0].start) else LINE, Comments((*comments[:-1], last)))


def after(sign: Node, value: Node, source: Source) -> Doc:
    """A value after a sign: on the next line if its author put it there and it does not fit, or for comments."""
    if not source.is_broken(sign.end, value.first):
        return (" ", value)
    if value.lead or sign.trail is not None:
        return Indent((LINE, value))
    if value.flat is None or value.kind in BRACKETED:
        return (" ", value)
    made = Node("hanging", value.start, value.end, (value,), f" {value.flat}")
    made.end_line_with(value.take_trail())
    return made


@broken("hanging")
def hanging(node: Node, source: Source) -> Doc:
    return Indent((LINE, node.kids[0]))


def last_line(node: Node, source: Source) -> str:
    """The brackets that end a type over several lines."""
    line = source.text[node.start : node.end].rpartition("\n")[2].strip()
    return "]" if line.strip("]})") else line or "]"


def joined(items: Sequence[Node], separator: str = ", ") -> Doc:
    """Elements on the same line."""
    docs: list[Doc] = []
    for each in items:
        docs += (separator, each)
    return tuple(docs[1:])


def commas(forms: Iterable[str]) -> str:
    """The elements of a list on one line, from the forms of all its parts."""
    return ", ".join([each for each in forms if each != ","])


def own_commas(kids: Sequence[Node], forms: Iterable[str], source: Source) -> str:
    """The elements of a list on one line, without spaces after its commas if its author wrote none after any of them."""
    separator = "," if _is_tight(kids, source) else ", "
    return separator.join([each for each in forms if each != ","])


def _is_tight(kids: Sequence[Node], source: Source) -> bool:
    """Whether elements follow all commas between them immediately."""
    return all(one.end == other.start for one, other in pairwise(kids) if one.kind == ",")


def chain(node: Node, is_part: Callable[[Node], bool]) -> list[Node]:
    """The nodes of a chain that nests on its left, from the innermost to the outermost; the comments of inner ones go to their operands."""
    found = [node]
    while is_part(inner := found[-1].kids[0]):
        inner.kids[0].add_lead(inner.take_lead())
        inner.kids[-1].end_line_with(inner.take_trail())
        found.append(inner)
    return found[::-1]
