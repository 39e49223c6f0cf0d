"""The choices that a project can make about the layout, and those of a run."""

from __future__ import annotations

from puppet_check.writing import Allowed
from puppet_grammar.named import NamedTuple


class Style(NamedTuple):
    """How code is laid out."""

    line_length: int = 140
    """The width of lines that are broken where they can be, in code points."""
    quotes: bool = True
    """Whether strings without interpolation and escapes are put in single quotes."""
    align_arrows: bool = True
    """Whether the arrows of attributes, hashes and selectors are aligned."""
    trailing_comma: bool = True
    """Whether a comma is added after the last element of a list over several lines."""


class Formatting(NamedTuple):
    """How files are formatted."""

    writes: bool = True
    """Whether files are written; otherwise it is only told what would change."""
    lines: tuple[int, int] | None = None
    """The lines whose statements are formatted, the first and the last one, counted from 0; None: all."""
    allowed: Allowed = Allowed()
    """Where files may be written."""


STEP = 2
"""The spaces of an indentation."""
