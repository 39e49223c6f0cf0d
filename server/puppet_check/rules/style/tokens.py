"""Tokens of Puppet code with its white space and comments, as style rules see them.

The tokens are those of puppet-lint, so that its checks can be expressed in the same terms: an index belongs to the variable before it,
`//` begins a comment, and an interpolated string is a `start`, code, `middle` parts and an `end`. Unlike the syntax tree they exist for a
text with syntax errors, unless a string, comment or regular expression is not closed.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from operator import attrgetter

from puppet_grammar.text import Text

KEYWORDS = frozenset(
    "case class default define import if elsif else inherits node and or undef false true in unless function type attr private".split()
)
"""The kinds of tokens that are keywords are the keywords themselves."""
DATA_TYPES = frozenset(
    "Any Array Binary Boolean Callable CatalogEntry Class Collection Data Default Enum Error Float Hash Integer Iterable Iterator "
    "NotUndef Numeric Optional Pattern Regexp Resource RichData Runtime Scalar ScalarData SemVer SemVerRange Sensitive String Struct "
    "Tuple Type Undef Variant".split()
)
FORMATTING = frozenset(("space", "indent", "newline", "comment", "slash-comment", "block-comment"))
"""The kinds of tokens that are not code."""
COMMENTS = frozenset(("comment", "slash-comment", "block-comment"))
BEFORE_REGEXP = frozenset(("node", "{", "}", "=~", "!~", ",", "[", "if", "elsif", "(", "="))
"""The tokens after which a slash begins a regular expression."""
OPENING = {"{": "}", "[": "]", "(": ")"}
CLOSING = {closing: opening for opening, closing in OPENING.items()}
INDEX = attrgetter("index")
DEEPEST = 50
"""The depth of nested interpolations that are read."""

CONTINUATION = re.compile(rb"[\x80-\xbf]")
"""A byte of a character in UTF-8 that is not its first."""

_SPACE = rb"(?:[\t\v\f ]|\xc2\xa0|\xe2\x80[\x80-\x8a\xaf]|\xe2\x81\x9f|\xe3\x80\x80)"
_NAME = rb"(?:::)?[_a-z0-9](?:\w|-(?!>))*(?:::[a-z0-9](?:\w|-(?!>))*)*"
_VARIABLE = rb"(?:::)?(?:\w+(?:-\w+)*::)*\w+(?:-\w+)*"
_TOKEN = re.compile(
    rb"(?P<newline>\r\n|\r|\n)"
    rb"|(?P<space>" + _SPACE + rb"+)"
    rb"|(?P<reference>(?:(?:::)?[A-Z](?:\w|-(?!>))*)+)"
    rb"|(?P<number>\b(?:0[xX][0-9A-Fa-f]+|\d+(?:\.\d+)?(?:[eE]-?\d+)?)\b)"
    rb"|(?P<function>" + _NAME + rb")(?=\()"
    rb"|(?P<name>" + _NAME + rb")"
    rb"|\$(?P<variable>" + _VARIABLE + rb")"
    rb"|'(?P<single>(?:[^'\\]|\\.)*)'"
    rb"|\#(?P<comment>[^\r\n]*)"
    rb"|//(?P<slash_comment>[^\r\n]*)"
    rb"|/\*(?P<block_comment>.*?)\*/"
    rb"|@\((?P<heredoc_open>[^)\n]+)\)"
    rb"|(?P<mark><<\||\|>>|==|=~|=>|\+=|\+>|>=|>>|<=|<-|<~|<\||<<|!~|!=|\|>|->|~>|[\[\]{}()=+>!<,.:;?\\*%|@-])",
    re.DOTALL,
)
_REGEXP = re.compile(rb"/((?:[^/\\]|\\.)*)/", re.DOTALL)
_PIECE = re.compile(rb"\\.|(?P<interpolation>\$\{)|\$(?P<bare>" + _VARIABLE + rb')|(?P<end>")', re.DOTALL)
_HEREDOC_PIECE = re.compile(rb"\\.|(?P<interpolation>\$\{)|\$(?P<bare>" + _VARIABLE + rb")", re.DOTALL)
_HEREDOC_TAG = re.compile(rb'\s*(?P<quote>"?)(?P<name>[^":/]+)')


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
        self._braces: list[int] | None = None

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
        """The bracket that closes or opens with a bracket; None if there is none."""
        if self._partners is None:
            self._partners = _partners(self.all)
        at = self._partners.get(token.index)
        return None if at is None else self.all[at]

    def enclosing_brace(self, token: Token) -> Token | None:
        """The innermost brace that is open before a token."""
        if self._braces is None:
            self._braces = _braces(self.all)
        at = self._braces[token.index]
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


class UnreadableError(Exception):
    """Raised where a text cannot be divided into tokens."""


def tokens_of(text: Text) -> Tokens | None:
    """The tokens of a text; None if it cannot be divided into tokens."""
    lexer = _Lexer(text.source)
    try:
        lexer.code(0, len(text.source), 0)
    except UnreadableError:
        return None
    return Tokens(text, lexer.found)


class _Lexer:
    """Divides a text into tokens."""

    def __init__(self, source: bytes) -> None:
        self.source = source
        self.found: list[Token] = []
        self._heredocs: deque[bytes] = deque()
        self._last = ""
        """The kind of the last token that is code."""
        self._bracket = self._line_end = -1
        """The offsets of the bracket and the end of a line that were found last."""

    def code(self, at: int, end: int, depth: int) -> int:
        """Read code up to a closing brace that it does not open, or to the end; the offset there."""
        if depth > DEEPEST:
            raise UnreadableError
        source, first, braces = self.source, len(self.found), 0
        while at < end:
            byte = source[at]
            if byte == 34:
                at = self._string(at, end, depth)
                continue
            match = _TOKEN.match(source, at, end)
            if match is None:
                at = self._slash(at, end)
                continue
            kind, value = match.lastgroup or "", match[match.lastgroup or 0]
            if depth:
                braces += 1 if value == b"{" and kind == "mark" else -1 if value == b"}" and kind == "mark" else 0
                if braces < 0:
                    return at
            if kind == "name" and len(self.found) == first and depth:
                kind = "variable"
            stop = match.end()
            if source[stop : stop + 1] == b"[" and byte == 36:
                stop = self._after_keys(stop, end)
                value = source[at + 1 : stop]
            self._add(self._kind(kind, value), at, stop, value)
            at = stop
            if kind == "heredoc_open":
                self._heredocs.append(value)
            elif kind == "newline":
                at = self._line(at, end, depth)
        return at

    def _after_keys(self, at: int, end: int) -> int:
        """The offset after the keys of a variable that are on its line."""
        while self.source[at : at + 1] == b"[":
            if self._bracket < at + 2:
                self._bracket = self._find(b"]", at + 2)
            if self._line_end < at + 1:
                self._line_end = self._find(b"\n", at + 1)
            if self._bracket >= min(self._line_end, end):
                break
            at = self._bracket + 1
        return at

    def _find(self, byte: bytes, at: int) -> int:
        found = self.source.find(byte, at)
        return len(self.source) if found < 0 else found

    def _kind(self, kind: str, value: bytes) -> str:
        match kind:
            case "mark":
                return value.decode()
            case "name" if value.decode() in KEYWORDS:
                return value.decode()
            case "reference" if value.decode() in DATA_TYPES:
                return "data-type"
        return kind.replace("_", "-")

    def _add(self, kind: str, start: int, end: int, value: bytes) -> None:
        self.found.append(Token(kind, start, end, value.decode("utf-8", "replace"), len(self.found)))
        if kind not in FORMATTING:
            self._last = kind

    def _line(self, at: int, end: int, depth: int) -> int:
        """Read what begins a line: the text of a heredoc, and the indentation."""
        if self._heredocs:
            # The text of the next heredoc begins after the line break that follows this one.
            return self._heredoc(at, end, depth, self._heredocs.popleft())
        match = _TOKEN.match(self.source, at, end)
        if match is None or match.lastgroup != "space":
            return at
        self._add("indent", at, match.end(), match[0])
        return match.end()

    def _slash(self, at: int, end: int) -> int:
        match = _REGEXP.match(self.source, at, end) if self._last in BEFORE_REGEXP or not self._last else None
        if match is not None:
            self._add("regexp", at, match.end(), match[1])
            return match.end()
        if self.source[at] != 47 or self.source[at : at + 2] == b"/*":
            raise UnreadableError
        self._add("/", at, at + 1, b"/")
        return at + 1

    def _string(self, at: int, end: int, depth: int) -> int:
        """Read a double-quoted string."""
        start, inner, is_plain = at, at + 1, True
        for kind, begin, stop in self._pieces(_PIECE, at + 1, end, depth):
            if kind == "end":
                self._add("double" if is_plain else "end", start, stop, self.source[inner:begin])
                return stop
            if kind == "text":
                self._add("start" if is_plain else "middle", start, stop, self.source[inner:begin])
                is_plain = False
            else:
                start = inner = stop
                if kind == "closed":
                    start -= 1
        raise UnreadableError

    def _heredoc(self, at: int, end: int, depth: int, tag: bytes) -> int:
        """Read the text of a heredoc with its end tag."""
        named = _HEREDOC_TAG.match(tag)
        if named is None:
            raise UnreadableError
        closing = re.compile(rb"^[ \t]*(?:\|[ \t]*)?-?[ \t]*" + re.escape(named["name"].strip()) + rb"[ \t]*(?=\r?$)", re.MULTILINE)
        last = closing.search(self.source, at, end)
        if last is None:
            raise UnreadableError
        if not named["quote"]:
            self._add("heredoc", at, last.end(), self.source[at : last.start()])
            return last.end()
        start, inner, is_plain = at, at, True
        for kind, begin, stop in self._pieces(_HEREDOC_PIECE, at, last.start(), depth):
            if kind == "text":
                self._add("heredoc-start" if is_plain else "heredoc-middle", start, stop, self.source[inner:begin])
                is_plain = False
            else:
                start = inner = stop
                if kind == "closed":
                    start -= 1
        self._add("heredoc" if is_plain else "heredoc-end", start, last.end(), self.source[inner : last.start()])
        return last.end()

    def _pieces(self, pattern: re.Pattern[bytes], at: int, end: int, depth: int) -> Iterator[tuple[str, int, int]]:
        """The parts of a string: `text` before an interpolation, then `closed` or `bare` after it, and `end`; each with two offsets."""
        while (match := pattern.search(self.source, at, end)) is not None:
            at = match.end()
            match match.lastgroup:
                case "interpolation":
                    yield "text", match.start(), at
                    at = self.code(at, end, depth + 1)
                    if self.source[at : at + 1] != b"}" or at >= end:
                        raise UnreadableError
                    at += 1
                    yield "closed", at, at
                case "bare":
                    yield "text", match.start(), match.start()
                    self._add("bare-variable", match.start(), at, match["bare"])
                    yield "bare", at, at
                case "end":
                    yield "end", match.start(), at
                    return


def _partners(tokens: Sequence[Token]) -> dict[int, int]:
    """The indices of brackets that belong together; each kind by itself, so that one which is not closed has no effect on others."""
    found: dict[int, int] = {}
    opened: dict[str, list[int]] = {each: [] for each in OPENING}
    for each in tokens:
        if each.kind in OPENING:
            opened[each.kind].append(each.index)
        elif each.kind in CLOSING and opened[CLOSING[each.kind]]:
            other = opened[CLOSING[each.kind]].pop()
            found[each.index], found[other] = other, each.index
    return found


def _braces(tokens: Sequence[Token]) -> list[int]:
    """The index of the innermost brace that is open before each token, or -1."""
    found: list[int] = []
    opened: list[int] = []
    for each in tokens:
        if each.kind == "}" and opened:
            opened.pop()
        found.append(opened[-1] if opened else -1)
        if each.kind == "{":
            opened.append(each.index)
    return found
