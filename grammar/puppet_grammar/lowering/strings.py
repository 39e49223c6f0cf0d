"""Lowering of strings with interpolations, and of heredocs."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from tree_sitter import Node as TreeNode
from tree_sitter import Query, QueryCursor

from puppet_grammar import ast
from puppet_grammar.limits import HEREDOC_LEVELS
from puppet_grammar.lowering.escapes import check_code_points, double_quoted, unescaped
from puppet_grammar.lowering.fold import lower_children
from puppet_grammar.lowering.registry import Kids, Lowering, branch, leaf
from puppet_grammar.lowering.tokens import refuse_unclosed
from puppet_grammar.parse import language
from puppet_grammar.patterns import lazy_pattern
from puppet_grammar.problems import Reference

# White space within a line, like the reference's [[:blank:]].
_BLANK = "[ \\t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]"
_TAG = lazy_pattern(rf"@\(([^:/\r\n)]+)(?::{_BLANK}*([a-z][a-zA-Z0-9_+]+){_BLANK}*)?(?:/((?:[a-zA-Z0-9_]|[$])*){_BLANK}*)?\)")
_STRIPPED = " \t\n\v\f\r\0"
_SEPARATOR = lazy_pattern(rb"\r?\n\Z")


@branch("interpolated_string")
def lower_interpolated_string(lowering: Lowering, tree: TreeNode, kids: Kids) -> ast.Expression:
    start, end = tree.start_byte, tree.end_byte
    inside = end
    last = kids[-1]
    if isinstance(last, TreeNode) and last.type == '"' and not last.is_missing:
        inside = last.start_byte
    else:
        after = max((kid.end for kid in kids if not isinstance(kid, TreeNode)), default=start + 1)
        refuse_unclosed(lowering, start, end, after)
    segments = _segments(kids, start + 1, inside, lambda at, to: _double_quoted(lowering, at, to))
    return _string(start, end, segments)


def _double_quoted(lowering: Lowering, start: int, end: int) -> str:
    text = lowering.source[start:end].decode("utf-8", "replace")
    return double_quoted(text, lowering, start) if "\\" in text else text


def _string(start: int, end: int, segments: list[ast.Expression]) -> ast.Expression:
    """A string of segments, which is a LiteralString if there are no interpolations."""
    if not segments:
        return ast.LiteralString(start, end, "")
    if len(segments) == 1 and isinstance(segments[0], ast.LiteralString):
        return ast.LiteralString(start, end, segments[0].value)
    return ast.ConcatenatedString(start, end, tuple(segments))


def _segments(kids: Kids, start: int, end: int, value: Callable[[int, int], str]) -> list[ast.Expression]:
    """The interpolations and the text segments between them; empty segments are omitted."""
    segments: list[ast.Expression] = []
    for kid in kids:
        if isinstance(kid, TreeNode):
            continue
        if kid.start > start and (text := value(start, kid.start)):
            segments.append(ast.LiteralString(start, kid.start, text))
        segments.append(ast.TextExpression(kid.start, kid.end, kid) if isinstance(kid, ast.VariableExpression) else kid)
        start = kid.end
    if end > start and (text := value(start, end)):
        segments.append(ast.LiteralString(start, end, text))
    return segments


@branch("interpolation")
def lower_interpolation(lowering: Lowering, tree: TreeNode, kids: Kids) -> ast.Expression:
    return ast.TextExpression(tree.start_byte, tree.end_byte, kids[1])


# ---- heredocs


@leaf("heredoc_tag")
def lower_heredoc_tag(lowering: Lowering, tag: TreeNode) -> ast.Expression:
    start, end = tag.start_byte, tag.end_byte
    written = lowering.text(start, end)
    found = _TAG.fullmatch(written)
    name = found[1].strip(_STRIPPED) if found else ""
    quoted = len(name) >= 2 and name[0] == name[-1] == '"'
    if quoted:
        name = name[1:-1].strip(_STRIPPED)
    body = _take_body(lowering, tag)
    if not written.endswith(")"):
        lowering.error(start, end, "heredoc-unclosed-parenthesis", "the heredoc's tag has no ), expected @(END)", start + 2)
    elif not found:
        message = "Invalid syntax in heredoc expected @(endtag[:syntax][/escapes])"
        lowering.error(start, end, "heredoc-invalid-syntax", message, end)
    elif not name:
        lowering.error(start, end, "heredoc-empty-endtag", "Heredoc with an empty endtag", end)
    else:
        escapes = _escapes(lowering, start, end, found[3])
        if body is None and (printed := _printed_text(lowering, end, name)) is not None:
            return ast.HeredocExpression(start, end, found[2] or "", printed)
        if body is None and (line_end := lowering.source.find(b"\n", end)) >= 0:
            _refuse_endless(lowering, tag, line_end + 1)
        elif body is None:
            lowering.error(start, end, "heredoc-without-text", "Heredoc without any following lines of text", end)
        else:
            text = _heredoc_text(lowering, tag, body, name, escapes, quoted)
            return ast.HeredocExpression(start, end, found[2] or "", text)
    return ast.HeredocExpression(start, end, "", ast.LiteralString(end, end, ""))


def _printed_text(lowering: Lowering, start: int, name: str) -> ast.LiteralString | None:
    """The text of a heredoc that the scanner did not detect.

    The line of its tag ends inside a string, a comment or text outside of template tags.
    """
    source = lowering.source
    text_start = source.find(b"\n", start) + 1
    at = lowering.printed.get(name, 0)
    if text_start and at is not None and at <= text_start:
        at = lowering.printed[name] = _end_line_after(source, name, text_start)
    if not text_start or at is None:
        return None
    lowering.spend(at - text_start, start)
    return ast.LiteralString(text_start, at, lowering.text(text_start, at))


def _end_line_after(source: bytes, name: str, start: int) -> int | None:
    """The start of the first line that ends with a name, at or after an offset."""
    wanted = name.encode("utf-8", "replace")
    following = re.compile(rf"{_BLANK}*\r?\Z")
    at = source.find(wanted, start)
    while at >= 0:
        line_end = source.find(b"\n", at)
        line_end = len(source) if line_end < 0 else line_end
        last = source.rfind(wanted, at, line_end)
        if following.match(source[last + len(wanted) : line_end].decode("utf-8", "replace")):
            return max(start, source.rfind(b"\n", 0, at) + 1)
        at = source.find(wanted, line_end)
    return None


def _escapes(lowering: Lowering, start: int, end: int, flags: str | None) -> frozenset[str]:
    if flags is None:
        return frozenset()
    flags = flags or "trnsuL$"
    if len(set(flags)) != len(flags):
        message = f"An escape char for @() may only appear once. Got '{', '.join(flags)}'"
        lowering.error(start, end, "heredoc-multiple-at-escapes", message, end)
    for flag in flags:
        if flag not in "trnsuL$":
            message = "Invalid heredoc escape char. Only t, r, n, s,{} u, L, $ allowed. Got '{}'"
            reference = Reference(message.format(" ", flag))
            lowering.error(start, end, "heredoc-invalid-escape", message.format("", flag), end, reference)
    escapes = {"\\", *flags.replace("L", "")}
    return frozenset(escapes | {"\n", "\r\n"} if "L" in flags else escapes)


@cache
def _bodies() -> Query:
    return Query(language(), "(heredoc_body) @body")


def _take_body(lowering: Lowering, tag: TreeNode) -> TreeNode | None:
    """The text of a heredoc; texts are in the order of their tags."""
    if lowering.bodies is None:
        root = tag
        while root.parent is not None:
            root = root.parent
        found = QueryCursor(_bodies()).captures(root).get("body", [])
        lowering.bodies = sorted(found, key=lambda body: body.start_byte, reverse=True)
    while lowering.bodies and lowering.bodies[-1].start_byte < tag.end_byte:
        lowering.bodies.pop()
    return lowering.bodies.pop() if lowering.bodies else None


def _heredoc_text(lowering: Lowering, tag: TreeNode, body: TreeNode, name: str, escapes: frozenset[str], quoted: bool) -> ast.Expression:
    """The text of a heredoc as a string: without the margin, and without the last line break if the end tag has a `-`."""
    start, end = body.start_byte + 1, body.end_byte
    last = body.children[-1] if body.child_count else None
    margin, keep_break = "", True
    if last is None or last.type != "heredoc_end":
        _refuse_endless(lowering, tag, start)
    else:
        end = last.start_byte
        margin, keep_break = _end_line(lowering, name, last)
    if not keep_break and (found := _SEPARATOR.search(lowering.source[start:end])):
        end -= len(found[0])

    def value(at: int, to: int) -> str:
        part = lowering.source[at:to].decode("utf-8", "replace")
        if margin:
            line_starts = "^" if lowering.source[at - 1 : at] == b"\n" else "(?<=\n)"
            part = re.sub(line_starts + re.escape(margin), "", part, flags=re.MULTILINE)
        if not escapes or "\\" not in part:
            return part
        if "u" in escapes:
            check_code_points(part, lowering, at)
        return unescaped(part, escapes)

    kids = []
    if quoted:
        lowering.level += HEREDOC_LEVELS
        kids = lower_children(lowering, body)
        lowering.level -= HEREDOC_LEVELS
    segments = _segments(kids, start, end, value)
    return _string(start, end, segments)


def _refuse_endless(lowering: Lowering, tag: TreeNode, text_start: int) -> None:
    message = f"the heredoc has no line with its end tag, expected it below: {lowering.text(tag.start_byte, tag.end_byte)}"
    lowering.error(tag.start_byte, tag.end_byte, "heredoc-without-end-tagged-line", message, text_start)


def _end_line(lowering: Lowering, name: str, line: TreeNode) -> tuple[str, bool]:
    """The margin to remove according to the line with the end tag, and whether the last line break is kept."""
    pattern = rf"({_BLANK}*)(?:([|]){_BLANK}*)?(?:(-){_BLANK}*)?{re.escape(name)}{_BLANK}*\r?\Z"
    found = re.search(pattern, lowering.text(line.start_byte, line.end_byte))
    return (found[1] if found[2] else "", found[3] is None) if found else ("", True)
