"""White space beside braces and brackets."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.style.gaps import WHITE, Gap, filled, gap_after, gap_before, one_break
from puppet_check.rules.style.rule import StyleFile, style, style_issue
from puppet_check.rules.style.tokens import Token, Tokens
from puppet_typesys.diagnostics import Diagnostic, Fix, Severity

AFTER_CLOSING = frozenset(("]", ")", ";", ",", ":", ".", "newline", "middle", "end", "[", "heredoc-middle", "heredoc-end"))
"""What follows a closing bracket without white space."""
ATTACHED = ("reference", "variable", "name")
"""What can be followed by the bracket of its keys."""
BRACKETS = ("]", "}", ")", "(", "[", "{", "data-type")
"""What a bracket can follow without white space."""


@style_issue(Severity.ERROR)
def manifest_whitespace_opening_brace_before() -> str:
    """No single space before an opening brace"""
    return "expected a single space before the brace"


@style_issue(Severity.ERROR)
def manifest_whitespace_opening_brace_after() -> str:
    """No single space or line break after an opening brace"""
    return "expected a single space or line break after the brace"


@style_issue(Severity.ERROR)
def manifest_whitespace_closing_brace_before() -> str:
    """No single space or line break before a closing brace"""
    return "expected a single space or line break before the brace, and nothing between empty braces"


@style_issue(Severity.ERROR)
def manifest_whitespace_closing_brace_after() -> str:
    """Missing or unnecessary white space after a closing brace"""
    return "expected white space after the brace, but none before a bracket, comma or line break"


@style_issue(Severity.ERROR)
def manifest_whitespace_opening_bracket_before() -> str:
    """Missing or unnecessary white space before an opening bracket"""
    return "expected a single space before the bracket, but none after another one"


@style_issue(Severity.ERROR)
def manifest_whitespace_opening_bracket_after() -> str:
    """White space after an opening bracket"""
    return "expected nothing or a single line break after the bracket"


@style_issue(Severity.ERROR)
def manifest_whitespace_closing_bracket_before() -> str:
    """White space before a closing bracket"""
    return "expected nothing or a single line break before the bracket"


@style_issue(Severity.ERROR)
def manifest_whitespace_closing_bracket_after() -> str:
    """Missing or unnecessary white space after a closing bracket"""
    return "expected white space after the bracket, but none before another one, a comma or line break"


@style(on=Tokens)
def check_opening_braces(tokens: Tokens, file: StyleFile) -> Iterator[Diagnostic]:
    """Report the white space on both sides of opening braces."""
    for each in tokens.of("{"):
        gap = gap_before(each, tokens)
        if gap.before is not None and not _opens_well(gap, gap.before.kind):
            fixes = filled(gap, "" if gap.before.kind in ("(", "[") else " ")
            yield manifest_whitespace_opening_brace_before().at(each.start, each.end, fixes=fixes)
        gap = gap_after(each, tokens)
        wrong = _too_many(gap)
        if wrong is None and gap.first is not None and not gap.is_space and not _starts_well(gap.first):
            wrong = gap.first
        if wrong is not None:
            yield manifest_whitespace_opening_brace_after().at(wrong.start, wrong.end, fixes=_after_opening(gap, " "))


def _opens_well(gap: Gap, before: str) -> bool:
    """Whether the white space on the left of a brace is as it should be."""
    if before in ("comment", ":"):
        return True
    if before == ",":
        return gap.is_space or (bool(gap.white) and gap.white[-1].kind != "space")
    if before in ("(", "["):
        return not gap.white or gap.has_line_break
    return gap.is_space or (before == "{" and gap.has_line_break)


def _starts_well(first: Token) -> bool:
    """Whether the token after a brace needs no space before it."""
    return first.kind in ("}", "[", "{", "newline") or (first.kind == "space" and first.value == " ")


def _too_many(gap: Gap) -> Token | None:
    """The second of two line breaks at the beginning of a gap."""
    is_double = [each.kind for each in gap.white[:2]] == ["newline", "newline"]
    return gap.white[1] if is_double else None


def _after_opening(gap: Gap, space: str) -> tuple[Fix, ...]:
    """A single line break where there are several; white space otherwise."""
    return filled(gap, one_break(gap) if gap.has_line_break else space)


@style(on=Tokens)
def check_closing_braces(tokens: Tokens, file: StyleFile) -> Iterator[Diagnostic]:
    """Report the white space on both sides of closing braces."""
    for each in tokens.of("}"):
        gap = gap_before(each, tokens)
        if gap.before is not None and not _closes_well(gap, is_empty=gap.before.kind == "{"):
            first = gap.first or each
            text = one_break(gap) if gap.has_line_break else "" if gap.before.kind == "{" else " "
            yield manifest_whitespace_closing_brace_before().at(first.start, first.end, fixes=filled(gap, text))
        for wrong, fixes in _after_closing(each, tokens):
            yield manifest_whitespace_closing_brace_after().at(wrong.start, wrong.end, fixes=fixes)


def _closes_well(gap: Gap, *, is_empty: bool) -> bool:
    if gap.is_line_break:
        return True
    return not gap.white if is_empty else gap.is_space


@style(on=Tokens)
def check_opening_brackets(tokens: Tokens, file: StyleFile) -> Iterator[Diagnostic]:
    """Report the white space on both sides of opening brackets."""
    for each in tokens.of("["):
        gap = gap_before(each, tokens)
        if gap.before is not None and not _is_attached(gap, gap.before, tokens):
            yield manifest_whitespace_opening_bracket_before().at(each.start, each.end, fixes=_before_bracket(gap, gap.before))
        gap = gap_after(each, tokens)
        wrong = _too_many(gap)
        if wrong is None and gap.white and gap.white[0].kind != "newline":
            wrong = gap.white[0]
        if wrong is not None:
            yield manifest_whitespace_opening_bracket_after().at(wrong.start, wrong.end, fixes=_after_opening(gap, ""))


def _is_attached(gap: Gap, before: Token, tokens: Tokens) -> bool:
    """Whether the white space on the left of a bracket is as it should be."""
    starts_line = bool(gap.white) and gap.white[-1].kind != "space"
    match before.kind:
        case "comment":
            return True
        case ";" | "," | ":" | "name" if starts_line:
            return True
        case "{" if gap.is_space:
            owner = gap_before(before, tokens).before
            return owner is None or owner.kind in ("name", "|")
        case kind if kind in BRACKETS:
            return not gap.white or starts_line
        case "reference" | "variable":
            return not gap.white
        case "name" if not gap.white:
            return True
    return gap.is_space


def _before_bracket(gap: Gap, before: Token) -> tuple[Fix, ...]:
    """A single space, or nothing after another opening bracket; not where the bracket would get another meaning."""
    if before.kind in ("(", "[", "{"):
        return filled(gap, "")
    return () if before.kind in (*ATTACHED, *BRACKETS) else filled(gap, " ")


@style(on=Tokens)
def check_closing_brackets(tokens: Tokens, file: StyleFile) -> Iterator[Diagnostic]:
    """Report the white space on both sides of closing brackets."""
    for each in tokens.of("]"):
        gap = gap_before(each, tokens)
        if gap.before is not None and gap.white and not gap.is_line_break:
            text = one_break(gap) if gap.has_line_break else ""
            yield manifest_whitespace_closing_bracket_before().at(gap.white[0].start, gap.white[0].end, fixes=filled(gap, text))
        for wrong, fixes in _after_closing(each, tokens):
            yield manifest_whitespace_closing_bracket_after().at(wrong.start, wrong.end, fixes=fixes)


def _after_closing(token: Token, tokens: Tokens) -> Iterator[tuple[Token, tuple[Fix, ...]]]:
    """Wrong white space on the right of a closing brace or bracket, with its fixes."""
    following = tokens.next(token)
    if following is None or following.kind in AFTER_CLOSING:
        return
    if following.kind not in WHITE:
        yield following, filled(Gap(token, [], following), " ")
        return
    gap = gap_after(token, tokens)
    after = gap.after
    if after is None or after.kind not in AFTER_CLOSING:
        return
    # Without white space, the bracket of an array would be that of keys.
    yield following, () if after.kind == "[" or gap.has_line_break else filled(gap, "")
