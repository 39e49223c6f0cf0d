"""Problems: the rules behind what the lexer and the parser report, which word their findings themselves.

The codes are the reference's issue codes. Some of its errors have none; those have a code of ours. Each rule's manual page lies
beside this module.
"""

from __future__ import annotations

from puppet_typesys.diagnostics import Issue, Page, Severity

_ERRORS = {
    "syntax-error": "Something stands where the language does not allow it, or is missing.",
    "invalid-utf8": "The file has bytes that are no UTF-8.",
    "illegal-bom": "The file starts with a byte order mark.",
    "unclosed-quote": "A string is never closed.",
    "unclosed-mlcomment": "A comment that starts with `/*` is never closed.",
    "illegal-argument-list": "Several values with commas stand where a statement does.",
    "not-a-resource": "Attributes in braces follow something that is no resource type.",
    "virtual-non-resource": "`@` stands before something that is no resource.",
    "exported-non-resource": "`@@` stands before something that is no resource.",
    "quoted-name": "The name of a definition is in quotes.",
    "class-keyword-as-name": "The keyword `class` stands where a name is expected.",
    "illegal-class-reference": "A part of a type's name starts with a lower-case letter.",
    "illegal-fully-qualified-name": "`::` is followed by something that is no name.",
    "illegal-number": "A number goes on with letters.",
    "invalid-decimal-number": "A number that starts like a decimal one is none.",
    "invalid-hex-number": "A number that starts with `0x` goes on with something that is no hexadecimal digit.",
    "invalid-octal-number": "A number that starts with 0 has a digit that is not octal.",
    "invalid-regexp": "A regular expression is none.",
    "heredoc-unclosed-parenthesis": "The tag of a heredoc is never closed.",
    "heredoc-invalid-syntax": "The tag of a heredoc is built wrongly.",
    "heredoc-empty-endtag": "The end's text in the tag of a heredoc is empty.",
    "heredoc-invalid-escape": "The tag of a heredoc asks for an escape that does not exist.",
    "heredoc-multiple-at-escapes": "The tag of a heredoc asks for the same escape twice.",
    "heredoc-without-text": "A heredoc's tag stands on the last line.",
    "heredoc-without-end-tagged-line": "A heredoc is never ended.",
    "epp-unbalanced-tag": "A tag of a template is never closed, and code follows it up to the end.",
    "epp-unbalanced-expression": "A tag of a template opens at the very end.",
    "epp-unbalanced-comment": "A comment of a template is never closed.",
}

_WARNINGS = {
    "unrecognized-escape": "A backslash in double quotes is followed by a character that has no meaning there.",
    "illegal-unicode-escape": "`\\u` is followed by something that is no character's number.",
}

PROBLEMS: dict[str, Issue] = {
    code: Issue(code, severity, summary, Page("puppet_typesys.issues.syntax", f"pages/{code}.md"))
    for severity, summaries in ((Severity.ERROR, _ERRORS), (Severity.WARNING, _WARNINGS))
    for code, summary in summaries.items()
}
"""The rules by code."""
