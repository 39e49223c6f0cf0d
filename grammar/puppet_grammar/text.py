"""Text: source bytes and the positions in them.

Offsets are bytes everywhere in the project. Lines and columns exist only here and at the two edges (terminal, editor).
A line ends with a line feed; a carriage return before it belongs to the line.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from itertools import accumulate
from typing import Literal, NamedTuple

Encoding = Literal["utf-8", "utf-16", "utf-32"]
"""The unit that columns count: bytes, UTF-16 code units, or characters (code points)."""


class Span(NamedTuple):
    """A half-open range of byte offsets."""

    start: int
    end: int


class Position(NamedTuple):
    """A line and a column, both from 0."""

    line: int
    column: int


class Text:
    """Source text with its line index."""

    def __init__(self, source: bytes | str) -> None:
        self.source: bytes = source.encode("utf-8", "surrogatepass") if isinstance(source, str) else source

    def __len__(self) -> int:
        return len(self.source)

    @cached_property
    def line_starts(self) -> list[int]:
        """The offset of the first byte of each line; an empty text has one line."""
        *before, _ = self.source.split(b"\n")
        return [*accumulate((len(line) + 1 for line in before), initial=0)]

    def line_of(self, offset: int) -> int:
        """The line, from 0, of an offset within the text."""
        return bisect_right(self.line_starts, offset) - 1

    def line_span(self, line: int) -> Span:
        """The bytes of a line (from 0) without its end."""
        start = self.line_starts[line]
        end = self.line_starts[line + 1] - 1 if line + 1 < len(self.line_starts) else len(self.source)
        if end > start and self.source[end - 1 : end] == b"\r":
            end -= 1
        return Span(start, end)

    def position(self, offset: int, encoding: Encoding = "utf-32") -> Position:
        """The line and column of an offset; offsets outside the text are moved to its ends."""
        offset = min(max(offset, 0), len(self.source))
        line = bisect_right(self.line_starts, offset) - 1
        return Position(line, _width(self.source[self.line_starts[line] : offset], encoding))

    def offset(self, position: Position, encoding: Encoding = "utf-32") -> int:
        """The offset of a line and column; a column past the end of its line means that end."""
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
        """The characters between two offsets; bytes that are not UTF-8 become U+FFFD."""
        return self.source[start:end].decode("utf-8", "replace")

    def invalid_utf8(self) -> int | None:
        """The offset of the first byte that is not valid UTF-8."""
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
