"""Selection ranges of files that are not Puppet code: the word, its line, the entries around it, the whole file."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.features.other.kinds import symbols
from puppet_check.features.other.spots import around
from puppet_check.features.other.view import OtherView
from puppet_check.features.structure.document_symbols import DocumentSymbol
from puppet_check.features.structure.selection import MOST_RANGES
from puppet_grammar.patterns import lazy_pattern
from puppet_grammar.text import Span

WORD = lazy_pattern(rb"[\w@$-]+")
NAME = lazy_pattern(rb"[\w@$./-]+(?:::?[\w@$./-]+)*")


def selections(view: OtherView, offset: int) -> list[Span]:
    """The spans around an offset, from the inside out; each contains the previous one."""
    found = [Span(0, len(view.text))]
    candidates = {each for each in _candidates(view, offset) if each.start <= offset <= each.end}
    for inner in sorted(candidates, key=lambda span: (span.start - span.end, span)):
        outer = found[-1]
        if inner != outer and outer.start <= inner.start < inner.end <= outer.end:
            found.append(inner)
    return found[-MOST_RANGES:][::-1]


def _candidates(view: OtherView, offset: int) -> Iterator[Span]:
    start, end = view.text.line_span(view.text.line_of(offset))
    line = view.text.source[start:end]
    for pattern in (WORD, NAME):
        yield from (Span(start + each.start(), start + each.end()) for each in pattern.finditer(line))
    yield Span(start + len(line) - len(line.lstrip()), start + len(line.rstrip()))
    yield from around(view, offset)
    yield from _symbols(symbols(view), offset)


def _symbols(found: list[DocumentSymbol], offset: int) -> Iterator[Span]:
    for each in found:
        if each.start <= offset <= each.end:
            yield from (Span(each.start, each.end), Span(each.name_start, each.name_end))
            yield from _symbols(each.children, offset)
