"""The lines and columns of the keys and values of a TOML document, which `tomllib` does not give. The document must be valid."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from puppet_grammar.patterns import lazy_pattern

Path = tuple[str | int, ...]
"""Keys of tables and indices of elements, from the top."""

TOKEN = lazy_pattern(
    r"""(?P<blank>[ \t\r]+|\#[^\n]*)
    |(?P<string>\"{3}(?:\\.|[^\\])*?\"{3,5}|'{3}.*?'{3,5}|"(?:\\.|[^"\\\n])*"|'[^'\n]*')
    |(?P<mark>[\[\]{},=.\n])
    |(?P<bare>[^\s\[\]{},=.\#"']+)""",
    re.VERBOSE | re.DOTALL,
)


class LineAndColumn(NamedTuple):
    """A line and a column, both from 1."""

    line: int
    column: int


class Places(NamedTuple):
    """The place of each key and value, by path."""

    keys: dict[Path, LineAndColumn]
    values: dict[Path, LineAndColumn]


class _Token(NamedTuple):
    kind: str
    text: str
    at: int


def places_of(text: str) -> Places:
    """Return the places in a document."""
    return _Reader(text).read()


class _Reader:
    """Reads the tokens once, from first to last."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.line_starts = [0, *(each.end() for each in re.finditer("\n", text))]
        self.tokens = list(_tokens(text))
        self.next = 0
        self.found = Places({}, {})
        self.elements: dict[Path, int] = {}

    def read(self) -> Places:
        table: Path = ()
        while self.next < len(self.tokens):
            if self._mark("\n"):
                continue
            before = self.next
            table = self._header() if self._mark("[") else self._assignment(table)
            self.next += self.next == before
        return self.found

    def _header(self) -> Path:
        several = self._mark("[")
        at = self._peek().at
        path = self._resolved(self._keys())
        if several:
            number = self.elements[path] = self.elements.get(path, -1) + 1
            path = (*path, number)
        for table in (path[:-1], path):
            self.found.keys.setdefault(table, self._place(at))
            self.found.values.setdefault(table, self._place(at))
        while not self._mark("\n") and self.next < len(self.tokens):
            self.next += 1
        return path

    def _resolved(self, keys: Path) -> Path:
        """The path that a header names: in an array of tables, its last element."""
        path: Path = ()
        for index, each in enumerate(keys):
            path = (*path, each)
            if index < len(keys) - 1 and path in self.elements:
                path = (*path, self.elements[path])
        return path

    def _assignment(self, table: Path) -> Path:
        at = self._peek().at
        path = (*table, *self._keys())
        for length in range(len(table) + 1, len(path) + 1):
            self.found.keys.setdefault(path[:length], self._place(at))
            self.found.values.setdefault(path[:length], self._place(at))
        self._mark("=")
        self._value(path)
        return table

    def _keys(self) -> Path:
        keys: list[str] = []
        while self.next < len(self.tokens):
            token = self._peek()
            if token.kind == "mark" and token.text != ".":
                break
            self.next += 1
            if token.kind == "bare":
                keys.append(token.text)
            elif token.kind == "string":
                keys.append(token.text[1:-1])
        return tuple(keys)

    def _value(self, path: Path) -> None:
        if self.next >= len(self.tokens):
            return
        self.found.values[path] = self._place(self._peek().at)
        if self._mark("["):
            number = 0
            while self.next < len(self.tokens) and not self._mark("]"):
                if not self._mark("\n") and not self._mark(","):
                    self._value((*path, number))
                    number += 1
        elif self._mark("{"):
            while self.next < len(self.tokens) and not self._mark("}"):
                if not self._mark("\n") and not self._mark(","):
                    self._assignment(path)
        else:
            while self.next < len(self.tokens) and (self._peek().kind != "mark" or self._peek().text == "."):
                self.next += 1

    def _peek(self) -> _Token:
        return self.tokens[self.next] if self.next < len(self.tokens) else _Token("end", "", len(self.text))

    def _mark(self, text: str) -> bool:
        """Consume a token if it is next."""
        token = self._peek()
        if token.kind != "mark" or token.text != text:
            return False
        self.next += 1
        return True

    def _place(self, at: int) -> LineAndColumn:
        line = bisect_right(self.line_starts, at)
        return LineAndColumn(line, at - self.line_starts[line - 1] + 1)


def _tokens(text: str) -> Iterator[_Token]:
    for match in TOKEN.finditer(text):
        kind = match.lastgroup
        if kind is not None and kind != "blank":
            yield _Token(kind, match.group(), match.start())
