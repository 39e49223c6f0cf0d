"""Names of variables."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.style.rule import StyleFile, style, style_issue
from puppet_check.rules.style.tokens import Tokens
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic

KEYS = lazy_pattern(r"\[.{1,1000}?\]")


@style_issue()
def variable_contains_dash(name: str) -> str:
    """Name of a variable with a dash"""
    return f"`${name}` contains a dash, which a name of a variable cannot"


@style_issue()
def variable_is_lowercase(name: str) -> str:
    """Name of a variable with an uppercase letter"""
    return f"`${name}` contains an uppercase letter"


@style(on=Tokens)
def check_names(tokens: Tokens, file: StyleFile) -> Iterator[Diagnostic]:
    """Report dashes and uppercase letters."""
    for each in tokens.of("variable", "bare-variable"):
        name = KEYS.sub("", each.value)
        if "-" in name:
            yield variable_contains_dash(name).at(each.start, each.end)
        if not name.islower() and any("A" <= letter <= "Z" for letter in name):
            yield variable_is_lowercase(name).at(each.start, each.end)
