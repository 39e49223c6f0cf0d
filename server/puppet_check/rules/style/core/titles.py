"""Titles of resources and names of nodes without quotes."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.style.rule import StyleFile, style, style_issue
from puppet_check.rules.style.tokens import Token, Tokens
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix

IN_HOST = ("name", "number", ".", "-")
"""The tokens that the name of a host can consist of."""


@style_issue()
def unquoted_resource_title() -> str:
    """Title of a resource without quotes"""
    return "title without quotes"


@style_issue()
def unquoted_node_name() -> str:
    """Name of a node without quotes"""
    return "name of a node without quotes"


@style(on=Tokens)
def check_titles(tokens: Tokens, file: StyleFile) -> Iterator[Diagnostic]:
    """Report words before the colon of a resource body, and in an array there."""
    done = -1
    for colon in tokens.of(":"):
        for each in _titles(colon, tokens, done):
            if each.kind == "name":
                yield unquoted_resource_title().at(each.start, each.end, fixes=_quoted(each, each))
        done = colon.index


def _titles(colon: Token, tokens: Tokens, done: int) -> list[Token]:
    """The title before a colon, or those in an array there, without what precedes another colon."""
    before, following = tokens.previous(colon), tokens.next_code(colon)
    if before is None:
        return []
    if before.kind == "]":
        opening = tokens.partner(before)
        return [] if opening is None else tokens.all[max(opening.index, done) + 1 : before.index]
    return [] if following is None or following.kind == "{" else [before]


@style(on=Tokens)
def check_nodes(tokens: Tokens, file: StyleFile) -> Iterator[Diagnostic]:
    """Report words between `node` and its brace."""
    for node in tokens.of("node"):
        each = tokens.next_code(node)
        names: list[Token] = []
        while each is not None and each.kind not in ("{", "node"):
            names += [each] if each.kind == "name" else []
            each = tokens.next_code(each)
        if each is not None and each.kind == "{":
            yield from (unquoted_node_name().at(name.start, name.end, fixes=_quoted_host(name, tokens)) for name in names)


def _quoted_host(name: Token, tokens: Tokens) -> tuple[Fix, ...]:
    """Quotes around all parts of a host name, as the fix of the first one."""
    before, last = tokens.previous(name), name
    if before is not None and before.kind in IN_HOST:
        return ()
    while (following := tokens.next(last)) is not None and following.kind in IN_HOST:
        last = following
    return _quoted(name, last)


def _quoted(first: Token, last: Token) -> tuple[Fix, ...]:
    return (Fix("Add quotes", (Edit(first.start, first.start, "'"), Edit(last.end, last.end, "'")), "safe"),)
