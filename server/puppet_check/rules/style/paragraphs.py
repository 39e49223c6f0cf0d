"""Wraps paragraphs of comments that are too wide: prose only, and as wholes.

What a paragraph is, and whether it is prose, is not always certain; then there is no edit. Code, examples, tables, columns, and what
comments say to programs stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from puppet_check.rules.style.commented_code import is_code
from puppet_check.rules.style.tokens import Token, Tokens
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Edit

COMMENT = lazy_pattern(r"(?P<mark>\s*#+)(?P<indent> *)(?P<text>.*?)\s*$")
MOST_INDENT = 4
"""The number of spaces before prose; what is indented further is code or in a column."""
ITEM = lazy_pattern(r"(?:[-*+]|\d{1,3}[.):]|@\w+)(?= )")
"""The beginning of an item of a list, or a tag."""
TAG = lazy_pattern(r"@\w+( \[[^\]]*\]| [\w:$]+){0,2}$")
"""A tag whose text begins on the next line."""
NOTE = lazy_pattern(r"\s*#+(?P<indent>\s*)(?:@(?P<tag>\w+)|(?P<fence>```|~~~))?")
VERBATIM = ("example", "overload")
"""Tags with a title of one line, before lines of code."""
MOST_LINES = 500
"""The number of lines above a comment that are searched for the tag or fence that it belongs to."""
MOST_AROUND = 60
"""The number of lines on each side of a comment that are looked at as its paragraph."""
CONTROL = lazy_pattern(r"lint:|puppet-check:|fmt:|\||\W{3,}$|[-=*~_#]{3}|#+ |vim:|SPDX|<%|(?:\S+ ){0,3}\S+::(?=\s|$)")
"""What a comment says to a program, a row of a table, a rule, a heading, or a label of RDoc, whose text goes on only if it is indented."""
COLUMNS = lazy_pattern(r"[^\s.?!]\s{2,}\S|\s{3,}\S|\t")
"""Text in columns."""
WORD = lazy_pattern(r"[(\"'`*_\[]*[^\W\d_][\w'’/.-]*[)\"'`*_\].,;:!?]*$")
CODE_WORD = lazy_pattern(r"[-=+~<>!|&{}\\;$%^]+$|-{1,2}\w|.*(?:\$[{(]|[{};]$|\\$)")
"""What stands between words of code, not of prose."""
QUOTED = lazy_pattern(r"(['\"]).*\1[\s,;)\]}]*$")
"""A string as a line of its own."""
LEAST_WORDS = 0.7
"""The share of words in prose."""
MOST_SHORT = 20
"""By how much lines that an author filled may be shorter."""
END = (".", ":", "!", "?", ";")


class _Line(NamedTuple):
    """A line with nothing but a comment; offsets are bytes."""

    start: int
    end: int
    mark: str
    indent: int
    text: str

    @property
    def width(self) -> int:
        return len(self.mark) + self.indent + len(self.text)

    @property
    def is_item(self) -> bool:
        return ITEM.match(self.text) is not None


class _UnsureError(Exception):
    """Raised if lines may belong together or not."""


def wrapped_comment(comment: Token, tokens: Tokens, width: int) -> tuple[Edit, ...]:
    """The edit that wraps the paragraph of a comment on a line of its own; none if it is not certain to be prose."""
    number = tokens.line(comment)
    block, at = _block(number, tokens)
    if not block or _is_verbatim(number, tokens):
        return ()
    try:
        first, last = _paragraph(block, at, width)
    except _UnsureError:
        return ()
    found = block[first : last + 1]
    if not _is_prose(found) or any(is_code([each.text for each in lines], at - start) for lines, start in ((block, 0), (found, first))):
        return ()
    lines = [*_filled(found, _target(found, width))]
    if any(len(each) > width for each in lines):
        return ()
    return (Edit(found[0].start, found[-1].end, "\n".join(lines)),)


def _block(number: int, tokens: Tokens) -> tuple[list[_Line], int]:
    """The comments on the lines around one, up to a line without text or with another mark, and the place of that one among them."""
    own = _line(number, tokens)
    if own is None or "\t" in own.mark:
        return [], 0
    above = [*_neighbours(own, range(number - 1, max(-1, number - MOST_AROUND), -1), tokens)]
    below = [*_neighbours(own, range(number + 1, min(number + MOST_AROUND, len(tokens.text.line_starts))), tokens)]
    return [*reversed(above), own, *below], len(above)


def _neighbours(own: _Line, numbers: range, tokens: Tokens) -> Iterator[_Line]:
    for number in numbers:
        line = _line(number, tokens)
        if line is None or line.mark != own.mark or not line.text:
            return
        yield line


def _line(number: int, tokens: Tokens) -> _Line | None:
    """A line with nothing but a comment; None for another one, such as a line of a string that looks like it."""
    start, end = tokens.text.line_span(number)
    found = COMMENT.match(tokens.text.slice(start, end))
    if found is None:
        return None
    token = tokens.at(start + len(found["mark"].rstrip("#").encode()))
    return _Line(start, end, found["mark"], len(found["indent"]), found["text"]) if token is not None and token.kind == "comment" else None


def _paragraph(block: Sequence[_Line], at: int, width: int) -> tuple[int, int]:
    """The first and the last line of a paragraph. Raises _UnsureError."""
    first = at
    while first and not block[first].is_item and _goes_on(block[first - 1], block[first], width):
        first -= 1
    last = at
    while last + 1 < len(block) and _goes_on(block[last], block[last + 1], width):
        last += 1
    indents = {each.indent for each in block[first + 1 : last + 1]}
    if len(indents) > 1:
        raise _UnsureError
    return first, last


def _goes_on(line: _Line, following: _Line, width: int) -> bool:
    """Whether a paragraph goes on from one line to the next. Raises _UnsureError."""
    if following.is_item or CONTROL.match(following.text) or CONTROL.match(line.text) or TAG.match(line.text):
        return False
    is_ended = line.text.endswith(END)
    if line.is_item:
        if following.indent <= line.indent:
            if is_ended:
                return False
            raise _UnsureError
    elif following.indent < line.indent:
        return False
    elif following.indent > line.indent:
        if is_ended or line.width <= width:
            return False
        raise _UnsureError
    is_lower = following.text[0].islower()
    if line.width <= width < line.width + 1 + len(following.text.split(maxsplit=1)[0]):
        return True  # The author broke the line where it was full.
    if is_lower and not line.text.endswith(":"):
        return True
    if is_ended:
        return False
    raise _UnsureError


def _is_prose(found: Sequence[_Line]) -> bool:
    """Whether lines are prose that may be broken anywhere between words."""
    texts = [each.text for each in found]
    words = " ".join(texts).split()
    if any(each.indent > MOST_INDENT or CONTROL.match(each.text) or COLUMNS.search(each.text) for each in found):
        return False
    if any(QUOTED.match(each) or each[0] in "{}()[]" or each[-1] in "{([" for each in texts):
        return False
    plain = words[1:] if found[0].is_item else words
    if any(CODE_WORD.match(each) for each in plain):
        return False
    return sum(WORD.match(each) is not None for each in plain) >= LEAST_WORDS * len(plain)


def _target(found: Sequence[_Line], width: int) -> int:
    """The width of the lines: that of the author, if several lines show it."""
    words = [each.text.split(maxsplit=1)[0] for each in found[1:]]
    lines = zip(found, words, strict=False)
    full = [each.width for each, word in lines if each.width <= width < each.width + len(word) + MOST_SHORT]
    return max(full) if len(full) > 1 else width


def _filled(found: Sequence[_Line], width: int) -> Iterator[str]:
    """The words of a paragraph in as few lines as possible."""
    head = found[0]
    indent = found[1].indent if len(found) > 1 else head.indent + 2 * head.is_item
    made = f"{head.mark}{' ' * head.indent}"
    is_empty = True
    for word in " ".join(each.text for each in found).split():
        if not is_empty and len(made) + 1 + len(word) > width:
            yield made
            made, is_empty = f"{head.mark}{' ' * indent}", True
        made += word if is_empty else f" {word}"
        is_empty = False
    yield made


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
