"""Diagnostics of one file: its syntax problems, and what the language's own rules say about the rest."""

from __future__ import annotations

from puppet_grammar import ast
from puppet_grammar.lower import lower
from puppet_grammar.parse import Mode, parse
from puppet_grammar.problems import Problem
from puppet_typesys.diagnostics import SEVERITY, Diagnostic, Severity
from puppet_typesys.validate import validate
from puppet_typesys.validate.place import Place

UNREADABLE = "unreadable-file"


def check(program: ast.Program, problems: tuple[Problem, ...], mode: Mode, place: Place | None) -> tuple[Diagnostic, ...]:
    """What is wrong in a file, in order of place. A syntax error hides nothing of what is healthy."""
    syntax = (Diagnostic(each.start, each.end, SEVERITY[each.severity], each.code, each.message) for each in problems)
    return tuple(sorted([*syntax, *validate(program, tasks=mode.tasks, place=place, read=first_error)]))


def first_error(text: str, mode: Mode) -> str | None:
    """The message of the first syntax error of a text inside a file, such as a heredoc tagged `pp`."""
    _, problems = lower(parse(text, mode))
    return next((problem.message for problem in problems if problem.severity == "error"), None)


def unreadable(reason: str) -> Diagnostic:
    """The diagnostic of a file that cannot be read."""
    return Diagnostic(0, 0, Severity.ERROR, UNREADABLE, f"the file cannot be read: {reason}")
