"""Problem: an error or warning found while a text is parsed.

The code of a problem is the reference's issue code in kebab-case (`SYNTAX_ERROR` is `syntax-error`), or one of ours where the reference
has none.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from puppet_grammar.named import NamedTuple

OF_ONE_WORD = frozenset(
    (
        "illegal-bom",
        "quoted-name",
        "class-keyword-as-name",
        "illegal-class-reference",
        "illegal-number",
        "invalid-decimal-number",
        "invalid-hex-number",
        "invalid-octal-number",
        "invalid-regexp",
        "virtual-non-resource",
        "exported-non-resource",
    )
)
"""Codes of words that are refused where they stand, so that everything around them is what it would be with the right word."""


class Reference(NamedTuple):
    """The reference's message for a problem, where ours differs."""

    message: str
    is_internal: bool = False
    """Whether it is an error of the reference's own runtime, which has no position and no code."""


class Problem(NamedTuple):
    """A part of a text for which the reference's lexer or parser reports an error or a warning."""

    start: int
    """The byte offset of the first byte to change."""
    end: int
    """The byte offset after the last byte to change; equal to `start` if something is missing there."""
    code: str
    message: str
    severity: Literal["error", "warning"] = "error"
    noticed: int | None = None
    """The byte offset at which the reference reports it, if that is not `start`."""
    reference: Reference | None = None

    @property
    def place(self) -> int:
        """The byte offset at which the reference reports it."""
        return self.start if self.noticed is None else self.noticed


def in_order(problems: Iterable[Problem]) -> list[Problem]:
    """The problems in source order."""
    return sorted(problems, key=lambda problem: (problem.start, problem.end, problem.code))


def first_error(problems: Iterable[Problem]) -> Problem | None:
    """The error that the reference encounters first, which is the only one that it reports."""
    errors = [problem for problem in problems if problem.severity == "error"]
    return min(errors, key=lambda problem: problem.place, default=None)


def is_nesting_certain(problems: Iterable[Problem]) -> bool:
    """Whether statements, parameters and assignments are where a text with some problems has them: it has no error but in single words."""
    return all(each.severity != "error" or each.code in OF_ONE_WORD for each in problems)
