"""Diagnostics of one file: its syntax problems, and what the language's own rules say about the rest."""

from __future__ import annotations

from typing import Literal

from puppet_grammar import ast
from puppet_grammar.lower import lower
from puppet_grammar.parse import Mode, parse
from puppet_grammar.problems import Problem
from puppet_typesys.diagnostics import SEVERITY, Diagnostic, Severity
from puppet_typesys.validate import Place, validate

UNREADABLE = "unreadable-file"


def check(program: ast.Program, problems: tuple[Problem, ...], mode: Mode, place: Place | None) -> tuple[Diagnostic, ...]:
    """What is wrong in a file, in order of place. A syntax error hides nothing of what is healthy."""
    syntax = [Diagnostic(each.start, each.end, SEVERITY[each.severity], each.code, each.message) for each in problems]
    whole = all(each.severity is not Severity.ERROR for each in syntax)
    rules = validate(program, tasks=mode.tasks, whole=whole, place=place, read=first_error)
    return tuple(sorted((*syntax, *rules), key=_order))


def first_error(text: str, language: Literal["pp", "epp"]) -> str | None:
    """The message of the first syntax error of a text inside a file, such as a heredoc tagged `pp`."""
    _, problems = lower(parse(text, Mode(epp=language == "epp")))
    return next((problem.message for problem in problems if problem.severity == "error"), None)


def unreadable(reason: str) -> Diagnostic:
    """The diagnostic of a file that cannot be read."""
    return Diagnostic(0, 0, Severity.ERROR, UNREADABLE, f"the file cannot be read: {reason}")


def _order(diagnostic: Diagnostic) -> tuple[int, int, Severity, str]:
    return diagnostic.start, diagnostic.end, diagnostic.severity, diagnostic.code
