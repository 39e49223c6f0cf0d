"""The columns of conditions over several lines: operators of comparisons, and `and` and `or` at the ends of lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from puppet_check.formatting.columns import Cell, columns
from puppet_check.formatting.document import width
from puppet_check.formatting.nodes import Node
from puppet_check.formatting.source import Source

LEVELS = {
    each: level
    for level, group in enumerate(("or", "and", "< <= > >=", "== !=", "<< >>", "+ -", "* / %", "=~ !~", "in"))
    for each in group.split()
}
"""The precedence of operators; those of the same one are broken together."""


class _Row(NamedTuple):
    """A line of a condition with a single operand."""

    operand: Node
    before: int
    """The width of what precedes the operand on its line, without the indentation."""
    sign: Node | None
    """The `and` or `or` at its end."""


def aligned_condition(parts: Sequence[Node], breaks: Sequence[bool], source: Source) -> dict[int, int]:
    """Put the comparisons of a chain of `and` or `or` in columns if they were.

    `breaks` says after which parts a line ends. Returns the spaces before the signs that end a line in a column, by the identity of each.
    """
    rows = _rows(parts, breaks, source)
    compared = [_comparison(row, source) for row in rows]
    for row, cell, column in zip(rows, compared, columns(compared), strict=True):
        if row is not None and cell is not None and column:
            left, sign, right = row.operand.kids
            row.operand.shape(f"{left.flat}{' ' * (column - cell.width)}{sign.flat} {right.flat}")
    signs = [_sign(row, source) for row in rows]
    return {
        id(row.sign): column - cell.width
        for row, cell, column in zip(rows, signs, columns(signs), strict=True)
        if row is not None and cell is not None and column
    }


def _rows(parts: Sequence[Node], breaks: Sequence[bool], source: Source) -> list[_Row | None]:
    """The lines of a chain; None for one with several operands."""
    found: list[_Row | None] = []
    row: list[Node] = []
    for each, is_last in zip(parts, (*breaks, True), strict=True):
        row.append(each)
        if is_last:
            found.append(_row(row, source))
            row = []
    return found


def _row(row: Sequence[Node], source: Source) -> _Row | None:
    # Operators are the odd parts of a chain, but the first of a line may be either.
    operands = [each for each in row if each.kind not in ("and", "or")]
    if len(operands) != 1 or any(each.lead or each.trail for each in row):
        return None
    (operand,) = operands
    before = width(source.before(row[0].start)) if row[0] is operand else width(row[0].kind) + 1
    return _Row(operand, before, row[-1] if row[-1] is not operand else None)


def _comparison(row: _Row | None, source: Source) -> Cell | None:
    """The operator of the comparison of a line."""
    if row is None or row.operand.kind != "binary" or row.operand.flat is None or "\n" in row.operand.flat:
        return None
    left, sign, _ = row.operand.kids
    if LEVELS[sign.kind] < LEVELS["<"]:
        return None
    return Cell(max(sign.start - left.end, 1), width(source.before(sign.start)), row.before + width(left.flat or ""))


def _sign(row: _Row | None, source: Source) -> Cell | None:
    """The `and` or `or` that ends a line."""
    if row is None or row.sign is None or row.operand.flat is None or "\n" in row.operand.flat:
        return None
    gap = max(row.sign.start - row.operand.end, 1)
    return Cell(gap, width(source.before(row.sign.start)), row.before + width(row.operand.flat))
