"""Diagnostics without those that suppressions hide, and with what is wrong with the suppressions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puppet_check.config.codes import is_known, matches, pages
from puppet_check.suppressions.codes import SUPPRESSIONS
from puppet_check.suppressions.comments import MARK, Suppression, suppressions
from puppet_grammar import ast
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Diagnostic, Severity
from puppet_typesys.issues import PROBLEMS
from puppet_typesys.spelling import hint

WORDS = ("ignore", "ignore-file")
UNREADABLE = "unreadable-file"


def suppress(diagnostics: tuple[Diagnostic, ...], comments: Sequence[ast.Comment], text: Text) -> tuple[Diagnostic, ...]:
    """What is left of the diagnostics of a text, given its comments. A syntax error is never hidden."""
    if MARK not in text.source:
        return diagnostics
    said = list(suppressions(comments, text))
    used: set[tuple[int, str | None]] = set()
    left = [each for each in diagnostics if not _is_hidden(each, said, text, used)]
    whole = not any(_is_syntax_error(each) for each in diagnostics)
    told = [each for suppression in said for each in _complaints(suppression, used, whole=whole)]
    return tuple(sorted((*left, *told), key=lambda each: (each.start, each.end, each.severity, each.code)))


def _is_hidden(diagnostic: Diagnostic, said: list[Suppression], text: Text, used: set[tuple[int, str | None]]) -> bool:
    """Whether any suppression speaks of a diagnostic; all that do count as used."""
    if not can_hide(diagnostic):
        return False
    line = text.position(diagnostic.start).line
    hidden = False
    for each in said:
        if each.line != line and not (each.word == "ignore-file" and each.is_first):
            continue
        if each.codes is None:
            used.add((each.start, None))
            hidden = True
        for code in each.codes or ():
            if matches(diagnostic.code, code.code):
                used.add((each.start, code.code))
                hidden = True
    return hidden


def _complaints(said: Suppression, used: set[tuple[int, str | None]], *, whole: bool) -> Iterator[Diagnostic]:
    """What is wrong with a suppression. `whole` says that all that could be found was looked for."""
    if said.word not in WORDS:
        yield _told(said.start, said.end, "unused-suppression", f"'{said.word}' means nothing here, expected ignore or ignore-file")
        return
    if said.word == "ignore-file" and not said.is_first:
        yield _told(said.start, said.end, "unused-suppression", "ignore-file has to stand above the first code")
        return
    if said.codes is None:
        yield _told(
            said.start, said.end, "suppression-without-code", f"all findings are hidden, expected codes such as {said.word}[unknown-class]"
        )
        if whole and (said.start, None) not in used:
            yield _told(said.start, said.end, "unused-suppression", "nothing is found that this could hide")
    for start, end, code in said.codes or ():
        if not is_known(code):
            yield _told(start, end, "unknown-code", f"no such code: {code}{hint(code, pages())}")
        elif whole and (said.start, code) not in used:
            yield _told(start, end, "unused-suppression", f"no {code} is found that this could hide")


def _told(start: int, end: int, code: str, message: str) -> Diagnostic:
    return Diagnostic(start, end, SUPPRESSIONS[code].severity, code, message)


def can_hide(diagnostic: Diagnostic) -> bool:
    """Whether a comment can hide a diagnostic: what is wrong with the text itself is always told, and what is wrong with such comments."""
    return not _is_syntax_error(diagnostic) and diagnostic.code not in SUPPRESSIONS


def _is_syntax_error(diagnostic: Diagnostic) -> bool:
    return diagnostic.severity is Severity.ERROR and (diagnostic.code in PROBLEMS or diagnostic.code == UNREADABLE)
