"""Commas after the last elements of lists over several lines."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.style.rule import StyleFile, style, style_issue
from puppet_check.rules.style.tokens import Token, Tokens
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix

LISTS = (ast.LiteralList, ast.LiteralHash, ast.ResourceDefaultsExpression)


@style_issue()
def trailing_comma() -> str:
    """No comma after the last element of a list over several lines"""
    return "no comma after the last element"


@style(on=Tokens)
def check_resources(tokens: Tokens, file: StyleFile) -> Iterator[Diagnostic]:
    """Report resources without a comma after their last attribute."""
    for each in file.resources:
        yield from _checked(each.tokens[-1], ":", tokens)


@style(on=LISTS)
def check_lists(node: ast.Expression, file: StyleFile) -> Iterator[Diagnostic]:
    """Report arrays, hashes and resource defaults without a comma after their last element."""
    closing = file.tokens.at(node.end - 1)
    if closing is not None and closing.kind in ("]", "}"):
        yield from _checked(closing, "[" if closing.kind == "]" else "{", file.tokens)


def _checked(closing: Token, opening: str, tokens: Tokens) -> Iterator[Diagnostic]:
    last = tokens.previous_code(closing)
    if last is not None and last.kind in ("heredoc", "heredoc-end"):
        while last is not None and last.kind != "heredoc-open":
            last = tokens.previous_code(last)
    following = None if last is None else tokens.next(last)
    if last is None or following is None or following.kind != "newline" or last.kind in (",", opening) or closing.kind == ";":
        return
    yield trailing_comma().at(last.end, last.end, fixes=(Fix("Add a comma", (Edit(last.end, last.end, ","),), "safe", "tree"),))
