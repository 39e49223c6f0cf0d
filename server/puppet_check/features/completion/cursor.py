"""The lexical context of an offset: code, string or comment, and the open brackets. Needs no valid syntax tree."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from puppet_check.features.project_files.nearby import ending_at
from puppet_grammar.patterns import lazy_pattern

TOKEN = lazy_pattern(
    rb"""\[(?:[^\[\](){}'"\#@/]|'[^'\\]*')*\]  # simple pairs of brackets, in one step
    |\((?:[^\[\](){}'"\#@/]|'[^'\\]*')*\)
    |'(?:[^'\\]|\\.)*(?:'|\\?\Z)  # a text may be cut after a backslash
    |"(?:[^"\\]|\\.)*(?:"|\\?\Z)
    |\#[^\n]*
    |/\*.*?(?:\*/|\Z)
    |[=!]~\s*/(?:[^/\\\n]|\\.)*/?
    |/(?:[^/\\\n]|\\.){1,400}/(?=\s*[:=,\])])
    |@\([^)\n]{0,200}\)
    |[{}()\[\]]""",
    re.VERBOSE | re.DOTALL,
)
DEFINITIONS = tuple(f"\n{each} ".encode() for each in ("class", "define", "function", "plan", "node", "type"))
FAR = 4000
"""The largest length of the part of a line that decides what a brace begins."""
CLOSING = {b"{": b"}", b"(": b")", b"[": b"]"}
BLOCK = lazy_pattern(
    rb"(?:(?:^|[\s;}])(?:if|elsif|else|unless|class|define|node|function|plan|apply)\b[^{]*|\)|:|\|\s*(?:>>[^{]*)?|inherits\s+[\w:]+)\s*\Z",
    re.MULTILINE,
)
HASH = (b"[", b"(", b",", b"=")
"""What may precede the brace of a hash, but not that of a block."""
CASE = lazy_pattern(rb"(?:^|[\s;}])case\b[^{]*\Z", re.MULTILINE)
RESOURCE_CLASS = lazy_pattern(rb"(?:^|[\s;}@])class\s*\Z")
WORD = lazy_pattern(rb"\$?[\w:]*\Z")
STRING_WORD = lazy_pattern(rb"""[^'"\s]*\Z""")
HEREDOC = lazy_pattern(rb"""@\(\s*"?([^":/)]+?)"?\s*[:/)]""")
TAG = lazy_pattern(rb"<%[-=#%]?")


class Open(NamedTuple):
    """An open bracket."""

    at: int
    mark: bytes
    after: int
    """The offset after the last block closed inside it, or after the bracket itself."""


class Cursor(NamedTuple):
    """The lexical context of an offset."""

    offset: int
    kind: str
    """`code`, `string` (single quotes), `text` (double quotes), `comment`, `outside` (text of a template)."""
    word: str
    """The part of the word before the offset."""
    start: int
    """The offset at which the word begins."""
    from_: int
    """The approximate offset at which the statement begins."""
    opened: tuple[bytes, ...]
    """The open brackets in the statement, outermost first."""
    opened_at: tuple[int, ...]
    """Their offsets."""
    quote: int
    """The offset at which the string begins."""
    interpolated: bool = False
    """Whether the offset is in an interpolation `${...}` of a string."""


def cursor_at(source: bytes, offset: int, *, epp: bool = False) -> Cursor:
    """The context of a byte offset in a source text."""
    first = _safe_start(source, offset)
    if source[source.rfind(b"\n", 0, offset) + 1 : offset].lstrip().startswith(b"#"):
        # Long comments above definitions are common. A string line that looks like one gets no completion either, which is acceptable.
        found = ending_at(WORD, source, offset, source.rfind(b"\n", 0, offset) + 1)
        start = offset if found is None else found.start()
        return Cursor(offset, "comment", source[start:offset].decode("utf-8", "replace"), start, offset, (), (), offset)
    if epp:
        opening, closing = source.rfind(b"<%", 0, offset), source.rfind(b"%>", 0, offset)
        tag = TAG.match(source, opening) if opening >= 0 else None
        if tag is None or closing > opening or tag.group() in (b"<%#", b"<%%") or tag.end() > offset:
            return Cursor(offset, "outside", "", offset, offset, (), (), offset)
        first = tag.end()
    stack, after, last = _scan(source, first, offset)
    kind, quote = _kind(source, last, offset)
    if kind == "text":
        brace = source.rfind(b"${", quote, offset)
        if brace > quote and b"}" not in source[brace:offset]:
            word = ending_at(WORD, source, offset, brace + 2)
            assert word is not None
            return Cursor(offset, "code", word.group().decode(), word.start(), brace + 2, (), (), quote, True)
    pattern = WORD if kind in ("code", "text") else STRING_WORD
    if kind == "text" and (word := ending_at(WORD, source, offset, quote + 1)) is not None and not word.group().startswith(b"$"):
        pattern = STRING_WORD
    low = max(quote + 1 if kind in ("string", "text") else first, source.rfind(b"\n", 0, offset) + 1)
    found = pattern.search(source, low, offset)
    start = offset if found is None else found.start()
    level = next((index for index in range(len(stack) - 1, -1, -1) if _is_block(source, stack, index, first)), -1)
    begin = after if level < 0 else stack[level].after
    inner = stack[level + 1 :]
    marks, places = tuple(each.mark for each in inner), tuple(each.at for each in inner)
    return Cursor(offset, kind, source[start:offset].decode("utf-8", "replace"), start, begin, marks, places, quote)


def closed_before(source: bytes, offset: int) -> bytes:
    """The text before an offset, with an expression in place of what follows and all brackets closed."""
    stack, _, _ = _scan(source, _safe_start(source, offset), offset)
    return source[:offset] + b" undef " + b"".join(CLOSING[each.mark] for each in reversed(stack))


def _safe_start(source: bytes, offset: int) -> int:
    """The offset of the last definition at the start of a line before the offset, or 0."""
    return max(0, *(source.rfind(each, 0, offset) + 1 for each in DEFINITIONS))


def _scan(source: bytes, first: int, offset: int) -> tuple[list[Open], int, tuple[int, int]]:
    """The open brackets at an offset, the end of the last block outside of them, and the span of the last string or comment."""
    boundary = offset // CHUNK * CHUNK
    scanned = _scanned(source[first:boundary]) if boundary > first else NOTHING
    scanned = _onward(source[first + scanned.resume : offset], scanned, is_whole=True)
    opened = [Open(at + first, source[at + first : at + first + 1], end + first) for at, end in scanned.opened]
    return opened, scanned.after + first, (scanned.last[0] + first, scanned.last[1] + first)


class Scanned(NamedTuple):
    """The state of the scanner after the first part of a text."""

    opened: tuple[tuple[int, int], ...]
    """The offset of each open bracket, and the end of the last block closed inside it."""
    after: int
    last: tuple[int, int]
    resume: int
    """The offset at which to continue."""


NOTHING = Scanned((), 0, (0, 0), 0)
CHUNK = 16384
"""Scanning 5,000 lines takes 20 ms, so the text before the edited part is cached in chunks of this many bytes."""
DEEPEST = 2000
"""How many open brackets are kept; code with more is not parsed either."""


def _scanned(text: bytes) -> Scanned:
    scanned = NOTHING
    for boundary in range(CHUNK, len(text) + CHUNK, CHUNK):
        part = text[scanned.resume : boundary]
        # A token without an end is in the parts of all chunks that follow.
        scanned = _after(part, scanned) if len(part) <= 2 * CHUNK else _onward(part, scanned, is_whole=False)
    return scanned


@lru_cache(128)
def _after(part: bytes, scanned: Scanned) -> Scanned:
    return _onward(part, scanned, is_whole=False)


def _onward(text: bytes, scanned: Scanned, *, is_whole: bool) -> Scanned:
    """Continue with the text that follows. One that is cut (`is_whole` false) may end inside a token, which is then left for later."""
    base = scanned.resume
    stack, ends = [at for at, _ in scanned.opened], [end for _, end in scanned.opened]
    after, last, skip = scanned.after, scanned.last, 0

    def state(resume: int) -> Scanned:
        return Scanned(tuple(zip(stack[-DEEPEST:], ends[-DEEPEST:], strict=True)), after, last, base + resume)

    for match in TOKEN.finditer(text):
        start, end = match.span()
        if start < skip:
            continue
        if end == len(text) and not is_whole:
            return state(start)
        mark = text[start : start + 1]
        if mark in b"{([" and end == start + 1:
            stack.append(base + start)
            ends.append(base + end)
        elif mark in b"})]":
            if stack:
                stack.pop()
                ends.pop()
            if mark == b"}":
                if ends:
                    ends[-1] = base + end
                else:
                    after = base + end
        elif mark == b"@":
            skip = _after_heredoc(text, match.group(), end, len(text))
            if skip == end and not is_whole:
                return state(start)
        else:
            last = (base + start, base + end)
    return state(len(text))


def _after_heredoc(source: bytes, opening: bytes, at: int, offset: int) -> int:
    name = HEREDOC.match(opening)
    end = source.find(b"\n", at)
    if name is None or end < 0:
        return at
    found = re.compile(rb"^[^\S\n]*+(?:\|[^\S\n]*+)?(?:-[^\S\n]*+)?" + re.escape(name.group(1)) + rb"[^\S\n]*+$", re.MULTILINE).search(
        source, end, offset
    )
    # The rest of the tag's line is code, which is only scanned if the heredoc does not end before the offset.
    return at if found is None else found.end()


def _kind(source: bytes, last: tuple[int, int], offset: int) -> tuple[str, int]:
    """The kind of context that the last string or comment before an offset implies, and where the string begins."""
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
    """Whether an open brace begins a block of statements."""
    each = stack[index]
    if each.mark != b"{":
        return False
    line = source.rfind(b"\n", 0, each.at) + 1
    head = source[max(first, line, each.at - FAR) : each.at]
    if RESOURCE_CLASS.search(head) or CASE.search(head):
        return False
    if head.rstrip().endswith(HASH):
        return False
    if head.rstrip().endswith(b":"):
        return index == 0 or not head.strip() or stack[index - 1].mark == b"{"
    return BLOCK.search(head) is not None
