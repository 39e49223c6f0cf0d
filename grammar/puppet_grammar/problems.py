"""Problem: what reading one file's text found to be wrong.

A problem's code is the reference's issue code in kebab-case (`SYNTAX_ERROR` is `syntax-error`).
"""

from __future__ import annotations

from typing import Literal, NamedTuple


class Problem(NamedTuple):
    """A part of the text that the reference's lexer or parser refuses (error) or complains about (warning)."""

    start: int
    """Byte offset of the first byte to mend."""
    end: int
    """Byte offset behind the last byte to mend; equal to `start` when something is missing there."""
    code: str
    message: str
    severity: Literal["error", "warning"] = "error"
