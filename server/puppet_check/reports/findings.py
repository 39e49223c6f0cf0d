"""Findings: diagnostics with lines and columns, as plain data that processes can send."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Literal

from puppet_check.checker import check_given_up, internal_error, unwritable_file
from puppet_check.reading.files import read
from puppet_grammar.named import NamedTuple
from puppet_grammar.text import Span, Text
from puppet_typesys import diagnostics
from puppet_typesys.diagnostics import Diagnostic, Edit, Tag

UNCHECKED = "undeclared"
"""The argument of a message with names of modules that nothing declares."""
LINE = 6000
"""The number of bytes of a source line that a finding has with it."""


class Related(NamedTuple):
    """A related place of a finding."""

    file: str
    line: int
    column: int
    message: str


class Replacement(NamedTuple):
    """The replacement of the text between two places; lines and columns as in `Finding`."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    text: str


class Fix(NamedTuple):
    """Replacements that resolve a finding."""

    title: str
    safety: Literal["safe", "unsafe"]
    replacements: tuple[Replacement, ...]


class Finding(NamedTuple):
    """A diagnostic in a file. Lines and columns are from 1, columns count characters, the end is after the last one."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    severity: str
    code: str
    message: str
    source: str
    """The text of the line, or its first `LINE` bytes."""
    unchecked: str = ""
    """The names of modules that nothing declares, separated by spaces, of a finding about them: `joined` puts these together."""
    tags: tuple[Tag, ...] = ()
    related: tuple[Related, ...] = ()
    fixes: tuple[Fix, ...] = ()

    @property
    def last_line(self) -> int:
        """The last line of which the finding has something; a span that includes a line break ends on the line after it."""
        return self.end_line - 1 if self.end_column == 1 and self.end_line > self.line else self.end_line

    @property
    def fixable(self) -> Literal["safe", "unsafe"] | None:
        """The safety of the fix that the command line can apply, if there is one; it changes no other file."""
        given = {each.safety for each in self.fixes if each.replacements and all(to.file == self.file for to in each.replacements)}
        return "safe" if "safe" in given else "unsafe" if given else None


class Changes(NamedTuple):
    """What fixes change in a file."""

    codes: tuple[str, ...]
    """The codes of the findings that are fixed, one for each."""
    before: bytes
    after: bytes


class Report(NamedTuple):
    """The result of checking one file."""

    file: str
    findings: tuple[Finding, ...]
    failed: bool = False
    """Whether the check itself failed."""
    changes: Changes | None = None
    """What was fixed or formatted; the findings are those that are left."""
    fixed: Literal["safe", "unsafe"] | None = None
    """Which fixes were applied as far as they make no new finding, safe ones or all; those of the findings that are left were refused."""
    refusal: str | None = None
    """Why the file was not formatted."""


def fixable(finding: Finding, report: Report) -> Literal["safe", "unsafe"] | None:
    """The safety of the fix of a finding that is still to be applied."""
    return None if report.fixed in ("unsafe", finding.fixable) else finding.fixable


def report(file: str, text: Text, found: tuple[Diagnostic, ...]) -> Report:
    """The findings of a file, in the order of the diagnostics."""
    return Report(file, tuple(_finding(file, text, each) for each in found))


def broken(file: str, what: str) -> Report:
    """The report of a file whose check failed because of a bug."""
    return Report(file, (_finding(file, Text(b""), internal_error(what).at(0, 0)),), failed=True)


def unwritable(file: str, reason: str) -> Report:
    """The report of a file that could not be replaced."""
    return Report(file, (_finding(file, Text(b""), unwritable_file(reason).at(0, 0)),), failed=True)


def given_up(file: str, reason: str) -> Report:
    """The report of a file whose check was given up."""
    return Report(file, (_finding(file, Text(b""), check_given_up(reason).at(0, 0)),))


def together(found: Iterable[Finding]) -> dict[str, list[Finding]]:
    """Findings by the absolute paths of their files, each of them once: several catalogs have the same resources."""
    result: dict[str, dict[Finding, Finding]] = {}
    for each in found:
        result.setdefault(os.path.abspath(each.file), {}).setdefault(each._replace(related=(), fixes=()), each)
    return {path: [*by_place.values()] for path, by_place in result.items()}


def _finding(file: str, text: Text, diagnostic: Diagnostic) -> Finding:
    start, end = text.position(diagnostic.start), text.position(diagnostic.end)
    return Finding(
        file,
        start.line + 1,
        start.column + 1,
        end.line + 1,
        end.column + 1,
        diagnostic.severity.text,
        diagnostic.code,
        diagnostic.message,
        text.slice(*_beginning(text.line_span(start.line))),
        str(diagnostic.argument(UNCHECKED) or ""),
        diagnostic.tags,
        tuple(_related(file, text, each) for each in diagnostic.related),
        tuple(Fix(each.title, each.safety, tuple(_replacement(file, text, edit) for edit in each.edits)) for each in diagnostic.fixes),
    )


def _beginning(line: Span) -> Span:
    return line if line.end - line.start <= LINE else Span(line.start, line.start + LINE)


def _related(file: str, text: Text, related: diagnostics.Related) -> Related:
    if related.path is not None:
        try:
            file, text = related.path, Text(read(related.path))
        except OSError:
            return Related(related.path, 1, 1, related.message)
    line, column = text.position(related.start)
    return Related(file, line + 1, column + 1, related.message)


def _replacement(file: str, text: Text, edit: Edit) -> Replacement:
    if edit.path is not None:
        try:
            file, text = edit.path, Text(read(edit.path))
        except OSError:
            return Replacement(edit.path, 1, 1, 1, 1, edit.replacement)
    start, end = text.position(edit.start), text.position(edit.end)
    return Replacement(file, start.line + 1, start.column + 1, end.line + 1, end.column + 1, edit.replacement)
