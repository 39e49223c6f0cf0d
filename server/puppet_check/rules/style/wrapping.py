"""Breaks lines that are too long: comments between words, code at logical operators, in brackets, or after an equals sign.

A break changes white space only. A line is left as it is unless all of its parts become short enough.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from puppet_check.rules.style.tokens import CLOSING, OPENING, Token, Tokens
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Edit, Fix

STEP = "  "
"""The indentation of what continues a line."""
MOST_TOKENS = 2000
"""The number of tokens of a line that is broken."""
MOST_TRIED = 5
"""The number of pairs of brackets in a line that are tried."""
UNBREAKABLE = ("heredoc-open", "comment", "slash-comment", "block-comment")
"""Tokens after which a line break would mean something, or that end a line."""
EXEMPT = (b"://", b"template(")
"""What lines may be longer with: URLs and names of templates."""
PREFIX = lazy_pattern(r"(?P<mark>\s*#+ {0,4})(?P<bullet>(?:[-*] |@\w+ )?)(?=\S)")
"""The beginning of a comment that is prose: text that is indented further is code."""
SUPPRESSION = b"# puppet-check: ignore["
"""What begins a comment that suppresses findings, which has to be on the line and does not count."""
NOTE = lazy_pattern(r"\s*#+(?P<indent>\s*)(?:@(?P<tag>\w+)|(?P<fence>```))?")
VERBATIM = ("example", "overload")
"""Tags with a title of one line, before lines of code."""
MOST_LINES = 500
"""The number of lines above a comment that are searched for the tag or fence that it belongs to."""
CONTROL = lazy_pattern(r"lint:|puppet-check:|\|")
"""What a comment says to a program, or a row of a table."""


class Break(NamedTuple):
    """A line break before a token, and the indentation of what follows."""

    at: int
    """The place among the tokens of the line that are code."""
    indent: str


def long_lines(tokens: Tokens, width: int) -> Iterator[tuple[int, int, tuple[Fix, ...]]]:
    """The lines of more than so many characters: their spans in bytes, and the fix that breaks them."""
    ends = [each.index for each in tokens.of("newline")]
    start = 0
    for line in tokens.text.source.split(b"\n"):
        end = start + len(line)
        if len(line) > width and not any(each in line for each in EXEMPT) and _width(line) > width:
            first = tokens.at(start)  # None if a token begins before the line, as does a string of several lines
            edits: tuple[Edit, ...] = ()
            if first is not None:
                at = bisect_left(ends, first.index)
                edits = wrapped(tokens[first.index : ends[at] if at < len(ends) else len(tokens)], tokens, width)
            yield start, end, (Fix("Break the line", edits, "safe", "tree"),) if edits else ()
        start = end + 1


def _width(line: bytes) -> int:
    """The number of characters of a line, without a comment at its end that suppresses findings."""
    at = line.rfind(SUPPRESSION)
    return len((line if at < 0 else line[:at].rstrip()).decode("utf-8", "replace"))


def wrapped(line: Sequence[Token], tokens: Tokens, width: int) -> tuple[Edit, ...]:
    """The edits that break a line, given by its tokens, into lines of at most so many characters; none if that is not possible."""
    if not line or len(line) > MOST_TOKENS:
        return ()
    code = [each for each in line if each.is_code]
    if not code:
        return _wrapped_comment(line, tokens, width)
    indent = line[0].value if line[0].kind in ("indent", "space") else ""
    if "\t" in indent or any(each.kind in UNBREAKABLE or "\n" in tokens.source(each) for each in line if each.kind != "newline"):
        return ()
    piece = _Line(code, tokens, indent, width)
    for breaks in piece.ways():
        if piece.fits(breaks):
            return tuple(Edit(code[each.at - 1].end, code[each.at].start, f"\n{each.indent}") for each in breaks)
    return ()


class _Line:
    """The code of a line."""

    def __init__(self, code: Sequence[Token], tokens: Tokens, indent: str, width: int) -> None:
        self._code = code
        self._indent = indent
        self._width = width
        self._start = tokens.column(code[0])
        self._columns = [(tokens.column(each), tokens.column_at(each.end)) for each in code]
        self._depths = [*_depths(code)]

    def ways(self) -> Iterator[list[Break]]:
        """The ways to break it, the best one first."""
        operators = [at for at, each in enumerate(self._code) if at and each.kind in ("and", "or") and self._depths[at] >= 0]
        for depth in sorted({self._depths[at] for at in operators}):
            yield self._filled([at for at in operators if self._depths[at] <= depth], self._indent, self._indent + STEP)
        yield from self._after_equals()
        yield from self._in_brackets()

    def _after_equals(self) -> Iterator[list[Break]]:
        """After an equals sign outside of brackets. An opening bracket stays after it, as a value stays after its arrow."""
        code = self._code
        found = [
            at + 1 for at, each in enumerate(code[:-1]) if each.kind == "=" and not self._depths[at] and code[at + 1].kind not in OPENING
        ]
        yield from ([Break(at, self._indent + STEP)] for at in found[-1:])

    def _in_brackets(self) -> Iterator[list[Break]]:
        """After an opening bracket, at the commas in it, and before the closing one: the outermost and longest brackets first."""
        begin = max((at for at, each in enumerate(self._code) if each.kind in ("=", "=>") and not self._depths[at]), default=0)
        opened: list[int] = []
        pairs: list[tuple[int, int, int]] = []
        for at, each in enumerate(self._code):
            if self._depths[at] >= 0 and each.kind in OPENING:
                opened.append(at)
            elif self._depths[at] >= 0 and each.kind in CLOSING and opened:
                first = opened.pop()
                if first >= begin and self._is_outside_short(first, at):
                    pairs.append((len(opened), first - at, first))
        for _, length, first in sorted(pairs)[:MOST_TRIED]:
            last = first - length
            inner, depth = self._indent + STEP, self._depths[first] + 1
            commas = [at + 1 for at in range(first, last) if self._code[at].kind == "," and self._depths[at] == depth and at + 1 < last]
            yield [Break(first + 1, inner), *self._filled(commas, inner, inner, first + 1, last), Break(last, self._indent)]

    def _is_outside_short(self, first: int, last: int) -> bool:
        """Whether what is up to an opening bracket, and what is from the closing one on, are short enough."""
        before = self._columns[first][1] - self._start
        after = self._columns[-1][1] - self._columns[last][0]
        return len(self._indent) + max(before, after) <= self._width

    def _filled(self, places: Sequence[int], indent: str, continued: str, first: int = 0, last: int | None = None) -> list[Break]:
        """As few of some breaks as make the lines between two tokens short enough."""
        found: list[Break] = []
        begin, shift, waiting = first, len(indent), None
        end = len(self._code) if last is None else last
        for at in [*places, end]:
            if waiting is not None and shift + self._columns[at - 1][1] - self._columns[begin][0] > self._width:
                found.append(Break(waiting, continued))
                begin, shift = waiting, len(continued)
            waiting = at
        return found

    def fits(self, breaks: Sequence[Break]) -> bool:
        """Whether all lines are short enough after some breaks, also with a comma after the last element of a list."""
        starts = [Break(0, self._indent), *breaks]
        ends = [*(each.at for each in breaks), len(self._code)]
        lengths = (
            len(start.indent) + self._columns[end - 1][1] - self._columns[start.at][0] + self._is_before_closing(end)
            for start, end in zip(starts, ends, strict=True)
        )
        return bool(breaks) and all(start.at < end for start, end in zip(starts, ends, strict=True)) and max(lengths) <= self._width

    def _is_before_closing(self, at: int) -> bool:
        """Whether a bracket closes at a place, before which a comma may be wanted."""
        return at < len(self._code) and self._code[at].kind in CLOSING and self._code[at - 1].kind != ","


def _depths(code: Sequence[Token]) -> Iterator[int]:
    """The number of brackets around each token that the line opens, the same for both brackets of a pair; -1 in a string."""
    depth = strings = 0
    for each in code:
        if each.kind in ("end", "heredoc-end"):
            strings -= 1
        if each.kind in CLOSING and not strings:
            depth -= 1
        yield -1 if strings else max(depth, 0)
        if each.kind in OPENING and not strings:
            depth += 1
        if each.kind in ("start", "heredoc-start"):
            strings += 1


def _wrapped_comment(line: Sequence[Token], tokens: Tokens, width: int) -> tuple[Edit, ...]:
    comment = next((each for each in line if each.kind == "comment"), None)
    if comment is None or CONTROL.search(comment.value):
        return ()
    number = tokens.line(comment)
    start = tokens.text.line_starts[number]
    text = tokens.text.slice(start, comment.end)
    prefix = PREFIX.match(text)
    if prefix is None or _is_verbatim(number, tokens):
        return ()
    continued = prefix["mark"] + " " * (2 if prefix["bullet"] else 0)
    lines = [*_lines(text[prefix.end() :].split(), prefix[0], continued, width)]
    return (Edit(start, comment.end, "\n".join(lines)),) if all(len(each) <= width for each in lines) else ()


def _is_verbatim(number: int, tokens: Tokens) -> bool:
    """Whether a line of documentation is the title of an example, or belongs to its code or to a fenced block."""
    own: str | None = None
    is_tagged = is_fenced = is_decided = False
    for line in range(number, max(-1, number - MOST_LINES), -1):
        note = NOTE.match(tokens.text.slice(*tokens.text.line_span(line)))
        if note is None:
            break
        own = note["indent"] if own is None else own
        is_fenced ^= note["fence"] is not None
        if note["tag"] and not is_decided:
            is_decided = True
            is_tagged = note["tag"] in VERBATIM and (line == number or len(own) > len(note["indent"]))
    return is_tagged or is_fenced


def _lines(words: Sequence[str], first: str, continued: str, width: int) -> Iterator[str]:
    """Words in as few lines as possible."""
    made = first
    is_empty = True
    for word in words:
        if not is_empty and len(made) + 1 + len(word) > width:
            yield made
            made, is_empty = continued, True
        made += word if is_empty else f" {word}"
        is_empty = False
    yield made
