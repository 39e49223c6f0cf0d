"""Case expressions without a default."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.style.rule import StyleFile, style, style_issue
from puppet_check.rules.style.tokens import Token, Tokens
from puppet_typesys.diagnostics import Diagnostic


@style_issue()
def case_without_default() -> str:
    """Case expression without a default option"""
    return "case expression without a default option"


@style(on=Tokens)
def check_cases(tokens: Tokens, file: StyleFile) -> Iterator[Diagnostic]:
    """Report `case` without `default` directly in its braces."""
    with_default = {brace.index for each in tokens.of("default") if (brace := tokens.enclosing_brace(each)) is not None}
    for case in tokens.of("case"):
        opening = _brace(case, tokens)
        if opening is not None and opening.index not in with_default and tokens.partner(opening) is not None:
            yield case_without_default().at(case.start, case.end)


def _brace(case: Token, tokens: Tokens) -> Token | None:
    each = tokens.next_code(case)
    while each is not None and each.kind not in ("{", "case"):
        each = tokens.next_code(each)
    return each if each is not None and each.kind == "{" else None
