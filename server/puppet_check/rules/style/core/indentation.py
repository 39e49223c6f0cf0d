"""Indentation: tabs, and odd numbers of spaces."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.style.rule import StyleFile, style, style_issue
from puppet_check.rules.style.tokens import Tokens
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity

WIDEST = 200
"""The widest indentation that a fix makes."""


@style_issue(Severity.ERROR)
def _2sp_soft_tabs() -> str:
    """Indentation by an odd number of characters"""
    return "indentation is not a multiple of two spaces"


@style_issue(Severity.ERROR)
def hard_tabs() -> str:
    """Tab character in white space"""
    return "tab character; expected spaces"


@style(on=Tokens)
def check_indentation(tokens: Tokens, file: StyleFile) -> Iterator[Diagnostic]:
    """Report odd indentation."""
    before = 0
    indents = tokens.of("indent")
    for at, each in enumerate(indents):
        width = len(each.value)
        if width % 2:
            around = (before, *(len(following.value) for following in indents[at + 1 : at + 2]))
            width = next((other for other in around if abs(other - width) == 1), width + 1)
            fix = Fix(f"Indent by {width} spaces", (Edit(each.start, each.end, " " * width),), "safe", "tree")
            yield _2sp_soft_tabs().at(each.start, each.end, fixes=() if "\t" in each.value or width > WIDEST else (fix,))
        before = width


@style(on=Tokens)
def check_tabs(tokens: Tokens, file: StyleFile) -> Iterator[Diagnostic]:
    """Report white space with tabs; the fix makes each of them two spaces."""
    for each in tokens.of("indent", "space"):
        if "\t" in each.value:
            fix = Fix("Replace tabs by spaces", (Edit(each.start, each.end, each.value.replace("\t", "  ")),), "safe", "tree")
            yield hard_tabs().at(each.start, each.end, fixes=(fix,))
