"""Conflicts of a merge that are left in a text: with one, nothing else in the text is what its author wrote."""

from __future__ import annotations

from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Severity, issue

FIRST = b"<<<<<<< "
MARK = lazy_pattern(rb"(?m)^(?:(<<<<<<< [^\r\n]*)|(=======)\r?$|(>>>>>>> [^\r\n]*))")
"""One of the three lines that mark a conflict, each as a group."""


@issue(Severity.ERROR)
def merge_conflict(others: int) -> str:
    """Unresolved merge conflict"""
    more = f" ({others} more in this file)" if others else ""
    return f"unresolved merge conflict{more}; expected one of the two versions, without the lines that mark them"


def merge_conflicts(source: bytes) -> Diagnostic | None:
    """The finding about the conflicts in a text, at the first one; None without any."""
    if FIRST not in source:
        return None
    marks = [(each.lastindex, each.span()) for each in MARK.finditer(source)]
    kinds = [kind for kind, _ in marks]
    begins = [index for index in range(len(marks)) if kinds[index : index + 3] == [1, 2, 3]]
    return merge_conflict(len(begins) - 1).at(*marks[begins[0]][1]) if begins else None
