"""Quick fixes of syntax errors: small edits after which a text has fewer of them, which is verified by parsing it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from puppet_check.features.refactoring.rewriting import Rewritten
from puppet_check.features.view import View
from puppet_grammar.lower import read
from puppet_grammar.patterns import lazy_pattern
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Diagnostic, Edit
from puppet_typesys.edits import indentation, line_start

CODES = frozenset(("syntax-error", "unclosed-quote"))
MISSING = (b",", b":", b" =>", b")", b"|", b"]")
"""What may be missing before a token, in order of preference."""
INSTEAD = {b"=": (b"=>", b"=="), b":": (b"=>",)}
"""What may be meant by a token."""
CLOSING = {b"(": b")", b"[": b"]"}
TOKEN = lazy_pattern(rb"\w+|[^\w\s]")
ELSE = lazy_pattern(rb"else([ \t]+)\Z")
TAIL = lazy_pattern(rb"[ \t,;)\]}]*(?=\r?$)", re.MULTILINE)
LARGE = 1 << 15
"""The largest text in bytes that is parsed for each attempt."""
MOST_ATTEMPTS = 12
"""The number of attempts."""


def corrected(view: View, found: Diagnostic) -> Rewritten | None:
    """The first edit that removes a syntax error and causes no other; None without one."""
    source = view.text.source
    if found.code not in CODES or len(source) > LARGE:
        return None
    before = _errors(source, view)
    for number, (title, edit) in enumerate(_attempts(view, found)):
        if number >= MOST_ATTEMPTS:
            return None
        if _errors(source[: edit.start] + edit.replacement.encode() + source[edit.end :], view) < before:
            return title, (edit,)
    return None


def _errors(source: bytes, view: View) -> int:
    return sum(each.severity == "error" for each in read(Text(source), view.mode)[1])


def _attempts(view: View, found: Diagnostic) -> Iterator[tuple[str, Edit]]:
    source, start = view.text.source, found.start
    token = source[start : found.end]
    if found.code == "unclosed-quote":
        yield from _quotes(source, start)
    elif token == b"{":
        yield from _brace(view, start)
    elif token in CLOSING:
        yield from _closed(source, start, CLOSING[token])
    otherwise = ELSE.search(source, max(0, start - 40), start) if token == b"if" else None
    if otherwise is not None:
        yield "Change to 'elsif'", Edit(otherwise.start(), found.end, "elsif")
    for text in INSTEAD.get(token, ()):
        yield f"Change to '{text.decode()}'", Edit(start, found.end, text.decode())
    place = len(source[:start].rstrip())
    for text in MISSING:
        yield f"Insert '{text.decode().strip()}'", Edit(place, place, text.decode())


def _quotes(source: bytes, start: int) -> Iterator[tuple[str, Edit]]:
    """A closing quote at the end of the line, before or after the punctuation there."""
    tail = TAIL.search(source, start + 1)
    for place in () if tail is None else (tail.start(), tail.end()):
        quote = source[start : start + 1].decode()
        yield f"Insert {quote} at the end of the line", Edit(place, place, quote)


def _closed(source: bytes, start: int, text: bytes) -> Iterator[tuple[str, Edit]]:
    """A closing bracket after one of the last tokens of the line."""
    end = source.find(b"\n", start)
    ends = [each.end() for each in TOKEN.finditer(source, start, end if end >= 0 else len(source))]
    for place in ends[:-MOST_ATTEMPTS:-1]:
        yield f"Insert '{text.decode()}'", Edit(place, place, text.decode())


def _brace(view: View, start: int) -> Iterator[tuple[str, Edit]]:
    """A closing brace before the first line that is not indented more than that of the opening one."""
    indent = indentation(view.text, line_start(view.text, start))
    at = view.text.source.find(b"\n", start) + 1
    while 0 < at <= len(view.text):
        end = view.text.source.find(b"\n", at)
        line = view.text.slice(at, end if end >= 0 else len(view.text))
        if (line.strip() and len(line) - len(line.lstrip()) <= len(indent)) or end < 0:
            place = at if line.strip() else len(view.text)
            yield "Insert '}'", Edit(place, place, f"{indent}}}\n")
            return
        at = end + 1
