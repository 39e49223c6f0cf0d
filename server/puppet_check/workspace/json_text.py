"""A JSON parser with the span of every value. Like the reference's library it allows comments and any escapes.

Offsets are bytes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from json import loads
from typing import Literal, NamedTuple

from puppet_grammar.patterns import lazy_pattern

DIGITS = 300
"""The largest number of digits of an integer."""
DEPTH = 100
"""The largest nesting depth that the reference's library accepts."""


@dataclass(frozen=True, slots=True)
class Json:
    """A value in a text. For arrays and objects `value` is an empty list or dict; `items` and `members` have the contents."""

    start: int
    end: int
    value: object
    members: tuple[Member, ...] = ()
    """The members of an object in their order in the text."""
    items: tuple[Json, ...] = ()
    """The elements of an array."""

    @property
    def kind(self) -> str:
        """The kind of value in words, for messages."""
        return KIND[type(self.value)]

    @property
    def text(self) -> str | None:
        """The value if it is a string, else None."""
        return self.value if isinstance(self.value, str) else None

    def member(self, key: str) -> Member | None:
        """The effective member with a key: the last one."""
        return next((each for each in reversed(self.members) if each.key == key), None)

    def get(self, key: str) -> Json | None:
        """The value of a key; None if it is missing."""
        found = self.member(key)
        return None if found is None else found.value


class Member(NamedTuple):
    """A member of an object; `start` and `end` are the span of its key."""

    key: str
    start: int
    end: int
    value: Json


KIND: dict[type, str] = {
    str: "a string",
    int: "a number",
    float: "a number",
    bool: "true or false",
    type(None): "null",
    list: "an array",
    dict: "an object",
}


JsonFault = Literal["more_text", "too_deep", "unclosed_string", "early_end", "unclosed", "unexpected", "missing_after"]


class JsonSyntaxError(Exception):
    """Raised for invalid JSON: the kind of the error, what was expected and found, and the byte offset."""

    def __init__(self, kind: JsonFault, offset: int, expected: str = "", found: str = "") -> None:
        super().__init__(kind, offset, expected, found)
        self.kind = kind
        self.offset = offset
        self.expected = expected
        self.found = found


_SPACE = lazy_pattern(rb"(?:[ \t\r\n]++|//[^\n]*+|/\*.*?\*/)*+", re.DOTALL)
_STRING = lazy_pattern(rb'"(?:[^"\\\x00-\x1f]++|\\u[0-9A-Fa-f]{4}|\\[^u\n])*+"')
_NUMBER = lazy_pattern(rb"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?(?![0-9.])")
_WORD = lazy_pattern(rb"[A-Za-z_']+")
_WORDS: dict[bytes, object] = {b"true": True, b"false": False, b"null": None}
_OTHER_ESCAPE = lazy_pattern(rb"\\([^\"\\/bfnrtu])")


def read_json(source: bytes) -> Json:
    """Parse a text. Raises JsonSyntaxError if it is not valid."""
    reader = _Reader(source)
    start = reader.skip(0)
    value = reader.value(start, 0)
    end = reader.skip(value.end)
    if end < len(source):
        raise JsonSyntaxError("more_text", end)
    return value


def _number(text: bytes) -> int | float:
    """The value of a number; one with very many digits is a float, whose places nobody needs."""
    return float(text) if len(text) > DIGITS or not text.lstrip(b"-").isdigit() else int(text)


class _Reader:
    def __init__(self, source: bytes) -> None:
        self.source = source

    def skip(self, at: int) -> int:
        found = _SPACE.match(self.source, at)
        return at if found is None else found.end()

    def value(self, at: int, depth: int) -> Json:
        if depth > DEPTH:
            raise JsonSyntaxError("too_deep", at)
        match self.source[at : at + 1]:
            case b"{":
                return self.object(at, depth)
            case b"[":
                return self.array(at, depth)
            case b'"':
                return self.string(at)
        number = _NUMBER.match(self.source, at)
        if number is not None:
            return Json(at, number.end(), _number(number.group()))
        word = _WORD.match(self.source, at)
        if word is not None and word.group() in _WORDS:
            return Json(at, word.end(), _WORDS[word.group()])
        raise self.unexpected(at, "a value")

    def object(self, start: int, depth: int) -> Json:
        members: list[Member] = []
        at = self.skip(start + 1)
        while self.source[at : at + 1] != b"}" or members:
            if self.source[at : at + 1] != b'"':
                raise self.unexpected(at, 'a key in double quotes or "}"' if not members else "a key in double quotes", start)
            key = self.string(at)
            at = self.skip(key.end)
            if self.source[at : at + 1] != b":":
                raise self.unexpected(at, '":"', start)
            value = self.value(self.skip(at + 1), depth + 1)
            members.append(Member(str(key.value), key.start, key.end, value))
            at = self.skip(value.end)
            if self.source[at : at + 1] == b"}":
                break
            if self.source[at : at + 1] != b",":
                raise self.missing_comma(value.end, at, '"," or "}"', start)
            at = self.skip(at + 1)
        return Json(start, at + 1, {}, members=tuple(members))

    def array(self, start: int, depth: int) -> Json:
        items: list[Json] = []
        at = self.skip(start + 1)
        while self.source[at : at + 1] != b"]" or items:
            item = self.value(at, depth + 1)
            items.append(item)
            at = self.skip(item.end)
            if self.source[at : at + 1] == b"]":
                break
            if self.source[at : at + 1] != b",":
                raise self.missing_comma(item.end, at, '"," or "]"', start)
            at = self.skip(at + 1)
        return Json(start, at + 1, [], items=tuple(items))

    def string(self, at: int) -> Json:
        found = _STRING.match(self.source, at)
        if found is None:
            raise JsonSyntaxError("unclosed_string", at)
        plain = _OTHER_ESCAPE.sub(rb"\1", found.group().replace(b"\\\\", b"\\u005c"))
        return Json(at, found.end(), loads(plain.decode("utf-8", "replace"), strict=False))

    def unexpected(self, at: int, expected: str, opened: int | None = None) -> JsonSyntaxError:
        if at >= len(self.source):
            if opened is None:
                return JsonSyntaxError("early_end", max(len(self.source.rstrip()) - 1, 0), expected)
            return JsonSyntaxError("unclosed", opened, expected)
        found = self.source[at : at + 12].decode("utf-8", "replace").split("\n")[0].split(" ")[0]
        return JsonSyntaxError("unexpected", at, expected, found)

    def missing_comma(self, end: int, at: int, expected: str, opened: int) -> JsonSyntaxError:
        """The error for a missing comma, which is placed after the preceding value."""
        if at >= len(self.source) or not self.source[end:at].count(b"\n"):
            return self.unexpected(at, expected, opened)
        return JsonSyntaxError("missing_after", end - 1, expected)
