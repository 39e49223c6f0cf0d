"""The order of parameters."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.style.rule import StyleFile, style, style_issue
from puppet_check.rules.style.tokens import CLOSING, OPENING, Token, Tokens
from puppet_typesys.diagnostics import Diagnostic

BEFORE = ("(", ",", "data-type", "]", "reference")
"""What a parameter can follow."""


@style_issue()
def parameter_order(name: str) -> str:
    """Required parameter after an optional one"""
    return f"required parameter `${name}` after an optional one"


@style(on=Tokens)
def check_order(tokens: Tokens, file: StyleFile) -> Iterator[Diagnostic]:
    """Report parameters without a default that follow one with a default."""
    for definition in file.definitions:
        depth, has_default = 0, False
        for each in definition.parameters or ():
            if each.kind in OPENING:
                depth += 1
            elif each.kind in CLOSING:
                depth -= 1
            elif each.kind == "=":
                has_default = True
            elif each.kind == "variable" and not depth and has_default and _is_required(each, tokens):
                yield parameter_order(each.value).at(each.start, each.end)


def _is_required(parameter: Token, tokens: Tokens) -> bool:
    before, following = tokens.previous_code(parameter), tokens.next_code(parameter)
    return before is not None and before.kind in BEFORE and (following is None or following.kind in (",", ")"))
