"""Tokens of Puppet code with its white space and comments, as style rules see them.

The tokens are those of puppet-lint, so that its checks can be expressed in the same terms: an index belongs to the variable before it,
`//` begins a comment, and an interpolated string is a `start`, code, `middle` parts and an `end`. Unlike the syntax tree they exist for a
text with syntax errors, unless a string, comment or regular expression is not closed.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from operator import attrgetter

from puppet_grammar.patterns import lazy_pattern
from puppet_grammar.text import Text

DATA_TYPES = frozenset(
    "Any Array Binary Boolean Callable CatalogEntry Class Collection Data Default Enum Error Float Hash Integer Iterable Iterator "
    "NotUndef Numeric Optional Pattern Regexp Resource RichData Runtime Scalar ScalarData SemVer SemVerRange Sensitive String Struct "
    "Tuple Type Undef Variant".split()
)
FORMATTING = frozenset(("space", "indent", "newline", "comment", "slash-comment", "block-comment"))
"""The kinds of tokens that are not code."""
COMMENTS = frozenset(("comment", "slash-comment", "block-comment"))
OPENING = {"{": "}", "[": "]", "(": ")"}
CLOSING = {closing: opening for opening, closing in OPENING.items()}
INDEX = attrgetter("index")
CONTINUATION = lazy_pattern(rb"[\x80-\xbf]")
"""A byte of a character in UTF-8 that is not its first."""


@dataclass(slots=True, eq=False)
class Token:
    """A token; offsets are bytes."""

    kind: str
    """`name`, `function` (before a parenthesis), `reference`, `data-type`, `number`, `variable`, `bare-variable` (without braces in a
    string), `single` and `double` (strings without interpolation), `start`, `middle`, `end`, `heredoc-open`, `heredoc`, `heredoc-start`,
    `heredoc-middle`, `heredoc-end`, `regexp`, one of `FORMATTING`, or the text of a keyword, operator or bracket itself."""
    start: int
    end: int
    value: str
    """The text without quotes, `$`, or the mark of a comment."""
    index: int
    """The place among all tokens."""

    @property
    def is_code(self) -> bool:
        """Whether it is neither white space nor a comment."""
        return self.kind not in FORMATTING

    @property
    def is_comment(self) -> bool:
        """Whether it is a comment of any form."""
        return self.kind in COMMENTS


@dataclass
class Tokens(Sequence[Token]):
    """All tokens of a text, in order."""

    text: Text
    all: list[Token]
    code: list[Token] = field(init=False)
    """The tokens that are code."""

    def __post_init__(self) -> None:
        self.code = [each for each in self.all if each.kind not in FORMATTING]
        self._code = [each.index for each in self.code]
        self._by_kind: dict[str, list[Token]] = {}
        for each in self.all:
            self._by_kind.setdefault(each.kind, []).append(each)
        self._continuations: list[int] | None = None
        self._partners: dict[int, int] | None = None
        self._braces: tuple[list[int], list[int]] | None = None

    def __len__(self) -> int:
        return len(self.all)

    def __getitem__(self, index):  # type: ignore[no-untyped-def]  # as in a list
        return self.all[index]

    def __iter__(self) -> Iterator[Token]:
        return iter(self.all)

    def of(self, *kinds: str) -> list[Token]:
        """The tokens of some kinds, in order."""
        found = [each for kind in kinds for each in self._by_kind.get(kind, ())]
        return found if len(kinds) == 1 else sorted(found, key=INDEX)

    def next(self, token: Token) -> Token | None:
        """The following token."""
        return self.all[token.index + 1] if token.index + 1 < len(self.all) else None

    def previous(self, token: Token) -> Token | None:
        """The token before."""
        return self.all[token.index - 1] if token.index else None

    def next_code(self, token: Token) -> Token | None:
        """The following token that is code."""
        at = bisect_right(self._code, token.index)
        return self.all[self._code[at]] if at < len(self._code) else None

    def previous_code(self, token: Token) -> Token | None:
        """The last token before that is code."""
        at = bisect_left(self._code, token.index)
        return self.all[self._code[at - 1]] if at else None

    def partner(self, token: Token) -> Token | None:
        """The bracket that matches a bracket; None if it is unmatched."""
        if self._partners is None:
            self._partners = _partners(self.of(*OPENING, *CLOSING))
        at = self._partners.get(token.index)
        return None if at is None else self.all[at]

    def enclosing_brace(self, token: Token) -> Token | None:
        """The innermost brace that is open before a token."""
        if self._braces is None:
            self._braces = _braces(self.of("{", "}"))
        places, opened = self._braces
        at = opened[bisect_left(places, token.index)]
        return None if at < 0 else self.all[at]

    def between(self, start: int, end: int) -> list[Token]:
        """The tokens within a span of bytes."""
        low = bisect_left(self.all, start, key=lambda each: each.start)
        high = bisect_left(self.all, end, key=lambda each: each.start)
        return self.all[low:high]

    def at(self, offset: int) -> Token | None:
        """The token that starts at an offset."""
        low = bisect_left(self.all, offset, key=lambda each: each.start)
        return self.all[low] if low < len(self.all) and self.all[low].start == offset else None

    def source(self, token: Token) -> str:
        """The text of a token."""
        return self.text.slice(token.start, token.end)

    def line(self, token: Token) -> int:
        """The line of the beginning of a token, from 0."""
        return self.text.line_of(token.start)

    def column(self, token: Token) -> int:
        """The column of the beginning of a token, in characters from 0."""
        return self.column_at(token.start)

    def column_at(self, offset: int) -> int:
        """The column of an offset, without counting the characters of its line again for each token of a long one."""
        if self._continuations is None:
            source = self.text.source
            self._continuations = [] if source.isascii() else [each.start() for each in CONTINUATION.finditer(source)]
        start = self.text.line_starts[self.text.line_of(offset)]
        skipped = self._continuations
        return offset - start - (bisect_left(skipped, offset) - bisect_left(skipped, start) if skipped else 0)


def _partners(brackets: Sequence[Token]) -> dict[int, int]:
    """The indices of brackets that belong together; each kind by itself, so that one which is not closed has no effect on others."""
    found: dict[int, int] = {}
    opened: dict[str, list[int]] = {each: [] for each in OPENING}
    for each in brackets:
        if each.kind in OPENING:
            opened[each.kind].append(each.index)
        elif opened[CLOSING[each.kind]]:
            other = opened[CLOSING[each.kind]].pop()
            found[each.index], found[other] = other, each.index
    return found


def _braces(braces: Sequence[Token]) -> tuple[list[int], list[int]]:
    """The indices of some braces, and the index of the innermost one that is open before each of them and after the last, or -1."""
    found = [-1]
    opened: list[int] = []
    for each in braces:
        if each.kind == "{":
            opened.append(each.index)
        elif opened:
            opened.pop()
        found.append(opened[-1] if opened else -1)
    return [each.index for each in braces], found
