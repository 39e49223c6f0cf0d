"""Problems: the rules behind what the lexer and the parser report, which word their findings themselves."""

from __future__ import annotations

from puppet_typesys.diagnostics import Page, Rule, Severity

_ERRORS = {
    "syntax-error": "Something stands where the language does not allow it, or is missing.",
}

PROBLEMS: dict[str, Rule] = {
    code: Rule(code, Severity.ERROR, summary, Page("puppet_typesys.issues", f"{code}.md")) for code, summary in _ERRORS.items()
}
"""The rules by code."""
