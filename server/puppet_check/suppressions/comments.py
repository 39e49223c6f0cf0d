"""Comments to suppressions."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_grammar.text import Text

MARK = b"puppet-check:"
COMMENT = lazy_pattern(rb"(?:#+|/\*+|<%#-?)[ \t]*puppet-check:[ \t]*(?P<word>[\w-]*)(?P<list>[ \t]*\[(?P<codes>[^\]\n]*)\]?)?")
CODE = lazy_pattern(rb"[^\s,]+")
PLAIN = lazy_pattern(rb"<%#-?[ \t]*puppet-check:[^\n]*?%>|(?:^|(?<=[ \t]))#[ \t]*puppet-check:[^\n\r]*", re.MULTILINE)
MOST_CODES = 500
"""How many codes of a suppression are read; there are fewer rules."""
LINE = lazy_pattern(rb"^[ \t]*#[^\n\r]*", re.MULTILINE)


class Code(NamedTuple):
    """A code in a suppression, with its span."""

    start: int
    end: int
    code: str


class Suppression(NamedTuple):
    """A suppression in a comment."""

    start: int
    end: int
    word: str
    """`ignore`, `ignore-file`, or an unknown word."""
    codes: tuple[Code, ...] | None
    """None: all codes. At most `MOST_CODES`."""
    line: int | None
    """The line (from 0) that it applies to; None if it applies to the file, or to nothing."""
    is_first: bool
    """Whether it precedes all code."""
    comment: tuple[int, int] = (0, 0)
    """The whole comment."""
    has_more: bool = False
    """Whether it has more codes than those that are read."""


def suppressions(comments: Sequence[ast.Comment], text: Text) -> Iterator[Suppression]:
    """The suppressions among the comments of a text, which are in its order."""
    lines = _Lines(comments, text)
    for comment in comments:
        found = COMMENT.match(text.source, comment.start, comment.end)
        if found is None:
            continue
        word = found["word"].decode()
        codes = None if found["list"] is None else tuple(islice(_codes(text, *found.span("codes")), MOST_CODES + 1))
        start = text.source.index(MARK, comment.start)
        line = text.position(comment.start).line
        aimed = line if lines.has_code(line) else lines.next_code(text.position(comment.end).line)
        yield Suppression(
            start,
            found.end(),
            word,
            codes[:MOST_CODES] if codes else None,
            aimed if word == "ignore" else None,
            line < lines.first_code,
            (comment.start, comment.end),
            has_more=len(codes or ()) > MOST_CODES,
        )


def _codes(text: Text, start: int, end: int) -> Iterator[Code]:
    for each in CODE.finditer(text.source, start, end):
        yield Code(each.start(), each.end(), each.group().decode("utf-8", "replace"))


def plain_comments(text: Text) -> tuple[ast.Comment, ...]:
    """The comments of a file in a language where `#` begins one, as far as they matter here: whole lines, and suppressions."""
    if MARK not in text.source:
        return ()
    found = {match.start() + len(match.group()) - len(match.group().lstrip()): match.end() for match in LINE.finditer(text.source)}
    found |= {match.start(): match.end() for match in PLAIN.finditer(text.source)}
    return tuple(ast.Comment(start, end, text.slice(start, end)) for start, end in sorted(found.items()))


def code_of_line(comments: Sequence[ast.Comment], text: Text, line: int) -> bytes:
    """What a line has besides comments and white space."""
    start, end = text.line_span(line)
    parts, at = [], start
    for each in comments:
        if each.start < end and start < each.end:
            parts.append(text.source[at : max(at, each.start)])
            at = max(at, each.end)
    return b"".join((*parts, text.source[at:end])).strip()


class _Lines:
    """Which lines hold more than comments and white space."""

    def __init__(self, comments: Sequence[ast.Comment], text: Text) -> None:
        rest = bytearray(text.source)
        for each in comments:
            rest[each.start : each.end] = bytes(byte if byte in b"\r\n" else 32 for byte in text.source[each.start : each.end])
        self._code = [bool(line.strip()) for line in rest.split(b"\n")]
        self._with_code = [number for number, each in enumerate(self._code) if each]
        self.first_code = self._with_code[0] if self._with_code else len(self._code)

    def has_code(self, line: int) -> bool:
        return self._code[line]

    def next_code(self, line: int) -> int | None:
        at = bisect_right(self._with_code, line)
        return self._with_code[at] if at < len(self._with_code) else None
