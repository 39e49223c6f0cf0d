"""ERB templates compiled to Ruby, as the ERB library of the reference compiles them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate

from puppet_grammar.named import NamedTuple
from puppet_grammar.patterns import lazy_pattern

_OPENING = lazy_pattern(rb"(.*?)(^[ \t]*<%-|<%-|<%%|<%=|<%#|<%|\Z)", re.DOTALL | re.MULTILINE)
_TRIMMED = lazy_pattern(rb"()([ \t]*<%-)")
"""An opening mark right after another tag: the library takes that place for the beginning of a line."""
_CLOSING = lazy_pattern(rb"(.*?)(-%>|%%>|%>|\Z)", re.DOTALL)
_LINE_END = lazy_pattern(rb"\r?\n|\Z")


class Piece(NamedTuple):
    """A part of a compiled template. `start` is its offset in the template; `is_code` marks code that was copied unchanged."""

    text: bytes
    start: int
    is_code: bool = False
    content: bytes | None = None
    """What the template prints here, for text between tags."""


def pieces(source: bytes) -> Iterator[Piece]:
    """A template compiled to Ruby with the trim mode `-`. Commands of one line are separated by semicolons."""
    first = True
    for command in _commands(source):
        if command is None:
            yield Piece(b"\n", 0)
            first = True
            continue
        if not first:
            yield Piece(b"; ", command[0].start)
        yield from command
        first = False


def _commands(source: bytes) -> Iterator[list[Piece] | None]:
    """The commands of the compiled template, with None for the end of a line."""
    yield [Piece(b"_erbout = +''", 0)]
    at = text = 0
    held = False
    """Whether there is text since the offset `text` that has not been emitted yet."""
    while at < len(source):
        opening = _TRIMMED.match(source, at) or _OPENING.match(source, at)
        assert opening is not None
        held = held or opening.end(1) > at or opening[2] == b"<%%"
        at = opening.end()
        mark = opening[2].strip(b" \t-")
        if mark in (b"<%%", b""):
            continue
        if held:
            yield [_text(source, text, opening.start(2))]
        code, closing = _code(source, at)
        if closing is None:
            # The library treats an unclosed tag as text.
            yield [_text(source, at, len(source))]
            held = False
            break
        yield from _tag(mark, code, at)
        at = closing.end()
        line_end = _LINE_END.match(source, at) if closing[2] == b"-%>" else None
        if line_end is not None:
            at = line_end.end()
            yield None
        text, held = at, False
    if held:
        yield [_text(source, text, len(source))]
    yield [Piece(b"_erbout", len(source))]


def _code(source: bytes, at: int) -> tuple[bytes, re.Match[bytes] | None]:
    """The code in a tag, and the match of its closing mark; None if it is not closed."""
    parts: list[bytes] = []
    closing = _CLOSING.match(source, at)
    while closing is not None and closing[2] == b"%%>":
        # The blank keeps the offsets of what follows.
        parts += closing[1], b"%> "
        closing = _CLOSING.match(source, closing.end())
    if closing is None or not closing[2]:
        return b"", None
    return b"".join((*parts, closing[1])), closing


def _text(source: bytes, start: int, end: int) -> Piece:
    content = source[start:end]
    return Piece(b"_erbout.<< ''.freeze" + b"\n" * content.count(b"\n"), start, content=content.replace(b"<%%", b"<%"))


def _tag(mark: bytes, code: bytes, start: int) -> Iterator[list[Piece] | None]:
    if mark == b"<%=":
        yield [Piece(b"_erbout.<<((", start), Piece(code, start, True), Piece(b").to_s)", start + len(code))]
    elif mark == b"<%#":
        yield [Piece(b"\n" * code.count(b"\n"), start)]
    else:
        yield [Piece(code.removesuffix(b"\n"), start, True)]
        if code.endswith(b"\n"):
            yield None


class CompiledTemplate:
    """The Ruby code of a template, with the places that its parts come from. Offsets are bytes."""

    def __init__(self, template: bytes) -> None:
        self._pieces = (*pieces(template),)
        self._ends = (*accumulate(len(each.text) for each in self._pieces),)
        self.code = b"".join(each.text for each in self._pieces)

    def place(self, offset: int) -> int:
        """The offset in the template of an offset in the code."""
        number = bisect_right(self._ends, offset)
        if number == len(self._ends):
            return self._pieces[-1].start
        found = self._pieces[number]
        return found.start + (offset - self._ends[number] + len(found.text) if found.is_code else 0)
