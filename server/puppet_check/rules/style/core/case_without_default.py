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
    for case in tokens.of("case"):
        opening = _brace(case, tokens)
        closing = None if opening is None else tokens.partner(opening)
        if opening is None or closing is None:
            continue
        inside = tokens.all[opening.index + 1 : closing.index]
        if not any(each.kind == "default" and tokens.enclosing_brace(each) is opening for each in inside):
            yield case_without_default().at(case.start, case.end)


def _brace(case: Token, tokens: Tokens) -> Token | None:
    each = tokens.next_code(case)
    while each is not None and each.kind != "{":
        each = tokens.next_code(each)
    return each
