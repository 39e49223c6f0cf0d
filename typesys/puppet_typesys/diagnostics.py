"""Diagnostic: the one shape of everything that is reported about a file.

Plain data without input or output. Offsets are bytes, half-open; `puppet_grammar.text` turns them into lines and columns.
Everything here is a named tuple: cheap to make at start-up, and diagnostics sort by position.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Literal, NamedTuple


class Severity(IntEnum):
    """How much a finding matters; the numbers are those of the Language Server Protocol, so a smaller one weighs more."""

    ERROR = 1
    WARNING = 2
    INFO = 3
    HINT = 4

    @property
    def text(self) -> str:
        """The severity in output: `error`, `warning`, `info` or `hint`."""
        return self.name.lower()


SEVERITY: dict[str, Severity] = {severity.text: severity for severity in Severity}
"""Severities by their text."""

Tag = Literal["unnecessary", "deprecated"]
"""How an editor may show the code of a finding: faded, or struck through."""


class Page(NamedTuple):
    """Where a rule's manual page lies: a resource inside an import package."""

    package: str
    file: str


class Rule(NamedTuple):
    """What can be reported: a code, its usual severity, one sentence about it, and its page."""

    code: str
    severity: Severity
    summary: str
    page: Page


class Edit(NamedTuple):
    """A replacement of the bytes from `start` to `end`."""

    start: int
    end: int
    replacement: str


class Fix(NamedTuple):
    """Edits that mend a finding; their offsets are those of the text before any of them."""

    title: str
    edits: tuple[Edit, ...]


class Related(NamedTuple):
    """Another place that explains a finding."""

    start: int
    end: int
    message: str
    path: str | None = None
    """The file; None: the same one."""


class Diagnostic(NamedTuple):
    """One finding."""

    start: int
    end: int
    severity: Severity
    code: str
    message: str
    related: tuple[Related, ...] = ()
    tags: tuple[Tag, ...] = ()
    fix: Fix | None = None
