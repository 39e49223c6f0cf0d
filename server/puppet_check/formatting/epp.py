"""Templates: the code in each tag is laid out on its lines; their text, the tags and the line breaks in them stay as they are.

What is whole in a tag, such as an expression, gets its form for one line. Between the parts of what goes on in another tag, such as an
`if` with its braces, is a single space. Parameters that were broken after their first bar have a line each. Spaces after a tag that
begins its line stay, since they show how code nests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from puppet_check.formatting.document import Doc
from puppet_check.formatting.layout.lists import own_commas
from puppet_check.formatting.nodes import Node
from puppet_check.formatting.printer import HEREDOC
from puppet_check.formatting.source import Source

_TAGS = frozenset(("tag_open", "tag_close", "render_text", "render"))
"""The parts of templates that are no code, or have some that are not."""
_TIGHT_BEFORE = frozenset(", ; ) ] : .".split())
"""Tokens without a space before them."""
_TIGHT_AFTER = frozenset("( [ .".split())
"""Tokens without a space after them."""

Print = Callable[[Doc, int], str]
"""Prints a document with an indentation."""


def formatted_template(tree: Node, source: Source, print_: Print, span: tuple[int, int]) -> str:
    """The text of a template, formatted between two offsets."""
    text = source.text
    start, end = span
    written: list[str] = []
    at = 0
    before: Node | None = None
    for each in _pieces(tree, source):
        gap = text[at : each.start]
        is_inside = start <= each.start and each.end <= end
        written.append(_gap(before, each, gap, source) if before is not None and is_inside and start <= before.start else gap)
        written.append(_code(each, source, print_) if is_inside else text[each.start : each.end])
        at, before = each.end, each
    written.append(text[at:])
    return "".join(written)


def _pieces(tree: Node, source: Source) -> Iterator[Node]:
    """The largest nodes that are whole in a tag, the tokens between them, the tags and the texts, in order."""
    spanning = _spanning(tree)
    pending = [tree]
    while pending:
        node = pending.pop()
        if id(node) not in spanning:
            if node.kind != "end":
                yield node
        elif node.kind == "lambda":
            bar = max(number for number, each in enumerate(node.kids) if each.kind == "|")
            pending += [*reversed(node.kids[bar + 1 :]), _bars(node.kids[: bar + 1], source)]
        else:
            pending += reversed(node.kids)


def _spanning(tree: Node) -> set[int]:
    """The identities of the nodes that go on in another tag, or have text in them."""
    found: set[int] = set()
    pending = [(tree, False)]
    while pending:
        node, is_left = pending.pop()
        if is_left:
            if any(each.kind in _TAGS or id(each) in found for each in node.kids):
                found.add(id(node))
        elif node.kids:
            pending.append((node, True))
            pending += [(each, False) for each in node.kids]
    found.add(id(tree))
    return found


def _bars(kids: Sequence[Node], source: Source) -> Node:
    """The parameters of a lambda as a node."""
    forms = [each.flat or "" for each in kids]
    is_plain = not any(each.flat is None or each.lead or each.trail for each in kids)
    flat = f"|{own_commas(kids[1:-1], forms[1:-1], source)}|" if is_plain else None
    return Node("bars", kids[0].start, kids[-1].end, (), flat)


def _gap(before: Node, node: Node, gap: str, source: Source) -> str:
    """The white space between two pieces."""
    if "\n" in gap or gap.strip() or before.kind in ("render_text", "tag_close") or node.kind in ("render_text", "tag_open"):
        return gap
    if before.kind == "tag_open" and (node.kind == "tag_close" or (gap and source.is_first(source.text.rindex("<%", 0, before.end)))):
        return gap
    if before.kind != "tag_open" and node.kind != "tag_close" and (node.kind in _TIGHT_BEFORE or before.kind in _TIGHT_AFTER):
        return ""
    # A parenthesis after a name makes a call of it, whatever precedes it.
    return gap if node.kind in ("(", "[") else " "


def _code(node: Node, source: Source, print_: Print) -> str:
    """The code of a piece."""
    text = source.text[node.start : node.end]
    if "\n" not in text:
        return text if node.flat is None or HEREDOC in node.flat else node.flat
    if node.kind == "template_parameters" and source.is_broken(node.kids[0].end, node.kids[1].first):
        line = source.text.rfind("\n", 0, node.start) + 1
        indent = source.text[line : node.start]
        return print_(node, len(indent) - len(indent.lstrip())).strip()
    return text
