"""Prints documents within the width of a line.

It works through a stack, so that depth is no limit, and looks at each document once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from puppet_check.formatting.columns import Cell, columns
from puppet_check.formatting.document import Comment, Comments, Doc, Group, Indent, Line, Trail, Verbatim, width
from puppet_check.formatting.style import STEP

SLACK = 30
"""The width of what follows a group on its line, at most: a few tokens, such as a comma or brace."""
LOOKAHEAD = 12
"""The number of documents after a group that are looked at to see whether it fits."""
HEREDOC = "\x02"
"""Follows the tag of a heredoc, whose text is printed after the line."""

_BEFORE_COMMENT = tuple(" ([{|!")
"""The characters after which a comment needs no space."""


class _End(NamedTuple):
    """A comment at the end of a printed line."""

    line: int
    number: int
    """Its number among the printed texts."""
    column: int
    """Where the code before it ends."""
    comment: Comment


class Printer:
    """Prints a document. `broken` gives the form of a group over several lines."""

    def __init__(self, broken: Callable[[Group], Doc], limit: int, heredocs: Sequence[str] = (), newline: str = "\n") -> None:
        self._broken = broken
        self._limit = limit
        self._safe = limit - SLACK
        """Up to this column, whatever follows a group fits."""
        self._heredocs = iter(heredocs)
        self._newline = newline
        self._waiting: list[str] = []
        """The texts of heredocs that follow the current line."""
        self._comment: Comment | None = None
        """The comment that ends the current line."""
        self._written: list[str] = []
        self._ends: list[_End] = []
        self._line = 0
        self._column = 0
        self._is_fresh = True
        """Whether nothing is on the current line."""

    def print(self, document: Doc, indent: int = 0, comments: tuple[Cell | None, Cell | None] = (None, None)) -> str:
        """The text of a document, between lines with comments at their ends."""
        stack: list[tuple[int, Doc]] = [(indent, document)]
        pop, push = stack.pop, stack.append
        while stack:
            indent, doc = pop()
            if type(doc) is str:
                self._write(doc, indent)
            elif type(doc) is tuple:
                stack += [(indent, each) for each in reversed(doc)]
            elif isinstance(doc, Group):
                if doc.lead:
                    self._print_lead(doc.lead, indent)
                if doc.trail is not None:
                    push((indent, Trail(doc.trail)))
                flat = doc.flat
                if flat is not None and (
                    (indent if self._is_fresh else self._column) + len(flat) <= self._safe or self._fits(flat, indent, stack)
                ):
                    self._write(flat, indent)
                else:
                    push((indent, self._broken(doc)))
            elif type(doc) is Line:
                self._end_line(is_blank=doc.is_blank)
            elif type(doc) is Indent:
                push((indent + STEP, doc.content))
            elif type(doc) is Trail:
                if self._comment is not None:
                    self._end_line()
                self._comment = doc.comment
                if self._is_fresh:
                    self._written.append(" " * indent)
                    self._is_fresh = False
            elif type(doc) is Comments:
                self._print_lead(doc.comments, indent)
            elif type(doc) is Verbatim:
                self._keep(doc, indent)
        self._end_line()
        self._align_comments(*comments)
        return "".join(self._written)

    def _fits(self, flat: str, indent: int, stack: list[tuple[int, Doc]]) -> bool:
        """Whether a text fits, with what follows it up to the next line break or group."""
        column = indent if self._is_fresh else self._column
        if "\n" in flat:
            head, _, rest = flat.partition("\n")
            if column + width(head) > self._limit:
                return False
            column = width(rest.rpartition("\n")[2])
        else:
            column += width(flat)
        return column + _following(stack) <= self._limit

    def _write(self, text: str, indent: int) -> None:
        if self._comment is not None:
            self._end_line()
        if self._is_fresh:
            if text.isspace():  # What separates this from what was moved to the line before.
                return
            self._written.append(" " * indent)
            self._column = indent
            self._is_fresh = False
        if HEREDOC in text:
            self._waiting += [next(self._heredocs) for _ in range(text.count(HEREDOC))]
            text = text.replace(HEREDOC, "")
        self._written.append(text)
        if "\n" in text:
            self._line += text.count("\n")
            self._column = width(text.rpartition("\n")[2])
        else:
            self._column += len(text) if text.isascii() else width(text)

    def _keep(self, doc: Verbatim, indent: int) -> None:
        for _ in range(doc.heredocs):
            next(self._heredocs)
        if doc.is_whole:
            self._end_line()
            indent = 0
        self._write(doc.text, indent)
        self._waiting += [next(self._heredocs) for _ in range(doc.waiting)]

    def _end_line(self, *, is_blank: bool = False) -> None:
        if self._comment is not None:
            self._ends.append(_End(self._line, len(self._written), self._column, self._comment))
            self._written.append(self._comment.text)
            self._comment = None
        elif self._is_fresh:
            if is_blank and self._written:
                self._written.append(self._newline)
                self._line += 1
            return
        elif self._written[-1].isspace():
            self._written.pop()
        if self._waiting:
            self._line += sum(each.count("\n") for each in self._waiting)
            # The text of a heredoc begins with the line feed before it.
            before = self._newline.removesuffix("\n")
            self._written += [f"{before}{each}" for each in self._waiting]
            self._waiting = []
        self._written.append(self._newline * 2 if is_blank else self._newline)
        self._is_fresh = True
        self._line += 2 if is_blank else 1

    def _align_comments(self, before: Cell | None, after: Cell | None) -> None:
        """Put the comments at the ends of lines in columns, if they were, or after one space."""
        ends = self._ends
        cells: list[Cell | None] = [comment.cell._replace(width=column) for _, _, column, comment in ends]
        for number in range(1, len(ends)):
            if ends[number].line != ends[number - 1].line + 1:
                cells[number] = ends[number].comment.cell._replace(width=ends[number].column, is_first=True, column=-number)
        around = [before if ends and not ends[0].line else None, *cells, after if ends and ends[-1].line == self._line - 1 else None]
        for end, column in zip(ends, columns(around)[1:-1], strict=True):
            self._written[end.number] = f"{' ' * max(column - end.column, 1)}{end.comment.text}"

    def _print_lead(self, comments: tuple[Comment, ...], indent: int) -> None:
        for each in comments:
            if each.is_inline:
                if each.gap and not self._is_fresh and self._written[-1][-1:] not in _BEFORE_COMMENT:
                    self._write(" ", indent)
                self._write(each.text, indent)
                if not each.is_tight:
                    self._write(" ", indent)
                continue
            self._end_line()
            self._written += ("" if each.is_at_margin else " " * indent, each.text, self._newline)
            self._line += 1 + each.text.count("\n")
            if each.is_spaced:
                self._end_line(is_blank=True)


def _following(stack: list[tuple[int, Doc]]) -> int:
    """The width of what follows on the same line whatever happens: the text up to the next line break or group with parts."""
    found = 0
    pending = [doc for _, doc in stack[-LOOKAHEAD:]]
    for _ in range(LOOKAHEAD):
        if not pending:
            break
        doc = pending.pop()
        if type(doc) is str:
            found += len(doc)
        elif type(doc) is tuple:
            pending += reversed(doc[:LOOKAHEAD])
        elif isinstance(doc, Group) and doc.is_token and not doc.lead:
            found += width(doc.flat or "")
        else:
            break
    return found
