"""Indentation of each line, by the brackets that are open and by what the line before it ends with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from puppet_check.rules.style.rule import StyleFile, style, style_issue
from puppet_check.rules.style.tokens import CLOSING, OPENING, Token, Tokens
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix

STEP = 2
"""The characters of an indentation."""
WIDEST = 200
"""The widest indentation that a fix makes: all fixes of a deep file together would be too long."""
SKIPPED = ("space", "comment")
"""What may follow the last token of a line."""
Line = list[Token]


@style_issue()
def strict_indent(expected: int, actual: int) -> str:
    """Wrong indentation"""
    return f"expected an indentation of {expected}, found {actual}"


@style(on=Tokens)
def check_lines(tokens: Tokens, file: StyleFile) -> Iterator[Diagnostic]:
    """Report each line that is not indented as far as those before it require."""
    lines = _lines(tokens)
    state = _State(tokens, {each.index: number for number, line in enumerate(lines) for each in line})
    for number in range(1, len(lines)):
        line = lines[number]
        expected = state.follow(lines[number - 1], line, number) * STEP
        if state.depth < 0:
            return
        first = line[0] if line else None
        if first is None or first.kind in ("newline", "comment"):
            continue
        actual = _width(first, tokens)
        if actual != expected:
            yield strict_indent(expected, actual).at(first.start, first.end, fixes=_indented(first, expected))


def _lines(tokens: Tokens) -> list[Line]:
    """The tokens of each line, with its line break; a line break within a token ends no line."""
    lines: list[Line] = [[]]
    for each in tokens:
        lines[-1].append(each)
        if each.kind == "newline":
            lines.append([])
    return lines


@dataclass
class _State:
    """What is open at the end of a line."""

    tokens: Tokens
    numbers: dict[int, int]
    """The numbers of the lines, by the index of a token."""
    depth: int = 0
    title: int | None = None
    """The line of a title whose attributes are indented."""

    def follow(self, previous: Line, line: Line, number: int) -> int:
        """The depth of a line, after that before it."""
        opened = self._opened(previous, number - 1)
        self.depth += opened
        extra = sum(each.kind == "heredoc-open" for each in previous)
        last = next((each.kind for each in reversed(previous[:-1]) if each.kind not in SKIPPED), "")
        if last == ":" and not opened and self.title is None:
            self.title = number - 1
            self.depth += 1
        elif last == ";" and self.title is not None:
            self.title = None
            self.depth -= 1
        elif last in ("=", "=>"):
            extra += 1
        self._close(line, number)
        if self.title is not None and [each.kind for each in line if each.kind != "indent"] in ([";"], [";", "newline"]):
            extra -= 1
        return self.depth + extra

    def _opened(self, line: Line, number: int) -> int:
        """The steps that the brackets of a line add: one for all that are closed on the same line."""
        closed, unclosed = set(), 0
        for each in line:
            if each.kind in OPENING:
                partner = self._line_of_partner(each)
                if partner is None:
                    unclosed += 1
                elif partner > number:
                    closed.add(partner)
        return len(closed) + unclosed

    def _close(self, line: Line, number: int) -> None:
        """Remove the steps of the brackets that a line closes, and that of a title in them."""
        opened = set()
        for each in line:
            partner = self._line_of_partner(each) if each.kind in CLOSING else None
            if partner is None:
                continue
            if partner < number:
                opened.add(partner)
            if each.kind == "}" and self.title is not None and partner < self.title:
                self.title = None
                self.depth -= 1
        self.depth -= len(opened)

    def _line_of_partner(self, bracket: Token) -> int | None:
        partner = self.tokens.partner(bracket)
        return None if partner is None else self.numbers[partner.index]


def _width(first: Token, tokens: Tokens) -> int:
    """The width of the indentation that a line begins with; that of a heredoc is the one of its end tag."""
    if first.kind == "indent":
        return len(first.value)
    if not first.kind.startswith("heredoc"):
        return 0
    last: Token | None = first
    while last is not None and last.kind not in ("heredoc", "heredoc-end", "newline"):
        last = tokens.next(last)
    ending = tokens.source(last or first).rpartition("\n")[2]
    return len(ending) - len(ending.lstrip())


def _indented(first: Token, width: int) -> tuple[Fix, ...]:
    """The fix of a line; none for a heredoc, whose text could change."""
    if first.kind.startswith("heredoc") or width > WIDEST:
        return ()
    end = first.end if first.kind == "indent" else first.start
    return (Fix("Correct the indentation", (Edit(first.start, end, " " * width),), "safe", "tree"),)
