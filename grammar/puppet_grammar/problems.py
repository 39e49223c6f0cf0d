"""Problem: what reading one file's text found to be wrong.

A problem's code is the reference's issue code in kebab-case (`SYNTAX_ERROR` is `syntax-error`); errors that have no issue code in
the reference have one of ours.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple


class Reference(NamedTuple):
    """The reference's message about a problem, where ours says more."""

    message: str
    is_internal: bool = False
    """Whether it is an error of the reference's own runtime, which has no place and no code."""


class Problem(NamedTuple):
    """A part of the text that the reference's lexer or parser refuses (error) or complains about (warning)."""

    start: int
    """Byte offset of the first byte to repair."""
    end: int
    """Byte offset after the last byte to repair; equal to `start` when something is missing there."""
    code: str
    message: str
    severity: Literal["error", "warning"] = "error"
    noticed: int | None = None
    """Byte offset at which the reference reports it, where that is not `start`."""
    reference: Reference | None = None

    @property
    def place(self) -> int:
        """Byte offset at which the reference reports it."""
        return self.start if self.noticed is None else self.noticed


def in_order(problems: Iterable[Problem]) -> list[Problem]:
    """The problems from first to last."""
    return sorted(problems, key=lambda problem: (problem.start, problem.end, problem.code))


def first_error(problems: Iterable[Problem]) -> Problem | None:
    """The error that the reference meets first, and so the only one it reports."""
    errors = [problem for problem in problems if problem.severity == "error"]
    return min(errors, key=lambda problem: problem.place, default=None)
