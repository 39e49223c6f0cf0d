"""What findings still say of a text with syntax errors: names that nothing in it can mean, whatever the errors hide."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Sequence

from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_grammar.problems import Problem
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Diagnostic
from puppet_typesys.spelling import is_one_letter_off

SYNTAX = "syntax-error"
"""The code of what the parser refuses; the lexer's errors are others."""
NAMES = frozenset(("unknown-variable", "unknown-class", "unknown-function", "unknown-resource-type"))
"""Codes of names that the refused part of the text may define."""
DROPPED = frozenset((
    "missing-parameter",
    "illegal-assignment", "illegal-indexed-assignment", "illegal-resource-type", "illegal-reassignment",
    "duplicate-declaration", "possibly-unset-variable",
    "bad-type", "comparison-not-possible", "evaluation-error", "not-numeric", "operator-not-applicable",
))  # fmt: skip
"""Codes of what is not written, which may be in the refused part of the text, of statements that it makes of parts of others, of
branches, whose braces it may have, and of operators, which a quote that is missing makes of text."""
AROUND = 1
"""The lines before and after a finding that have no error, as parts of what stands there may belong to what is refused."""
COMMENT_LINE = lazy_pattern(rb"[ \t]*#[^\n]*\Z")
"""A line that ends a text and is a comment."""
STRING_OR_COMMENT = lazy_pattern(rb"'(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\"|#[^\n]*|/\*.*?\*/", re.DOTALL)
HEADER = lazy_pattern(rb"^[ \t]*(?:class|define|function)\s+[\w:]+", re.MULTILINE)
"""The beginning of a definition, whose parameters follow."""
BRACKET = lazy_pattern(rb"[(){}\[\]]")
OPENING = (b"(", b"{", b"[")
WORD = lazy_pattern(r"\b[A-Za-z_]\w*")
KEYWORDS = ("if", "else", "elsif", "unless", "case", "default", "class", "define", "function", "node")
"""Words before braces, which are taken for resource types where they are misspelt."""
NAME = lazy_pattern(r"[\w:]+")
LARGEST = 1_000_000
"""Bytes up to which a text is searched for what defines a name."""
MOST_ERRORS = 50


def certain_in(
    found: Iterable[Diagnostic], errors: Sequence[Problem], text: Text, nodes: ast.ByClass | None, *, nested: bool
) -> list[Diagnostic]:
    """The findings that hold whatever is meant by the refused parts of a text.

    `nested` says that the errors are in single words, so that all the rest is where it belongs.
    """
    at_errors = {text.line_of(each.start) for each in errors}
    kept = [each for each in found if nested or each.code not in DROPPED]
    kept = [each for each in kept if not _is_at(each, at_errors, text, 0 if nested or each.code in NAMES else AROUND)]
    if nested:
        return kept
    # What follows an open string may be inside of it.
    first = min((each.start for each in errors if each.code != SYNTAX), default=len(text.source))
    kept = [each for each in kept if each.end <= first]
    if all(each.code not in NAMES for each in kept):
        return kept
    if len(text.source) > LARGEST or len(errors) > MOST_ERRORS or nodes is None or not _has_whole_strings(errors, text, nodes):
        return [each for each in kept if each.code not in NAMES]
    lines = at_errors | {text.line_of(_end_of_code(text, each)) for each in (*(each.start for each in errors), len(text.source))}
    code = STRING_OR_COMMENT.sub(_blank, text.source)
    refused = {"unknown-variable"} if any(_may_lack_variable(each, code) for each in errors) else set[str]()
    surplus = _surplus(code)
    if max(surplus) > 0:
        refused |= NAMES
    if any(surplus):
        # What ends a line may be half of a word, and what closes a bracket after it is missing.
        lines |= {text.line_of(each.start) for each in kept if text.source.startswith((b"\n", b"\r\n"), each.end)}
    defined = defined_in(text) | _words_of(lines, text)

    def may_be_meant(each: Diagnostic) -> bool:
        if each.code in refused or text.line_of(each.start) in lines or _has_quote(each, text):
            return True
        return any(word in defined or _is_nearly_keyword(word) for word in _words(each, text))

    return [each for each in kept if each.code not in NAMES or not may_be_meant(each)]


def _is_at(found: Diagnostic, lines: set[int], text: Text, around: int) -> bool:
    """Whether one of some lines has a part of what a finding is about, or is at most a number of lines before or after it."""
    first = text.line_of(found.start)
    last = first if found.code in NAMES else text.line_of(found.end)
    return any(first - around <= each <= last + around for each in lines)


def _end_of_code(text: Text, offset: int) -> int:
    """The offset of the last code before an offset, which may be half of what was meant; comments between them do not matter."""
    before = text.source[:offset].rstrip()
    while True:
        comment = COMMENT_LINE.search(before, before.rfind(b"\n") + 1)
        if comment is None or not before:
            return max(len(before) - 1, 0)
        before = before[: comment.start()].rstrip()


def _blank(found: re.Match[bytes]) -> bytes:
    """As many spaces as a string or comment is long."""
    return b" " * len(found[0])


def _may_lack_variable(error: Problem, code: bytes) -> bool:
    """Whether an error may be where a variable is missing that gets a value: before an equals sign, or in parameters."""
    is_assignment = code.startswith(b"=", error.start) and not code.startswith((b"==", b"=~", b"=>"), error.start)
    if is_assignment and not code[: error.start].rstrip()[-1:].isalnum():
        return True
    header = next(iter(deque(HEADER.finditer(code, 0, error.start), maxlen=1)), None)
    if header is None:
        return False
    depth = 0
    for each in BRACKET.finditer(code, header.end(), error.start):
        if each[0] == b"{" and depth == 0:
            return False
        depth += 1 if each[0] in OPENING else -1
    return depth > 0 or code.startswith(b"$", error.start) or code[error.start : error.start + 1].isupper()


def _surplus(code: bytes) -> list[int]:
    """How many more brackets of each kind are closed than opened; where they are, something is missing that may define names."""
    return [code.count(closing) - code.count(opening) for opening, closing in ((b"{", b"}"), (b"(", b")"), (b"[", b"]"))]


def _has_quote(found: Diagnostic, text: Text) -> bool:
    """Whether a quote on the line of a finding has no other, so that its text may be taken for code."""
    line = text.slice(*text.line_span(text.line_of(found.start)))
    return line.count("'") % 2 == 1 or line.count('"') % 2 == 1


def _has_whole_strings(errors: Sequence[Problem], text: Text, nodes: ast.ByClass) -> bool:
    """Whether the errors have not exchanged texts and code: all are of the parser, no string after them goes on in another line, and
    there is no heredoc, which has no text where its end is misspelt."""
    if b"@(" in text.source or any(each.code != SYNTAX for each in errors):
        return False
    first = min(text.line_of(each.start) for each in errors)
    strings = (*nodes.get(ast.LiteralString, ()), *nodes.get(ast.ConcatenatedString, ()))
    return not any(text.line_of(each.start) >= first - 1 and text.line_of(each.start) != text.line_of(each.end) for each in strings)


_DEFINITIONS = lazy_pattern(
    rb"\$(?P<variable>[a-z_]\w*)\s*(?:=(?![=~>])|\+=|[,|)\]]|#)|\b(?:class|define|function|type)\s+(?:::)?(?P<name>[\w:-]+)"
    rb"|\|[\w:\[\], \t]*\$(?P<first>[a-z_]\w*)|^[ \t]?(?:\w+[ \t]+){0,2}(?:::)?(?P<outer>\w[\w:]*)[ \t]*(?:\(|\{[ \t]*$|\binherits\b|$)",
    re.IGNORECASE | re.MULTILINE,
)
"""A variable before what may make it a parameter or the target of an assignment, or after what begins the parameters of a lambda; and the
names of definitions, whose keyword may be misspelt where they are outermost."""


def defined_in(text: Text) -> set[str]:
    """The last segments of all names that a text may define, if any part of it were other than it is read."""
    found = (each[each.lastgroup or 0] for each in _DEFINITIONS.finditer(text.source))
    return {each.decode().rpartition("::")[2].lower() for each in found}


def _words_of(lines: set[int], text: Text) -> set[str]:
    """The words on the lines of errors, any of which may be meant as the name of what is defined there."""
    return {each.lower() for line in lines for each in WORD.findall(text.slice(*text.line_span(line)))}


def _is_nearly_keyword(word: str) -> bool:
    return word in KEYWORDS or any(is_one_letter_off(word, each) for each in KEYWORDS)


def _words(found: Diagnostic, text: Text) -> set[str]:
    """The last segments of the names at the place of a finding, of which one is what it is about."""
    return {each.rpartition("::")[2] for each in NAME.findall(text.slice(found.start, found.end).lower())}
