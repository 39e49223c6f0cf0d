"""Arrows between names and values."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from puppet_check.rules.style.parts import Resource
from puppet_check.rules.style.rule import StyleFile, style, style_issue
from puppet_check.rules.style.tokens import Token, Tokens
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix


@style_issue()
def arrow_alignment(expected: int, actual: int) -> str:
    """Arrow that is not aligned with those around it"""
    return f"arrow in column {actual} is not aligned with the others; expected column {expected}"


@style_issue()
def space_before_arrow() -> str:
    """No single space before an arrow in a declaration on one line"""
    return "expected a single space before `=>`"


@style(on=Tokens)
def check_arrows(tokens: Tokens, file: StyleFile) -> Iterator[Diagnostic]:
    """Report arrows in resource bodies: aligned if there are several lines, after one space if there is one."""
    for resource in file.resources:
        arrows = [each for each in resource.tokens if each.kind == "=>"]
        if not arrows:
            continue
        if tokens.line(arrows[0]) == tokens.line(arrows[-1]):
            for each in arrows:
                yield from _spaced(each, tokens)
        else:
            for group in _groups(resource):
                yield from _aligned(group, tokens)


def _spaced(arrow: Token, tokens: Tokens) -> Iterator[Diagnostic]:
    before = tokens.previous(arrow)
    if before is None or before.value == " ":
        return
    start = before.start if before.kind in ("space", "indent") else arrow.start
    fixes = (Fix("Use one space", (Edit(start, arrow.start, " "),), "safe", "tree"),) if before.kind != "newline" else ()
    yield space_before_arrow().at(before.start, arrow.end, fixes=fixes)


def _groups(resource: Resource) -> Iterator[list[Token]]:
    """The arrows of each pair of braces, and those of the body itself."""
    opened: list[list[Token]] = [[]]
    for each in resource.tokens:
        if each.kind == "=>":
            opened[-1].append(each)
        elif each.kind == "{":
            opened.append([])
        elif each.kind in ("}", ";") and opened:
            yield opened.pop()
            if each.kind == ";":
                opened.append([])


def _aligned(arrows: list[Token], tokens: Tokens) -> Iterator[Diagnostic]:
    """Report arrows of a group that are not below each other."""
    lines = [tokens.line(each) for each in arrows]
    if len(set(lines)) < 2:
        return
    keys = [_key(each, tokens) for each in arrows]
    first = keys[0][0]
    expected = 0
    on_line: dict[int, list[Token]] = defaultdict(list)
    for arrow, line, (column, length) in zip(arrows, lines, keys, strict=True):
        # The second name on a line is to be moved below the first one.
        start = first if on_line[line] else column
        expected = max(expected, start + length + 1)
        on_line[line].append(arrow)
    for arrow, line in zip(arrows, lines, strict=True):
        actual = tokens.column(arrow)
        if actual != expected:
            is_first = on_line[line][0] is arrow
            fixes = _moved(arrow, expected - actual, tokens) if is_first else _on_own_line(arrow, first, tokens)
            yield arrow_alignment(expected + 1, actual + 1).at(arrow.start, arrow.end, fixes=fixes)


def _key(arrow: Token, tokens: Tokens) -> tuple[int, int]:
    """The column and length of the name before an arrow, in characters."""
    key = tokens.previous_code(arrow)
    if key is None:
        return 0, 0
    end = key.end
    if key.kind == "end":
        depth = 1
        while depth and key.index:
            key = tokens.all[key.index - 1]
            depth += 1 if key.kind == "end" else -1 if key.kind == "start" else 0
    return tokens.column(key), len(tokens.text.slice(key.start, end))


def _moved(arrow: Token, columns: int, tokens: Tokens) -> tuple[Fix, ...]:
    """More or less white space before an arrow."""
    before = tokens.previous(arrow)
    if before is None or before.kind in ("newline", "indent"):
        return ()
    start = before.start if before.kind == "space" else arrow.start
    spaces = len(before.value) + columns if before.kind == "space" else columns
    if spaces < 0:
        return ()
    return (Fix("Align the arrow", (Edit(start, arrow.start, " " * spaces),), "safe", "tree"),)


def _on_own_line(arrow: Token, column: int, tokens: Tokens) -> tuple[Fix, ...]:
    """A line break before the name before an arrow."""
    key = tokens.previous_code(arrow)
    before = None if key is None else tokens.previous(key)
    if key is None or before is None or key.kind == "end" or before.is_comment:
        return ()
    start = before.start if before.kind == "space" else key.start
    return (Fix("Move it to a line of its own", (Edit(start, key.start, "\n" + " " * column),), "safe", "tree"),)
