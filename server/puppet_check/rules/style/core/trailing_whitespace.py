"""White space at the ends of lines."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.style.rule import StyleFile, style, style_issue
from puppet_check.rules.style.tokens import Tokens
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity


@style_issue(Severity.ERROR)
def trailing_whitespace() -> str:
    """White space at the end of a line"""
    return "white space at the end of the line"


@style(on=Tokens)
def check_ends(tokens: Tokens, file: StyleFile) -> Iterator[Diagnostic]:
    """Report white space before a line break or the end of the file."""
    for each in tokens.of("space", "indent"):
        following = tokens.next(each)
        if following is None or following.kind == "newline":
            fix = Fix("Remove the white space", (Edit(each.start, each.end, ""),), "safe", "tree")
            yield trailing_whitespace().at(each.start, each.end, fixes=(fix,))
