"""Names of variables."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.style.rule import StyleFile, style, style_issue
from puppet_check.rules.style.tokens import Tokens
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix

OF_CLASS = lazy_pattern(r"::[a-z0-9_][a-zA-Z0-9_]+::")
KEYS = lazy_pattern(r"\[.{1,1000}?\]")
UPPERCASE = lazy_pattern(r"[A-Z]")


@style_issue()
def topscope_variable(name: str) -> str:
    """Variable of a class with `::` in front"""
    return f"`${name}` begins with `::`, which has no effect on a variable of a class"


@style_issue()
def variable_contains_upcase(name: str) -> str:
    """Name of a variable with a capital letter"""
    return f"`${name}` contains a capital letter"


@style(on=Tokens)
def check_top_scope(tokens: Tokens, file: StyleFile) -> Iterator[Diagnostic]:
    """Report variables of other classes, in files with a class or a defined type."""
    if not file.definitions:
        return
    for each in tokens.of("variable"):
        if OF_CLASS.match(each.value):
            at = each.start + (1 if tokens.source(each).startswith("$") else 0)
            fix = Fix("Remove ::", (Edit(at, at + 2, ""),), "safe")
            yield topscope_variable(KEYS.sub("", each.value)).at(each.start, each.end, fixes=(fix,))


@style(on=Tokens)
def check_case(tokens: Tokens, file: StyleFile) -> Iterator[Diagnostic]:
    """Report capital letters. Other files may read the variable by its name, so the fix is not safe."""
    for each in tokens.of("variable", "bare-variable"):
        name = KEYS.sub("", each.value)
        if UPPERCASE.search(name):
            fix = Fix("Use lower-case letters", (Edit(each.start, each.end, _lowered(tokens.source(each))),))
            yield variable_contains_upcase(name).at(each.start, each.end, fixes=(fix,))


def _lowered(text: str) -> str:
    """A variable in lower case, apart from its keys."""
    name, bracket, keys = text.partition("[")
    return f"{name.lower()}{bracket}{keys}"
