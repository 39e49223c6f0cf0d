"""Arrows of relationships."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.style.rule import StyleFile, style, style_issue
from puppet_check.rules.style.tokens import Token, Tokens
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix


@style_issue()
def arrow_on_right_operand_line() -> str:
    """Relationship arrow at the end of a line"""
    return "the arrow belongs to the line of its right operand"


@style_issue()
def right_to_left_relationship() -> str:
    """Relationship from right to left"""
    return "relationship from right to left; expected `->`"


@style(on=Tokens)
def check_lines(tokens: Tokens, file: StyleFile) -> Iterator[Diagnostic]:
    """Report arrows whose right operand is on a later line."""
    for each in tokens.of("->", "~>"):
        right = tokens.next_code(each)
        if right is not None and tokens.line(right) != tokens.line(each):
            yield arrow_on_right_operand_line().at(each.start, each.end, fixes=_moved(each, right, tokens))


@style(on=Tokens)
def check_direction(tokens: Tokens, file: StyleFile) -> Iterator[Diagnostic]:
    """Report `<-`."""
    for each in tokens.of("<-"):
        yield right_to_left_relationship().at(each.start, each.end)


def _moved(arrow: Token, right: Token, tokens: Tokens) -> tuple[Fix, ...]:
    """The arrow before its right operand; white space before it goes if nothing follows it on its line."""
    start, end = arrow.start, arrow.end
    before, following = tokens.previous(arrow), tokens.next(arrow)
    if following is not None and following.kind == "space":
        end = following.end
        following = tokens.next(following)
    if before is not None and before.kind == "space" and (following is None or following.kind == "newline"):
        start = before.start
    if before is not None and before.kind == "indent":
        if following is None or following.kind != "newline":
            end = arrow.end if following is None else following.start
        else:
            start, end = before.start, following.end
    edits = (Edit(start, end, ""), Edit(right.start, right.start, f"{arrow.kind} "))
    return (Fix("Move the arrow to the line of its right operand", edits, "safe", "tree"),)
