"""What findings still say of a text with syntax errors: names that nothing in it can mean, whatever the errors hide."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_grammar.problems import Problem
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Diagnostic

NAMES = frozenset(("unknown-variable", "unknown-class", "unknown-function", "unknown-resource-type"))
"""Codes of names that the refused part of the text may define."""
DROPPED = frozenset(("missing-parameter",))
"""Codes of what is not written, which may be in the refused part of the text."""
OF_A_LINE = frozenset(("not-numeric", "operator-not-applicable"))
"""Codes of operators, which a quote that is missing makes of text, so they are not reported on a line with a syntax error."""
WORD = lazy_pattern(r"\b[A-Za-z_]\w*")
NAME = lazy_pattern(r"[\w:]+")
LARGEST = 1_000_000
"""Bytes up to which a text is searched for what defines a name."""


def certain_in(
    found: Iterable[Diagnostic], errors: Sequence[Problem], text: Text, nodes: ast.ByClass | None, *, nested: bool
) -> list[Diagnostic]:
    """The findings that hold whatever is meant by the refused parts of a text.

    `nested` says that the errors are in single words, so that all the rest is where it belongs.
    """
    lines = {text.line_of(each.start) for each in errors}
    kept = [each for each in found if nested or each.code not in DROPPED]
    kept = [each for each in kept if each.code not in NAMES | OF_A_LINE or text.line_of(each.start) not in lines]
    if nested or all(each.code not in NAMES for each in kept):
        return kept
    if len(text.source) > LARGEST or nodes is None or not _has_whole_strings(errors, text, nodes):
        return [each for each in kept if each.code not in NAMES]
    defined = _defined_in(text) | _words_of(lines, text)
    return [each for each in kept if each.code not in NAMES or not _words(each, text) & defined]


def _has_whole_strings(errors: Sequence[Problem], text: Text, nodes: ast.ByClass) -> bool:
    """Whether the errors have not exchanged texts and code: all are of the parser, no string after them goes on in another line, and
    there is no heredoc, which has no text where its end is misspelt."""
    if b"@(" in text.source or any(each.code != "syntax-error" for each in errors):
        return False
    first = min(text.line_of(each.start) for each in errors)
    strings = (*nodes.get(ast.LiteralString, ()), *nodes.get(ast.ConcatenatedString, ()))
    return not any(text.line_of(each.start) >= first - 1 and text.line_of(each.start) != text.line_of(each.end) for each in strings)


_DEFINITIONS = lazy_pattern(
    rb"\$(?P<variable>[a-z_]\w*)\s*(?:=(?![=~>])|\+=|[,|)\]]|#)|\b(?:class|define|function|type)\s+(?:::)?(?P<name>[\w:-]+)", re.IGNORECASE
)
"""A variable before what may make it a parameter or the target of an assignment, and the names of definitions."""


def _defined_in(text: Text) -> set[str]:
    """The last segments of all names that a text may define, if any part of it were other than it is read."""
    found = (each["variable"] or each["name"] for each in _DEFINITIONS.finditer(text.source))
    return {each.decode().rpartition("::")[2].lower() for each in found}


def _words_of(lines: set[int], text: Text) -> set[str]:
    """The words on the lines of errors, any of which may be meant as the name of what is defined there."""
    return {each.lower() for line in lines for each in WORD.findall(text.slice(*text.line_span(line)))}


def _words(found: Diagnostic, text: Text) -> set[str]:
    """The last segments of the names at the place of a finding, of which one is what it is about."""
    return {each.rpartition("::")[2] for each in NAME.findall(text.slice(found.start, found.end).lower())}
