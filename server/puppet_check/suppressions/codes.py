"""The codes of what is wrong with suppressions; the manual pages lie beside this module."""

from __future__ import annotations

from puppet_typesys.diagnostics import Issue, Page, Severity

SUPPRESSIONS: dict[str, Issue] = {
    code: Issue(code, severity, summary, Page("puppet_check.suppressions", f"pages/{code}.md"))
    for code, severity, summary in (
        ("unknown-code", Severity.WARNING, "A suppression names a code that does not exist."),
        ("unused-suppression", Severity.INFO, "A suppression hides nothing."),
        ("suppression-without-code", Severity.INFO, "A suppression hides whatever is found, known or not."),
    )
}
