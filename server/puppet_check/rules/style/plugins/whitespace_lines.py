"""Empty lines, and the ends of a file."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from puppet_check.rules.style.gaps import WHITE
from puppet_check.rules.style.rule import StyleFile, style, style_issue
from puppet_check.rules.style.tokens import Tokens
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity


@style_issue(Severity.ERROR)
def manifest_whitespace_two_empty_lines() -> str:
    """Two empty lines in succession"""
    return "another empty line precedes this one"


@style_issue(Severity.ERROR)
def manifest_whitespace_newline_beginning_of_file() -> str:
    """Empty line at the beginning of a file"""
    return "empty line at the beginning of the file"


@style_issue(Severity.ERROR)
def manifest_whitespace_missing_newline_end_of_file() -> str:
    """No line break at the end of a file"""
    return "no line break at the end of the file"


@style_issue(Severity.ERROR)
def manifest_whitespace_double_newline_end_of_file() -> str:
    """Empty line at the end of a file"""
    return "empty line at the end of the file"


@style(on=Tokens)
def check_empty_lines(tokens: Tokens, file: StyleFile) -> Iterator[Diagnostic]:
    """Report each empty line after another one."""
    breaks, start = 0, 0
    for each in tokens:
        if each.kind not in WHITE:
            breaks = 0
        elif each.kind == "newline":
            breaks += 1
            if breaks > 2:
                yield manifest_whitespace_two_empty_lines().at(each.start, each.end, fixes=_removed(start, each.end))
            start = each.end


@style(on=Tokens)
def check_beginning(tokens: Tokens, file: StyleFile) -> Iterator[Diagnostic]:
    """Report line breaks before everything else."""
    for each in takewhile(lambda one: one.kind == "newline", tokens):
        yield manifest_whitespace_newline_beginning_of_file().at(each.start, each.end, fixes=_removed(each.start, each.end))


@style(on=Tokens)
def check_end(tokens: Tokens, file: StyleFile) -> Iterator[Diagnostic]:
    """Report a missing line break after the last line, and each one that is too many."""
    last = tokens.all[-1] if tokens.all else None
    if last is not None and last.kind != "newline":
        fix = Fix("Add a line break", (Edit(last.end, last.end, "\n"),), "safe", "tree")
        yield manifest_whitespace_missing_newline_end_of_file().at(last.start, last.end, fixes=(fix,))
    breaks = [*takewhile(lambda one: one.kind == "newline", reversed(tokens.all))]
    for each in reversed(breaks[:-1]):
        yield manifest_whitespace_double_newline_end_of_file().at(each.start, each.end, fixes=_removed(each.start, each.end))


def _removed(start: int, end: int) -> tuple[Fix, ...]:
    return (Fix("Remove the empty line", (Edit(start, end, ""),), "safe", "tree"),)
