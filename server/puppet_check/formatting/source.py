"""The text of a tree with what was found in it, and how it is laid out.

Texts have a character for each byte (Latin-1), so that byte offsets are theirs.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right

from puppet_check.formatting.columns import Cell
from puppet_check.formatting.document import Comment, Verbatim, width
from puppet_check.formatting.ranges import NONE, Kept
from puppet_check.formatting.style import STEP, Style

_NEAR = 60
"""The number of bytes before a line that are looked at first for a blank line."""


class Source:
    """The text of a tree, and how it is laid out."""

    def __init__(self, text: str, style: Style) -> None:
        self.text = text
        self.style = style
        self.heredocs: list[str] = []
        """The texts of heredocs, in the order of their tags."""
        self.heredoc_ends: list[int] = []
        """Where they end."""
        self.heredoc_tags: list[int] = []
        """The offsets of their tags."""
        self.tokens: list[str] = []
        """The tokens without commas, as they are printed."""
        self.shape = array("i")
        """The kinds and fields of all nodes but commas, comments and heredocs, in the order in which they begin, and where nodes end."""
        self.comments: list[Comment] = []
        """All comments."""
        self.resources: list[tuple[int, int]] = []
        """Where the outermost resources begin and end."""
        self.broken: list[tuple[int, int]] = []
        """Where nodes with syntax errors in them begin and end."""
        self.kept = NONE

    def note_comments(self, kept: Kept, comments: list[Comment]) -> None:
        """Take the comments of the text, and the lines between them that stay as they are."""
        self.kept, self.comments = kept, comments

    def is_short(self, width: int) -> bool:
        """Whether what has a width fits on a line at any usual indentation."""
        return width * 3 < self.style.line_length * 2

    def is_broken(self, start: int, end: int) -> bool:
        """Whether there is a line break between two offsets."""
        return self.text.find("\n", start, end) >= 0

    def is_in_resource(self, offset: int) -> bool:
        """Whether an offset is in a resource."""
        number = bisect_right(self.resources, (offset, 0)) - 1
        return number >= 0 and offset < self.resources[number][1]

    def add_resource(self, start: int, end: int) -> None:
        """Add a resource, in the order of their ends, in place of those in it."""
        while self.resources and self.resources[-1][0] > start:
            self.resources.pop()
        self.resources.append((start, end))

    def is_first(self, offset: int) -> bool:
        """Whether only white space precedes an offset on its line."""
        return not self.text[self.text.rfind("\n", 0, offset) + 1 : offset].strip()

    def before(self, offset: int) -> str:
        """The text before an offset on its line, without the indentation."""
        return self.text[self.text.rfind("\n", 0, offset) + 1 : offset].lstrip()

    def indentation(self, offset: int) -> int:
        """The indentation of the line of an offset; a tab counts as a step."""
        start = self.text.rfind("\n", 0, offset) + 1
        line = self.text[start:offset]
        return len(line[: len(line) - len(line.lstrip())].expandtabs(STEP))

    def is_spaced(self, offset: int) -> bool:
        """Whether a blank line precedes the line of an offset at which only white space does."""
        size = _NEAR
        while True:
            before = self.text[max(offset - size, 0) : offset]
            rest = before.rstrip()
            if rest or size >= offset:
                # Nothing is before the first line.
                return bool(rest) and before.count("\n", len(rest)) > 1
            size *= 8

    def lines(self, start: int, end: int) -> Verbatim:
        """The lines from that of an offset to that of the last code before another one, without blank lines after it."""
        first = self.text.rfind("\n", 0, start) + 1
        code_end = len(self.text[:end].rstrip())
        line_end = self.text.find("\n", code_end, end)
        return self.verbatim(first, code_end if line_end < 0 else line_end, is_whole=True)

    def verbatim(self, start: int, end: int, *, is_whole: bool = False) -> Verbatim:
        """The text between two offsets as it is."""
        first, last = (bisect_left(self.heredoc_tags, each) for each in (start, end))
        inside = sum(each <= end for each in self.heredoc_ends[first:last])
        return Verbatim(self.text[start:end].rstrip("\r"), is_whole, inside, last - first - inside, start)

    def heredocs_in(self, start: int, end: int) -> int:
        """The number of tags of heredocs between two offsets."""
        return bisect_left(self.heredoc_tags, end) - bisect_left(self.heredoc_tags, start)

    def tag_of(self, offset: int) -> int:
        """The offset of the tag of the heredoc whose text is at an offset; that offset itself if there is none."""
        number = bisect_right(self.heredoc_ends, offset)
        is_inside = number < len(self.heredocs) and offset >= self.heredoc_ends[number] - len(self.heredocs[number])
        return self.heredoc_tags[number] if is_inside else offset

    def cell(self, first: int, end: int, start: int, column: int) -> Cell | None:
        """What starts at an offset, as a cell of a column; None if it is on another line than what precedes it.

        `first` and `end` are the offsets of what precedes it, of which the last line counts; `column` is its width when it is laid out.
        """
        if self.text[end:start].strip(" \t"):
            return None
        if self.is_broken(first, end):
            first = end - len(self.text[self.text.rfind("\n", first, end) + 1 : end].lstrip())
        gap = max(start - end, 1)
        return Cell(gap, width(self.text[first:end]) + gap, column)
