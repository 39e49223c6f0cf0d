"""Where an offset is: in code, a string or a comment, and which brackets are open there. Works on text alone, however broken."""

from __future__ import annotations

import re
from typing import NamedTuple

TOKEN = re.compile(
    rb"""\[(?:[^\[\](){}'"\#@/]|'[^'\\]*')*\]  # what is closed at once, in one step
    |\((?:[^\[\](){}'"\#@/]|'[^'\\]*')*\)
    |'(?:[^'\\]|\\.)*(?:'|\Z)
    |"(?:[^"\\]|\\.)*(?:"|\Z)
    |\#[^\n]*
    |/\*.*?(?:\*/|\Z)
    |[=!]~\s*/(?:[^/\\\n]|\\.)*/?
    |/(?:[^/\\\n]|\\.)+/(?=\s*[:=,\])])
    |@\([^)\n]*\)
    |[{}()\[\]]""",
    re.VERBOSE | re.DOTALL,
)
DEFINITIONS = tuple(f"\n{each} ".encode() for each in ("class", "define", "function", "plan", "node", "type"))
CLOSING = {b"{": b"}", b"(": b")", b"[": b"]"}
BLOCK = re.compile(
    rb"(?:(?:^|[\s;}])(?:if|elsif|else|unless|class|define|node|function|plan|apply)\b[^{]*|\)|:|\|\s*(?:>>[^{]*)?|inherits\s+[\w:]+)\s*\Z",
    re.MULTILINE,
)
CASE = re.compile(rb"(?:^|[\s;}])case\b[^{]*\Z", re.MULTILINE)
RESOURCE_CLASS = re.compile(rb"(?:^|[\s;}@])class\s*\Z")
WORD = re.compile(rb"\$?[\w:]*\Z")
STRING_WORD = re.compile(rb"""[^'"\s]*\Z""")
HEREDOC = re.compile(rb"""@\(\s*"?([^":/)]+?)"?\s*[:/)]""")
TAG = re.compile(rb"<%[-=#%]?")


class Open(NamedTuple):
    """A bracket that is open."""

    at: int
    mark: bytes
    after: int
    """Behind the last block that was closed inside it, or behind the bracket itself."""


class Cursor(NamedTuple):
    """What stands before an offset."""

    offset: int
    kind: str
    """`code`, `string` (single quotes), `text` (double quotes), `comment`, `outside` (text of a template)."""
    word: str
    """The part of a word that is written already."""
    start: int
    """Where this part begins."""
    from_: int
    """Where the statement begins, about."""
    opened: tuple[bytes, ...]
    """The brackets that are open in the statement, outer ones first."""
    quote: int
    """Where the string begins."""
    interpolated: bool = False
    """Whether a `${` of a string is open."""


def cursor_at(source: bytes, offset: int, *, epp: bool = False) -> Cursor:
    """Where an offset is."""
    first = _safe_start(source, offset)
    if epp:
        opening, closing = source.rfind(b"<%", 0, offset), source.rfind(b"%>", 0, offset)
        tag = TAG.match(source, opening) if opening >= 0 else None
        if tag is None or closing > opening or tag.group() in (b"<%#", b"<%%") or tag.end() > offset:
            return Cursor(offset, "outside", "", offset, offset, (), offset)
        first = tag.end()
    stack, after, last = _scan(source, first, offset)
    kind, quote = _kind(source, last, offset)
    interpolated = False
    if kind == "text":
        inner = source.rfind(b"${", quote, offset)
        if inner > quote and b"}" not in source[inner:offset]:
            interpolated = True
            word = WORD.search(source, inner + 2, offset)
            assert word is not None
            return Cursor(offset, "code", word.group().decode(), word.start(), inner + 2, (), quote, True)
    pattern = WORD if kind in ("code", "text") else STRING_WORD
    if kind == "text" and (word := WORD.search(source, quote + 1, offset)) is not None and not word.group().startswith(b"$"):
        pattern = STRING_WORD
    low = quote + 1 if kind in ("string", "text") else first
    found = pattern.search(source, low, offset)
    start = offset if found is None else found.start()
    level = next((index for index in range(len(stack) - 1, -1, -1) if _is_block(source, stack, index, first)), -1)
    begin = after if level < 0 else stack[level].after
    inner_marks = tuple(each.mark for each in stack[level + 1 :])
    return Cursor(offset, kind, source[start:offset].decode("utf-8", "replace"), start, begin, inner_marks, quote, interpolated)


def _safe_start(source: bytes, offset: int) -> int:
    """The beginning of the last definition that starts a line, or of the text."""
    return max(0, *(source.rfind(each, 0, offset) + 1 for each in DEFINITIONS))


def _scan(source: bytes, first: int, offset: int) -> tuple[list[Open], int, tuple[int, int]]:
    stack: list[int] = []
    ends: list[int] = []
    after = skip = first
    last = (first, first)
    for match in TOKEN.finditer(source, first, offset):
        start = match.start()
        if start < skip:
            continue
        mark = source[start : start + 1]
        if mark in b"{([" and match.end() == start + 1:
            stack.append(start)
            ends.append(start + 1)
        elif mark in b"})]":
            if stack:
                stack.pop()
                ends.pop()
            if mark == b"}":
                if ends:
                    ends[-1] = match.end()
                else:
                    after = match.end()
        elif mark == b"@":
            skip = _behind_heredoc(source, match.group(), match.end(), offset)
        else:
            last = (start, match.end())
    opened = [Open(at, source[at : at + 1], end) for at, end in zip(stack, ends, strict=True)]
    return opened, after, last


def _behind_heredoc(source: bytes, opening: bytes, at: int, offset: int) -> int:
    name = HEREDOC.match(opening)
    end = source.find(b"\n", at)
    if name is None or end < 0:
        return at
    found = re.compile(rb"^\s*\|?\s*-?\s*" + re.escape(name.group(1)) + rb"\s*$", re.MULTILINE).search(source, end, offset)
    # What stands on the line of the tag is code; it is looked at only when the text below is not passed over.
    return at if found is None else found.end()


def _kind(source: bytes, last: tuple[int, int], offset: int) -> tuple[str, int]:
    """What the last string or comment before an offset makes of it."""
    start, end = last
    mark = source[start : start + 1]
    if end < offset or start == end:
        return "code", offset
    if mark == b"#":
        return "comment", start
    if source[start : start + 2] == b"/*":
        return ("code" if source[end - 2 : end] == b"*/" and end - start >= 4 else "comment"), start
    if mark in (b"'", b'"'):
        closed = end - start >= 2 and source[end - 1 : end] == mark and not source[start + 1 : end - 1].endswith(b"\\")
        return ("code", offset) if closed else ("string" if mark == b"'" else "text", start)
    return "code", offset


def _is_block(source: bytes, stack: list[Open], index: int, first: int) -> bool:
    """Whether an open bracket is that of a block of statements."""
    each = stack[index]
    if each.mark != b"{":
        return False
    line = source.rfind(b"\n", 0, each.at) + 1
    head = source[max(first, line) : each.at]
    if RESOURCE_CLASS.search(head) or CASE.search(head):
        return False
    if head.rstrip().endswith(b":"):
        return index == 0 or not head.strip() or stack[index - 1].mark == b"{"
    return BLOCK.search(head) is not None
