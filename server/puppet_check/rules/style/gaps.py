"""White space beside tokens, and the fixes that replace it."""

from __future__ import annotations

from typing import NamedTuple

from puppet_check.rules.style.tokens import COMMENTS, Token, Tokens
from puppet_typesys.diagnostics import Edit, Fix

WHITE = ("space", "indent", "newline")


class Gap(NamedTuple):
    """The white space between two tokens, where comments count as tokens."""

    before: Token | None
    """The token on its left; None at the beginning of the text."""
    white: list[Token]
    after: Token | None
    """The token on its right; None at the end of the text."""

    @property
    def is_space(self) -> bool:
        """Whether it is a single space."""
        return len(self.white) == 1 and self.white[0].kind == "space" and self.white[0].value == " "

    @property
    def is_line_break(self) -> bool:
        """Whether it is one line break, with or without an indentation after it."""
        return [each.kind for each in self.white] in (["newline"], ["newline", "indent"])

    @property
    def has_line_break(self) -> bool:
        """Whether its sides are on different lines."""
        return any(each.kind == "newline" for each in self.white)

    @property
    def first(self) -> Token | None:
        """Its first token, or the one on its right if it is empty."""
        return self.white[0] if self.white else self.after


def gap_before(token: Token, tokens: Tokens) -> Gap:
    """The white space on the left of a token."""
    white: list[Token] = []
    other = tokens.previous(token)
    while other is not None and other.kind in WHITE:
        white.append(other)
        other = tokens.previous(other)
    return Gap(other, white[::-1], token)


def gap_after(token: Token, tokens: Tokens) -> Gap:
    """The white space on the right of a token."""
    white: list[Token] = []
    other = tokens.next(token)
    while other is not None and other.kind in WHITE:
        white.append(other)
        other = tokens.next(other)
    return Gap(token, white, other)


def filled(gap: Gap, text: str) -> tuple[Fix, ...]:
    """The fix that replaces a gap, unless a comment would take in what follows it."""
    if gap.before is None or gap.after is None or (gap.before.kind in COMMENTS and "\n" not in text):
        return ()
    title = {"": "Remove the white space", " ": "Use a single space"}.get(text, "Use a single line break")
    return (Fix(title, (Edit(gap.before.end, gap.after.start, text),), "safe", "tree"),)


def one_break(gap: Gap) -> str:
    """The last line break of a gap with the indentation after it."""
    last = max(index for index, each in enumerate(gap.white) if each.kind == "newline")
    return "".join(each.value for each in gap.white[last:])
