"""Lowering of the text of templates."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node as TreeNode

from puppet_grammar import ast
from puppet_grammar.lowering.registry import Lowering, leaf
from puppet_grammar.patterns import lazy_pattern

_FIRST_LINE = lazy_pattern(r"[ \t]*\r?(?:\n|\Z)?")
_COMMENT = lazy_pattern(rb"<%#.*?[^%]%>|<%#%>", re.DOTALL)
_COMMENT_END = lazy_pattern(r"[^%]%>", re.DOTALL)


@leaf("render_text")
def lower_render_text(lowering: Lowering, token: TreeNode) -> ast.Expression | None:
    """The text between two tags: `-` in a tag trims, `<%%` and `%%>` are escaped tags, and comments are removed."""
    start, end = token.start_byte, token.end_byte
    source = lowering.text(start, end)
    value, at = "", 0
    place, measured = start, 0
    """An offset in bytes, and the same one in `source`."""
    before = lowering.source[max(start - 5, 0) : start]
    trim = before.endswith(b"-%>") and before != b"<%-%>"  # There the dash belongs to the opening mark.
    while True:
        if at and at == len(source) and end == len(lowering.source):
            return None  # as in the reference, which drops text before a comment or an escaped tag at the end of the file
        tag = source.find("<%", at)
        part = source[at:] if tag < 0 else source[at : tag + 2]
        if trim:
            # The tag itself is not part of the line that is trimmed.
            part = _FIRST_LINE.sub("", part, count=1)
            trim = False
        value += part.replace("%%>", "%>")
        if tag < 0:
            break
        at = tag + 2
        if source[at : at + 1] == "%":
            at += 1
            continue
        value = value[:-2]
        closed = _COMMENT_END.search(source, at)
        place += len(source[measured:tag].encode())
        measured = tag
        if closed is None:
            lowering.error(place, end, "epp-unbalanced-comment", "Reaching end after opening <%# without seeing %>", place + 2)
            break
        comment = source[at : closed.end()]
        lowering.comments.append(ast.Comment(place, place + 2 + len(comment.encode()), f"<%{comment}"))
        if comment[1:2] == "-":
            value = value.rstrip(" \t")
        trim = comment.endswith("-%>")
        at = closed.end()
    if lowering.source[end : end + 3] == b"<%-":
        value = value.rstrip(" \t")
    return ast.RenderStringExpression(start, end, value)


def add_comments(lowering: Lowering) -> None:
    """Add the comments in texts that are empty without them, which are a part of the tag that follows."""
    if b"<%#" not in lowering.source:
        return
    known = {each.start for each in lowering.comments}
    at = 0
    for tag in (*lowering.tags, None):
        if tag is None or tag.type == "tag_open":
            end = len(lowering.source) if tag is None else tag.end_byte
            for found in _comments(lowering.source, at, end):
                if found.start() not in known:
                    lowering.comments.append(ast.Comment(*found.span(), found[0].decode("utf-8", "replace")))
        if tag is not None:
            at = tag.end_byte
    lowering.comments.sort(key=lambda each: each.start)


def _comments(source: bytes, start: int, end: int) -> Iterator[re.Match[bytes]]:
    """The closed comments in a part of a text. After one that is not closed there are none, so the search never begins again."""
    at = source.find(b"<%#", start, end)
    while at >= 0 and (found := _COMMENT.match(source, at, end)) is not None:
        yield found
        at = source.find(b"<%#", found.end(), end)


def check_tags(lowering: Lowering) -> None:
    """Report a template that ends inside a tag."""
    if lowering.tags and lowering.tags[-1].type == "tag_open":
        tag = lowering.tags[-1]
        end = len(lowering.source)
        if end - tag.end_byte == 0 and tag.end_byte - tag.start_byte == 2:
            lowering.error(
                tag.start_byte, end, "epp-unbalanced-expression", "Unbalanced embedded expression - opening <% and reaching end of input"
            )
        else:
            message = "Unbalanced epp tag, reached <eof> without closing tag."
            lowering.error(tag.start_byte, tag.end_byte, "epp-unbalanced-tag", message, end)
