"""Templates in ERB (`*.erb`): cut into Ruby as the reference's library cuts them, and read as Ruby."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from puppet_check.workspace.project import Project
from puppet_check.workspace.project_files.codes import finding
from puppet_check.workspace.project_files.ruby_errors import first_error
from puppet_check.workspace.ruby.tree import parse
from puppet_typesys.infer.model import Finding

_OPENING = re.compile(rb"(.*?)(^[ \t]*<%-|<%-|<%%|<%=|<%#|<%|\Z)", re.DOTALL | re.MULTILINE)
_CLOSING = re.compile(rb"(.*?)(-%>|%%>|%>|\Z)", re.DOTALL)
_LINE_END = re.compile(rb"\r?\n|\Z")


class Piece(NamedTuple):
    """A part of the Ruby that a template is; `start` is its place in the template, code that stands there as it is has `is_code`."""

    text: bytes
    start: int
    is_code: bool = False


def check_erb(path: str, source: bytes, project: Project) -> list[Finding]:
    """The first place where a template is no Ruby; nothing when that is not certain."""
    try:
        source.decode("utf-8")
    except UnicodeDecodeError:
        return []
    ruby = list(pieces(source))
    error = first_error(parse(b"".join(each.text for each in ruby)).root_node)
    if error is None:
        return []
    start, end = _place(ruby, error.start), _place(ruby, max(error.end - 1, error.start)) + 1
    message = error.message.replace("_erbout", "text of the template")
    return [finding("epp-erb-syntax", start, min(max(end, start + 1), max(len(source), 1)), message)]


def pieces(source: bytes) -> Iterator[Piece]:
    """A template as Ruby, like the reference's library makes it with the trim mode `-`."""
    text = 0
    """Where the text began that nothing was made of yet."""
    held = False
    at = 0
    yield Piece(b"_erbout = +''", 0)
    while at < len(source):
        opening = _OPENING.match(source, at)
        assert opening is not None
        held = held or opening.end(1) > at or opening[2] == b"<%%"
        at = opening.end()
        mark = opening[2].lstrip(b" \t")
        if mark in (b"<%%", b""):
            continue
        if held:
            yield _text(source, text, opening.start(2))
        code = at
        parts: list[bytes] = []
        closing = _CLOSING.match(source, at)
        while closing is not None and closing[2] == b"%%>":
            parts += closing[1], b"%> "
            closing = _CLOSING.match(source, closing.end())
        if closing is None or not closing[2]:
            # A tag that is not closed is text for the library.
            yield _text(source, code, len(source))
            break
        parts.append(closing[1])
        at = closing.end()
        yield from _tag(mark, b"".join(parts), code)
        line_end = _LINE_END.match(source, at) if closing[2] == b"-%>" else None
        if line_end is not None:
            at = line_end.end()
            yield Piece(b"\n", at)
        text, held = at, False
    else:
        if held:
            yield _text(source, text, len(source))
    yield Piece(b"; _erbout", len(source))


def _text(source: bytes, start: int, end: int) -> Piece:
    return Piece(b"; _erbout.<< ''.freeze" + b"\n" * source.count(b"\n", start, end), start)


def _tag(mark: bytes, code: bytes, start: int) -> Iterator[Piece]:
    match mark:
        case b"<%=":
            yield Piece(b"; _erbout.<<((", start)
            yield Piece(code, start, True)
            yield Piece(b").to_s)", start + len(code))
        case b"<%#":
            yield Piece(b"; " + b"\n" * code.count(b"\n"), start)
        case _:
            yield Piece(b"; ", start)
            yield Piece(code, start, True)


def _place(ruby: list[Piece], offset: int) -> int:
    """The place in the template of a place in its Ruby."""
    passed = 0
    for each in ruby:
        if offset < passed + len(each.text):
            return each.start + (offset - passed if each.is_code else 0)
        passed += len(each.text)
    return ruby[-1].start
