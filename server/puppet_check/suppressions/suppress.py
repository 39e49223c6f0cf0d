"""Applies suppressions to diagnostics, and reports those that are wrong or unused."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from puppet_check.config.codes import is_known, matches, pages
from puppet_check.config.profiles import counterpart
from puppet_check.suppressions.comments import MARK, MOST_CODES, Code, Suppression, suppressions
from puppet_grammar import ast
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Issue, Severity, all_declared, issue
from puppet_typesys.issues import PROBLEMS
from puppet_typesys.spelling import LOW_SIMILARITY, closest

WORDS = ("ignore", "ignore-file")
UNREADABLE = "unreadable-file"
WHOLE_FILE = -1
"""In place of a line: findings about a whole file, which are at its beginning even if that is a comment, and comments before all code."""
SELDOM = frozenset(("catalog-error",))
"""The codes of findings that the check of a file alone does not look for."""


@issue(Severity.WARNING)
def unknown_code(code: str) -> str:
    """Suppression of an unknown code"""
    return f"unknown code: {code}"


@issue(Severity.INFO)
def unused_suppression() -> str:
    """Suppression without a diagnostic to suppress"""
    return "unused suppression: no diagnostic on this line"


@unused_suppression.variant()
def unused_code(code: str) -> str:
    return f"unused suppression: no {code} on this line"


@unused_suppression.variant()
def unknown_word(word: str) -> str:
    return f"'{word}' is not a suppression; expected ignore or ignore-file"


@unused_suppression.variant()
def not_first() -> str:
    return "ignore-file must precede the first code"


@unused_suppression.variant()
def too_many_codes() -> str:
    return f"a suppression has at most {MOST_CODES} codes; the others are ignored"


@issue(Severity.INFO)
def suppression_without_code(word: str) -> str:
    """Suppression of all codes"""
    return f"this suppresses all findings; expected codes such as {word}[unknown-class]"


SUPPRESSIONS = frozenset(each.issue.code for each in (unknown_code, unused_suppression, suppression_without_code))
"""The codes of findings about suppressions, which cannot be suppressed."""


def suppress(
    diagnostics: tuple[Diagnostic, ...], comments: Sequence[ast.Comment], text: Text, own: Sequence[str] = ()
) -> tuple[Diagnostic, ...]:
    """The diagnostics of a text that its comments do not suppress, and those about suppressions. Syntax errors are never suppressed.

    `own` has the codes of the repository's own rules.
    """
    if MARK not in text.source:
        return diagnostics
    found = list(suppressions(comments, text))
    used: set[tuple[int, str | None]] = set()
    by_line: dict[int | None, list[Suppression]] = {}
    for each in found:
        if each.word == "ignore" and each.is_first:
            by_line.setdefault(WHOLE_FILE, []).append(each)
        if each.line is not None or (each.word == "ignore-file" and each.is_first):
            by_line.setdefault(each.line, []).append(each)
    left = [each for each in diagnostics if not _is_suppressed(each, by_line, text, used)]
    whole = not any(_is_syntax_error(each) for each in diagnostics)
    problems = [problem for suppression in found for problem in _problems(suppression, used, text, own, whole=whole)]
    return tuple(sorted((*left, *problems), key=lambda each: (each.start, each.end, each.severity, each.code)))


def _is_suppressed(
    diagnostic: Diagnostic, by_line: dict[int | None, list[Suppression]], text: Text, used: set[tuple[int, str | None]]
) -> bool:
    """Whether any suppression applies to a diagnostic; all that do count as used."""
    if not can_suppress(diagnostic):
        return False
    hidden = False
    other = counterpart(diagnostic.code)
    of_file = by_line.get(WHOLE_FILE, ()) if diagnostic.start == 0 else ()
    for each in (*by_line.get(text.line_of(diagnostic.start), ()), *by_line.get(None, ()), *of_file):
        if each.codes is None:
            used.add((each.start, None))
            hidden = True
        for code in each.codes or ():
            if matches(diagnostic.code, code.code) or (other is not None and matches(other, code.code)):
                used.add((each.start, code.code))
                hidden = True
    return hidden


def _problems(
    suppression: Suppression, used: set[tuple[int, str | None]], text: Text, own: Sequence[str], *, whole: bool
) -> Iterator[Diagnostic]:
    """What is wrong with a suppression. `whole` says that all rules were run."""
    if suppression.word not in WORDS:
        yield unknown_word(suppression.word).at(suppression.start, suppression.end)
        return
    if suppression.word == "ignore-file" and not suppression.is_first:
        yield not_first().at(suppression.start, suppression.end)
        return
    if suppression.codes is None:
        yield suppression_without_code(suppression.word).at(suppression.start, suppression.end)
        if whole and (suppression.start, None) not in used:
            yield unused_suppression().at(suppression.start, suppression.end, fixes=_without(suppression, None, text))
    if suppression.has_more:
        yield too_many_codes().at(suppression.start, suppression.end)
    for each in suppression.codes or ():
        if not is_known(each.code, own):
            meant = closest(each.code, (*pages(), *own), LOW_SIMILARITY)
            fixes = (Fix(f"Change to '{meant}'", (Edit(each.start, each.end, meant),)),) if meant is not None else ()
            yield unknown_code(each.code).suggesting(meant).at(each.start, each.end, fixes=fixes)
        elif whole and each.code not in SELDOM and (suppression.start, each.code) not in used:
            yield unused_code(each.code).at(each.start, each.end, fixes=_without(suppression, each, text))


def _without(suppression: Suppression, code: Code | None, text: Text) -> tuple[Fix, ...]:
    """Removes a code from a suppression, or its whole comment if no other code is left."""
    start, end = suppression.comment
    source = text.source
    if code is not None and len(suppression.codes or ()) > 1:
        following = re.compile(rb"\s*,\s*").match(source, code.end)
        before = re.search(rb",\s*\Z", source[start : code.start])
        first = code.start - (len(before[0]) if before is not None and following is None else 0)
        return (Fix("Remove the code", (Edit(first, following.end() if following else code.end, ""),)),)
    line = text.line_starts[text.position(start).line]
    preceding = source[line:start]
    if preceding.strip():
        start -= len(preceding) - len(preceding.rstrip())
    else:
        following_line = source.find(b"\n", end)
        start, end = line, len(source) if following_line < 0 else following_line + 1
    return (Fix("Remove the comment", (Edit(start, end, ""),)),)


def can_suppress(diagnostic: Diagnostic) -> bool:
    """Whether a comment can suppress a diagnostic: not a syntax error, nor one about suppressions."""
    return not _is_syntax_error(diagnostic) and diagnostic.code not in SUPPRESSIONS


def suppressible() -> Iterator[Issue]:
    """The issues whose findings a comment can suppress."""
    left_out = {*SUPPRESSIONS, *PROBLEMS, UNREADABLE}
    yield from (issue for code, issue in sorted(all_declared().items()) if code not in left_out)


def _is_syntax_error(diagnostic: Diagnostic) -> bool:
    return diagnostic.severity is Severity.ERROR and (diagnostic.code in PROBLEMS or diagnostic.code == UNREADABLE)
