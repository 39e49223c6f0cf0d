"""Columns that authors made: what is aligned stays aligned, and only that."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple


class Cell(NamedTuple):
    """Something in a line that may be in a column with that of its neighbours."""

    gap: int
    """The number of spaces before it."""
    column: int
    """Its distance from the start of what precedes it in its line."""
    width: int
    """The width of what will precede it, without those spaces."""
    is_first: bool = False
    """Whether something else, a comment or a blank line precedes it, so that it is only in a column with what is exactly above it."""


def columns(cells: Sequence[Cell | None]) -> list[int]:
    """The columns that cells are aligned to; for a cell that is not in one, and for None, 0.

    Neighbours in the same column are aligned if one of them was moved to it: to that column, or to the first one that all of them need if
    one was next to what precedes it. A cell between such neighbours that was moved as well, to another column, joins them if it fits.
    """
    found = [0] * len(cells)
    for section in _sections(cells):
        column = section.column
        needed = max(cell.width for _, cell in section.cells) + 1
        if column < needed or any(cell.gap == 1 for _, cell in section.cells):
            column = needed
        for index, cell in (*section.cells, *section.joining):
            found[index] = column if cell.width < column else 0
    return found


def in_sections(cells: Sequence[Cell | None], first: Sequence[bool]) -> list[Cell | None]:
    """Cells, of which some begin a section after a blank line."""
    made: list[Cell | None] = []
    is_next = True
    for cell, is_first in zip(cells, first, strict=True):
        is_next = is_next or is_first
        made.append(None if cell is None else cell._replace(is_first=is_next))
        is_next = is_next and cell is None
    return made


class _Section(NamedTuple):
    """Cells that are aligned to one column."""

    cells: list[tuple[int, Cell]]
    """Those that are in it, with their numbers."""
    joining: list[tuple[int, Cell]]
    """Those that were moved to other columns."""

    @property
    def column(self) -> int:
        """The column that the cells are in."""
        return self.cells[0][1].column


def _sections(cells: Sequence[Cell | None]) -> Iterable[_Section]:
    """The sections of cells, of which one goes on after cells that are in no other one."""
    numbered = [(number, cell) for number, cell in enumerate(cells) if cell is not None]
    section: _Section | None = None
    waiting: list[tuple[int, Cell]] = []
    """The moved cells after a section, or before the first one."""
    for _, group in groupby(numbered, key=lambda each: each[1].column):
        run = list(group)
        is_alone = len(run) == 1
        if section is not None and run[0][1].column == section.column:
            section.cells.extend(run)
            section.joining.extend(waiting)
            waiting = []
        elif is_alone or all(cell.gap == 1 for _, cell in run):
            if run[0][1].is_first and section is not None:
                yield _Section(section.cells, [*section.joining, *waiting])
                section, waiting = None, []
            waiting += [each for each in run if each[1].gap > 1]
        else:
            if section is not None:
                yield _Section(section.cells, [*section.joining, *waiting])
                waiting = []
            section, waiting = _Section(run, waiting), []
    if section is not None:
        yield _Section(section.cells, [*section.joining, *waiting])
