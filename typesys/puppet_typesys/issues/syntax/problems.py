"""Conversion of the grammar's problems to diagnostics.

The grammar words its problems itself; this module has an issue for each of their codes, and a fix for those with a unique correction. The
codes are the reference's issue codes, or ours where the reference has none.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from puppet_grammar.patterns import lazy_pattern
from puppet_grammar.problems import Problem
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import SEVERITY, Diagnostic, Edit, Fix, Issue, Severity, declared
from puppet_typesys.issues.syntax.unless import with_if

_ERRORS = {
    "syntax-error": "Syntax error",
    "invalid-utf8": "Invalid UTF-8",
    "illegal-bom": "Byte order mark at the beginning of the file",
    "too-complex": "Code that is nested too deeply, too large or too broken to be checked",
    "unclosed-quote": "Unclosed string",
    "unclosed-mlcomment": "Unclosed comment",
    "illegal-argument-list": "Comma-separated list where a statement is expected",
    "not-a-resource": "Attributes in braces after something other than a resource type",
    "virtual-non-resource": "`@` before something other than a resource",
    "exported-non-resource": "`@@` before something other than a resource",
    "quoted-name": "Quoted name of a definition",
    "class-keyword-as-name": "Keyword `class` used as a name",
    "illegal-class-reference": "Part of the name of a type starts with a lower-case letter",
    "illegal-fully-qualified-name": "`::` without a name after it",
    "illegal-number": "Number followed by letters",
    "invalid-decimal-number": "Invalid decimal number",
    "invalid-hex-number": "Invalid hexadecimal number",
    "invalid-octal-number": "Invalid octal number",
    "invalid-regexp": "Invalid regular expression",
    "heredoc-unclosed-parenthesis": "Unclosed tag of a heredoc",
    "heredoc-invalid-syntax": "Invalid tag of a heredoc",
    "heredoc-empty-endtag": "Empty end tag of a heredoc",
    "heredoc-invalid-escape": "Unknown escape in the tag of a heredoc",
    "heredoc-multiple-at-escapes": "Duplicate escape in the tag of a heredoc",
    "heredoc-without-text": "Heredoc on the last line",
    "heredoc-without-end-tagged-line": "Heredoc without a line with its end tag",
    "epp-unbalanced-tag": "Unclosed tag in a template",
    "epp-unbalanced-expression": "Template tag opened at the end of the file",
    "epp-unbalanced-comment": "Unclosed comment in a template",
}
_WARNINGS = {
    "unrecognized-escape": "Unrecognized escape sequence in a double-quoted string",
    "illegal-unicode-escape": "Invalid Unicode escape",
}
PROBLEMS: dict[str, Issue] = {
    code: declared(code, severity, summary, __name__)
    for severity, summaries in ((Severity.ERROR, _ERRORS), (Severity.WARNING, _WARNINGS))
    for code, summary in summaries.items()
}
"""The issues by code."""


PARTS = lazy_pattern(rb"(?:::[A-Za-z]\w*)+")
"""The parts of a name after the first ones."""


def diagnostic(problem: Problem, text: Text) -> Diagnostic:
    """The diagnostic for a problem in a text, with its fix if it has one."""
    fix = FIXES.get(problem.code)
    made = None if fix is None else fix(problem, text)
    fixes = () if made is None else (made,)
    return Diagnostic(problem.start, problem.end, SEVERITY[problem.severity], problem.code, problem.message, fixes=fixes)


def _in_quotes(problem: Problem, text: Text) -> Fix | None:
    """Put quotes around a word that begins like a number."""
    written = text.slice(problem.start, problem.end)
    if not re.fullmatch(r"[\w.]+", written):
        return None
    return Fix("Add quotes", (Edit(problem.start, problem.end, f"'{written}'"),), "safe")


def _without_quotes(problem: Problem, text: Text) -> Fix | None:
    """Remove the quotes around a name."""
    quoted = re.fullmatch(r"""(['"])([\w:.-]+)\1""", text.slice(problem.start, problem.end))
    return None if quoted is None else Fix("Remove the quotes", (Edit(problem.start, problem.end, quoted[2]),), "safe")


def _two_backslashes(problem: Problem, text: Text) -> Fix | None:
    """Escape a literal backslash."""
    if text.source[problem.start : problem.start + 1] != b"\\":
        return None
    return Fix("Escape the backslash", (Edit(problem.start, problem.start, "\\"),), "safe")


def _without_mark(problem: Problem, text: Text) -> Fix | None:
    """Remove the byte order mark of UTF-8."""
    is_utf8 = text.source[problem.start : problem.end] == b"\xef\xbb\xbf"
    return Fix("Remove the byte order mark", (Edit(problem.start, problem.end, ""),), "safe") if is_utf8 else None


def _capitalised(problem: Problem, text: Text) -> Fix | None:
    """Capitalise the other parts of the name of a type."""
    start = problem.end - len("::")
    rest = PARTS.match(text.source, start)
    if rest is None:
        return None
    made = "::".join(each[:1].upper() + each[1:] for each in rest[0].decode().split("::"))
    return Fix(f"Change to '{text.slice(problem.start, start)}{made}'", (Edit(start, rest.end(), made),), "safe")


FIXES: dict[str, Callable[[Problem, Text], Fix | None]] = {
    **dict.fromkeys(("illegal-number", "invalid-decimal-number", "invalid-hex-number", "invalid-octal-number"), _in_quotes),
    "illegal-bom": _without_mark,
    "illegal-class-reference": _capitalised,
    "quoted-name": _without_quotes,
    "syntax-error": with_if,
    "unrecognized-escape": _two_backslashes,
}
"""Functions that make the fix of a problem, by code; None if the text is not simple."""
