"""Indentation: tabs, and odd numbers of spaces."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.style.rule import StyleFile, style, style_issue
from puppet_check.rules.style.tokens import Tokens
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity


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
    for each in tokens.of("indent"):
        if len(each.value) % 2:
            yield _2sp_soft_tabs().at(each.start, each.end)


@style(on=Tokens)
def check_tabs(tokens: Tokens, file: StyleFile) -> Iterator[Diagnostic]:
    """Report white space with tabs; the fix makes each of them two spaces."""
    for each in tokens.of("indent", "space"):
        if "\t" in each.value:
            fix = Fix("Replace tabs by spaces", (Edit(each.start, each.end, each.value.replace("\t", "  ")),), "safe", "tree")
            yield hard_tabs().at(each.start, each.end, fixes=(fix,))
