"""Breaks lines that are too long: paragraphs of comments between words, code at logical operators, in brackets, or after an equals sign.

A break changes white space only, but for the comma after the last element of an array or hash. A line is left as it is unless all of its
parts become short enough.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from puppet_check.rules.style.paragraphs import wrapped_comment
from puppet_check.rules.style.tokens import CLOSING, OPENING, Token, Tokens
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
SUPPRESSION = b"# puppet-check: ignore["
"""What begins a comment that suppresses findings, which has to be on the line and does not count."""


class Break(NamedTuple):
    """A line break before a token, and the indentation of what follows."""

    at: int
    """The place among the tokens of the line that are code."""
    indent: str
    before: str = "\n"
    """What precedes the indentation: a line break, perhaps after a comma; or nothing, for spaces that align an arrow."""


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
        comment = next((each for each in line if each.kind == "comment"), None)
        return () if comment is None else wrapped_comment(comment, tokens, width)
    indent = line[0].value if line[0].kind in ("indent", "space") else ""
    if "\t" in indent or any(each.kind in UNBREAKABLE or "\n" in tokens.source(each) for each in line if each.kind != "newline"):
        return ()
    piece = _Line(code, tokens, indent, width)
    for breaks in piece.ways():
        if piece.fits(breaks):
            return tuple(Edit(code[each.at - 1].end, code[each.at].start, f"{each.before}{each.indent}") for each in breaks)
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
        attributes = self._attributes_of_collector()
        if attributes:
            yield attributes
        operators = [at for at, each in enumerate(self._code) if at and each.kind in ("and", "or") and self._depths[at] >= 0]
        for depth in sorted({self._depths[at] for at in operators}):
            places = [at for at in operators if self._depths[at] <= depth and not (attributes and at > attributes[0].at)]
            yield [*self._filled(places, self._indent, self._indent, 0, attributes[0].at if attributes else None), *attributes]
        arrows = [at for at, each in enumerate(self._code) if at and each.kind in ("->", "~>", "<-", "<~") and not self._depths[at]]
        if arrows:
            yield [Break(at, self._indent) for at in arrows]
        yield from self._after_equals()
        yield from self._in_brackets()

    def _attributes_of_collector(self) -> list[Break]:
        """The breaks of the attributes after a query, which are on lines of their own if it has a line break, as in formatted code."""
        code = self._code
        first = next((at for at in range(1, len(code)) if code[at].kind == "{" and code[at - 1].kind in ("|>", "|>>")), None)
        if first is None or self._depths[first]:
            return []
        last = next((at for at in range(first + 1, len(code)) if self._is(at, "}", 0)), first)
        return self._inside(first, last) if last > first + 1 else []

    def _after_equals(self) -> Iterator[list[Break]]:
        """After an equals sign outside of brackets. An opening bracket stays after it, as a value stays after its arrow."""
        code = self._code
        if sum((each.kind in OPENING) - (each.kind in CLOSING) for each in code):
            return  # The value goes on in the next lines, which would have to be indented further.
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
                if first >= begin and self._is_outside_short(first, at) and not self._is_whole(first, at):
                    pairs.append((len(opened), first - at, first))
        spans = {first: first - length for _, length, first in pairs}
        for _, length, first in sorted(pairs)[:MOST_TRIED]:
            last = first - length
            hugged = next((inner for inner in range(first + 1, last) if spans.get(inner) == last - 1), None)
            if hugged is not None and self._code[first].kind == "(":
                yield self._inside(hugged, last - 1)
            yield self._inside(first, last)

    def _inside(self, first: int, last: int) -> list[Break]:
        """Breaks next to two brackets and at the commas between them; each pair or attribute has its line, with its arrow in a column."""
        inner, depth = self._indent + STEP, self._depths[first] + 1
        found = {kind: [at for at in range(first, last) if self._is(at, kind, depth)] for kind in (",", "=>", "+>", ":")}
        arrows = sorted([*found["=>"], *found["+>"]])
        commas = [at + 1 for at in found[","] if at + 1 < last]
        # The attributes of a resource begin after its title.
        begins = [found[":"][0] + 1 if found[":"] else first + 1, *commas]
        if self._code[first].kind != "{" or len(arrows) != len(begins):
            comma = "," if self._is_array(first) and self._code[last - 1].kind != "," else ""
            return [Break(first + 1, inner), *self._filled(commas, inner, inner, first + 1, last), Break(last, self._indent, f"{comma}\n")]
        ends = [self._columns[at - 1][1] - self._columns[begin][0] for at, begin in zip(arrows, begins, strict=True)]
        gaps = [Break(at, " " * (max(ends) + 1 - end), "") for at, end in zip(arrows, ends, strict=True)]
        comma = "" if self._code[last - 1].kind == "," else ","
        return [*sorted([*(Break(at, inner) for at in begins), *gaps]), Break(last, self._indent, f"{comma}\n")]

    def _is_array(self, first: int) -> bool:
        """Whether a bracket begins an array, not an access."""
        before = self._code[first - 1] if first else None
        return self._code[first].kind == "[" and (before is None or before.end < self._code[first].start or before.kind in OPENING)

    def _is(self, at: int, kind: str, depth: int) -> bool:
        return self._code[at].kind == kind and self._depths[at] == depth

    def _is_whole(self, first: int, last: int) -> bool:
        """Whether brackets are not broken: those of an access, whose index stays next to the value, or of a title."""
        is_title = last + 1 < len(self._code) and self._code[last + 1].kind == ":"
        if is_title or (self._code[first].kind == "{" and self._code[last - 1].kind == ":"):
            return True
        if self._code[first].kind != "[" or not first or self._code[first - 1].end != self._code[first].start:
            return False
        is_followed = last + 1 < len(self._code) and self._code[last + 1].kind == "[" and self._code[last + 1].start == self._code[last].end
        return (
            self._code[first - 1].kind not in ("reference", "data-type")
            or is_followed
            or not any(self._is(at, ",", self._depths[first] + 1) for at in range(first, last))
        )

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
        lines = [Break(0, self._indent), *(each for each in breaks if each.before)]
        ends = [*(each.at for each in lines[1:]), len(self._code)]
        lengths = [
            len(start.indent) + self._columns[end - 1][1] - self._columns[start.at][0] + self._added(breaks, start.at, end)
            for start, end in zip(lines, ends, strict=True)
        ]
        is_ordered = all(start.at < end for start, end in zip(lines, ends, strict=True))
        return bool(breaks) and is_ordered and max(lengths) <= self._width

    def _added(self, breaks: Sequence[Break], first: int, last: int) -> int:
        """By how much a line between two tokens gets longer: by spaces that align arrows, and a comma that a list may want at its end."""
        found = [each for each in breaks if not each.before and first < each.at < last]
        spaces = sum(len(each.indent) - (self._columns[each.at][0] - self._columns[each.at - 1][1]) for each in found)
        is_end = last < len(self._code) and self._code[last].kind in CLOSING and self._code[last - 1].kind != ","
        return spaces + is_end


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
