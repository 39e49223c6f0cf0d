"""The algebra of documents, as in Wadler's "A prettier printer", with laziness in place of a search.

A document is text, a line break, a sequence, an indented document, comments, or a group: something with a form for one line, if it has one,
and a form over several lines, which is only made when it is needed. So printing is linear, and nothing recurses.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from puppet_check.formatting.columns import Cell


class Comment(NamedTuple):
    """A comment, from its `#` or `/*` up to the end of its text."""

    start: int
    text: str
    is_inline: bool = False
    """Whether code follows on the same line."""
    is_spaced: bool = False
    """Whether a blank line follows."""
    gap: int = 1
    """For a comment that ends a line: the number of spaces before it."""
    column: int = 0
    """Where it is in its line."""
    is_tight: bool = False
    """Whether a bracket follows immediately; then a gap of 0 says that something precedes it immediately."""

    is_at_margin: bool = False
    """Whether it is in the first column although code would be indented there, as control comments of linters are."""

    @property
    def cell(self) -> Cell:
        """A comment at the end of a line as a cell of a column, after code that stays as it is."""
        gap = max(self.gap, 1)
        return Cell(gap, self.column, self.column - gap)


class Group:
    """A document that is printed on one line if it fits, with the comments before and after it."""

    __slots__ = ("flat", "lead", "trail")

    flat: str | None
    """The form for one line; None without one. A string in it may contain line breaks."""
    lead: tuple[Comment, ...]
    """The comments before it."""
    trail: Comment | None
    """The comment after it on its last line."""

    @property
    def is_token(self) -> bool:
        """Whether it has no other form."""
        return False


@dataclass(frozen=True, slots=True)
class Line:
    """A line break."""

    is_blank: bool = False
    """Whether a blank line follows."""


@dataclass(frozen=True, slots=True)
class Indent:
    """A document whose lines are indented by one step more."""

    content: Doc


@dataclass(frozen=True, slots=True)
class Trail:
    """A comment that ends the line."""

    comment: Comment


@dataclass(frozen=True, slots=True)
class Comments:
    """Comments before something, or before the end of a list: each on a line of its own."""

    comments: tuple[Comment, ...]


@dataclass(frozen=True, slots=True)
class Verbatim:
    """Text of the original with its line breaks."""

    text: str
    is_whole: bool = False
    """Whether it consists of whole lines with their indentation."""
    heredocs: int = 0
    """The number of texts of heredocs in it."""
    waiting: int = 0
    """The number of those that follow its last line."""
    start: int = 0
    """Where it is in the original."""


Doc: TypeAlias = "str | Group | Line | Indent | Trail | Comments | Verbatim | tuple[Doc, ...]"

LINE = Line()
BLANK = Line(is_blank=True)
NOTHING: Doc = ()


def width(text: str) -> int:
    """The width of a text in code points; texts have a character for each byte of UTF-8."""
    return len(text) if text.isascii() else len(text.encode("latin-1").decode("utf-8", "replace"))
