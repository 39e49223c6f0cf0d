"""`tokens_of`: the tokens of a text.

They are those of puppet-lint: an index belongs to the variable before it, `//` begins a comment, and an interpolated string is a `start`,
code, `middle` parts and an `end`.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator

from puppet_check.rules.style.tokens import DATA_TYPES, FORMATTING, Token, Tokens
from puppet_grammar.patterns import lazy_pattern
from puppet_grammar.text import Text

KEYWORDS = frozenset(
    "case class default define import if elsif else inherits node and or undef false true in unless function type attr private".split()
)
"""The kinds of tokens that are keywords are the keywords themselves."""
BEFORE_REGEXP = frozenset(("node", "{", "}", "=~", "!~", ",", "[", "if", "elsif", "(", "="))
"""The tokens after which a slash begins a regular expression."""
SPELLED = {each: each.replace("_", "-") for each in ("reference", "slash_comment", "block_comment", "heredoc_open")}
"""The kinds of tokens by the groups of `_TOKEN`, if they are other words or need a second look."""
DEEPEST = 50
"""The depth of nested interpolations that are read."""
MOST, BYTES = 100_000, 5
"""The number of tokens that are read, and the bytes for each of which there may be one more; usual code has four for a token."""

_SPACE = rb"(?:[\t\v\f ]|\xc2\xa0|\xe2\x80[\x80-\x8a\xaf]|\xe2\x81\x9f|\xe3\x80\x80)"
_NAME = rb"(?:::)?[_a-z0-9](?:\w|-(?!>))*(?:::[a-z0-9](?:\w|-(?!>))*)*"
_VARIABLE = rb"(?:::)?(?:\w+(?:-\w+)*::)*\w+(?:-\w+)*"
_TOKEN = lazy_pattern(
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
    rb"|@\((?P<heredoc_open>[^)\n]{1,1000})\)"
    rb"|(?P<mark><<\||\|>>|==|=~|=>|\+=|\+>|>=|>>|<=|<-|<~|<\||<<|!~|!=|\|>|->|~>|[\[\]{}()=+>!<,.:;?\\*%|@-])",
    re.DOTALL,
)
_REGEXP = lazy_pattern(rb"/((?:[^/\\]|\\.)*)/", re.DOTALL)
_PIECE = lazy_pattern(rb"\\.|(?P<interpolation>\$\{)|\$(?P<bare>" + _VARIABLE + rb')|(?P<end>")', re.DOTALL)
_HEREDOC_PIECE = lazy_pattern(rb"\\.|(?P<interpolation>\$\{)|\$(?P<bare>" + _VARIABLE + rb")", re.DOTALL)
_HEREDOC_TAG = lazy_pattern(rb'\s*(?P<quote>"?)(?P<name>[^":/]+)')


class UnreadableError(Exception):
    """Raised where a text cannot be divided into tokens, and if there are too many."""


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
        self._most = MOST + len(source) // BYTES
        self._heredocs: deque[bytes] = deque()
        self._last = ""
        """The kind of the last token that is code."""
        self._bracket = self._line_end = -1
        """The offsets of the bracket and the end of a line that were found last."""

    def code(self, at: int, end: int, depth: int) -> int:
        """Read code up to a closing brace that it does not open, or to the end; the offset there."""
        if depth > DEEPEST:
            raise UnreadableError
        source, found, first, braces = self.source, self.found, len(self.found), 0
        while at < end:
            if len(found) > self._most:
                raise UnreadableError
            byte = source[at]
            if byte == 34:
                at = self._string(at, end, depth)
                continue
            match = _TOKEN.match(source, at, end)
            if match is None:
                at = self._slash(at, end)
                continue
            group, stop = match.lastgroup or "", match.end()
            text = match[group].decode("utf-8", "replace")
            kind = group
            if group == "mark":
                kind = text
                if depth and text in "{}":
                    braces += 1 if text == "{" else -1
                    if braces < 0:
                        return at
            elif group == "name":
                # A word that begins an interpolation is a variable, also if it is a keyword.
                kind = "variable" if depth and len(found) == first else text if text in KEYWORDS else group
            elif byte == 36 and source[stop : stop + 1] == b"[":
                stop = self._after_keys(stop, end)
                text = source[at + 1 : stop].decode("utf-8", "replace")
            elif group in SPELLED:
                kind = "data-type" if group == "reference" and text in DATA_TYPES else SPELLED[group]
            found.append(Token(kind, at, stop, text, len(found)))
            if kind not in FORMATTING:
                self._last = kind
            at = stop
            if kind == "newline":
                at = self._line(at, end, depth)
            elif group == "heredoc_open":
                self._heredocs.append(match[group])
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
