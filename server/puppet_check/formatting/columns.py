"""Columns that authors made: what is aligned stays aligned, and only that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
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

    Neighbours are a section if they are in the same column, or were moved by more than one space. It is aligned if two of them are in the
    same column, one of which was moved to it: to that column, or to the first one that all need if one was next to what precedes it.
    """
    found = [0] * len(cells)
    for section in _sections(cells):
        column, count = Counter(cell.column for _, cell in section).most_common(1)[0]
        if count < 2 or all(cell.gap < 2 for _, cell in section):
            continue
        needed = max(cell.width for _, cell in section) + 1
        if column < needed or any(cell.gap == 1 and cell.column == column for _, cell in section):
            column = needed
        for index, _ in section:
            found[index] = column
    return found


def _sections(cells: Sequence[Cell | None]) -> Iterable[list[tuple[int, Cell]]]:
    section: list[tuple[int, Cell]] = []
    for index, cell in enumerate(cells):
        if cell is None:
            continue
        if section and not _is_next(section, cell):
            yield section
            section = []
        section.append((index, cell))
    if section:
        yield section


def _is_next(section: list[tuple[int, Cell]], cell: Cell) -> bool:
    """Whether a cell belongs to a section, of which one that only has its first is no section if that was not moved."""
    first = section[0][1]
    return cell.column == first.column or (not cell.is_first and cell.gap > 1 and (len(section) > 1 or first.gap > 1))
