"""Text: source bytes and positions in them.

Offsets are byte offsets in the whole project. Lines and columns are only used here and in output (terminal, editor). A line ends with a
line feed; a carriage return before it is part of the line.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from itertools import accumulate
from typing import Literal

from puppet_grammar.named import NamedTuple

Encoding = Literal["utf-8", "utf-16", "utf-32"]
"""The unit of columns: bytes, UTF-16 code units, or code points."""


class Span(NamedTuple):
    """A half-open range of byte offsets."""

    start: int
    end: int


class Position(NamedTuple):
    """A line and a column, both counted from 0."""

    line: int
    column: int


class Text:
    """A source text with an index of its lines."""

    def __init__(self, source: bytes | str) -> None:
        self.source: bytes = source.encode("utf-8", "surrogatepass") if isinstance(source, str) else source

    def __len__(self) -> int:
        return len(self.source)

    @cached_property
    def line_starts(self) -> list[int]:
        """The byte offset of the start of each line; an empty text has one line."""
        *before, _ = self.source.split(b"\n")
        return [*accumulate((len(line) + 1 for line in before), initial=0)]

    def line_of(self, offset: int) -> int:
        """The line of a byte offset, counted from 0."""
        return bisect_right(self.line_starts, offset) - 1

    def line_span(self, line: int) -> Span:
        """The span of a line, counted from 0, without its line feed."""
        start = self.line_starts[line]
        end = self.line_starts[line + 1] - 1 if line + 1 < len(self.line_starts) else len(self.source)
        if end > start and self.source[end - 1 : end] == b"\r":
            end -= 1
        return Span(start, end)

    def position(self, offset: int, encoding: Encoding = "utf-32") -> Position:
        """The line and column of a byte offset; offsets outside of the text are clamped."""
        offset = min(max(offset, 0), len(self.source))
        line = bisect_right(self.line_starts, offset) - 1
        return Position(line, _width(self.source[self.line_starts[line] : offset], encoding))

    def offset(self, position: Position, encoding: Encoding = "utf-32") -> int:
        """The byte offset of a line and column; a column past the end of the line is clamped."""
        line, column = position
        if line < 0:
            return 0
        if line >= len(self.line_starts):
            return len(self.source)
        start, end = self.line_span(line)
        if encoding == "utf-8":
            return min(start + max(column, 0), end)
        content = self.source[start:end]
        if content.isascii():
            return min(start + max(column, 0), end)
        at = start
        for character in content.decode("utf-8", "replace"):
            if column <= 0:
                break
            column -= 2 if encoding == "utf-16" and ord(character) > 0xFFFF else 1
            at += len(character.encode("utf-8", "surrogatepass"))
        return min(at, end)

    def slice(self, start: int, end: int) -> str:
        """The text between two byte offsets; invalid UTF-8 is replaced by U+FFFD."""
        return self.source[start:end].decode("utf-8", "replace")

    def invalid_utf8(self) -> int | None:
        """The offset of the first byte that is not valid UTF-8; None if all are."""
        if self.source.isascii():
            return None
        try:
            self.source.decode("utf-8")
        except UnicodeDecodeError as error:
            return error.start
        return None


def _width(content: bytes, encoding: Encoding) -> int:
    if encoding == "utf-8" or content.isascii():
        return len(content)
    characters = content.decode("utf-8", "replace")
    if encoding == "utf-32":
        return len(characters)
    return len(characters) + sum(ord(character) > 0xFFFF for character in characters)
