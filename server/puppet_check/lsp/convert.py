"""Converts between plain data and protocol objects."""

from __future__ import annotations

import os
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from functools import cache

from lsprotocol import types

from puppet_check.config.codes import address_of, pages
from puppet_check.features.structure.document_symbols import DocumentSymbol
from puppet_check.features.structure.folding import Fold
from puppet_check.features.structure.semantic_tokens import TYPES, Token
from puppet_check.features.structure.token_modifiers import MODIFIERS
from puppet_check.lsp.protocol import Plain
from puppet_check.lsp.uris import uri_of
from puppet_check.reading.files import read
from puppet_grammar.parse import Change
from puppet_grammar.text import Encoding, Position, Span, Text
from puppet_typesys.diagnostics import Diagnostic, Related, Tag

Data = dict[str, object]
"""A protocol object as JSON."""
SOURCE = "puppet-check"
LEGEND = types.SemanticTokensLegend(token_types=list(TYPES), token_modifiers=list(MODIFIERS))
TAG: dict[Tag, types.DiagnosticTag] = {
    "unnecessary": types.DiagnosticTag.Unnecessary,
    "deprecated": types.DiagnosticTag.Deprecated,
}
SYMBOL_KIND: dict[str, types.SymbolKind] = {
    "class": types.SymbolKind.Class,
    "define": types.SymbolKind.Struct,
    "function": types.SymbolKind.Function,
    "plan": types.SymbolKind.Event,
    "node": types.SymbolKind.Module,
    "type": types.SymbolKind.Interface,
    "parameter": types.SymbolKind.Property,
    "variable": types.SymbolKind.Variable,
    "resource": types.SymbolKind.Object,
    "resource_type": types.SymbolKind.Object,
    "fact": types.SymbolKind.Constant,
    "task": types.SymbolKind.Event,
    "key": types.SymbolKind.Key,
    "level": types.SymbolKind.Namespace,
    "module": types.SymbolKind.Package,
    "setting": types.SymbolKind.Property,
    "block": types.SymbolKind.Module,
}
MOST_SYMBOLS = 10_000
"""The largest number of symbols of an outline; each takes a kilobyte and more until it is sent."""
FOLD_KIND: dict[str | None, types.FoldingRangeKind] = {"comment": types.FoldingRangeKind.Comment, "region": types.FoldingRangeKind.Region}


def encoding_of(kind: str | None) -> Encoding:
    """The unit of columns in a session; UTF-16 unless something else was agreed."""
    match kind:
        case types.PositionEncodingKind.Utf8:
            return "utf-8"
        case types.PositionEncodingKind.Utf32:
            return "utf-32"
        case _:
            return "utf-16"


def to_offset(position: types.Position, text: Text, encoding: Encoding) -> int:
    """The offset of a position."""
    return text.offset(Position(position.line, position.character), encoding)


def to_change(change: types.TextDocumentContentChangeEvent, text: Text, encoding: Encoding) -> Change:
    """An edit of this text; one without a range replaces all of it."""
    replacement = change.text.encode("utf-8", "surrogatepass")
    if isinstance(change, types.TextDocumentContentChangeWholeDocument):
        return Change(0, len(text), replacement)
    start = to_offset(change.range.start, text, encoding)
    return Change(start, max(start, to_offset(change.range.end, text, encoding)), replacement)


def from_offset(offset: int, text: Text, encoding: Encoding) -> types.Position:
    """The position of an offset."""
    line, column = text.position(offset, encoding)
    return types.Position(line, column)


def from_span(start: int, end: int, text: Text, encoding: Encoding) -> types.Range:
    """The range of two offsets."""
    return types.Range(from_offset(start, text, encoding), from_offset(end, text, encoding))


def from_diagnostics(uri: str, diagnostics: Iterable[Diagnostic], text: Text, encoding: Encoding) -> list[types.Diagnostic]:
    """Diagnostics as protocol objects."""
    return [
        types.Diagnostic(
            range=from_span(each.start, each.end, text, encoding),
            message=each.message,
            severity=types.DiagnosticSeverity(each.severity),
            code=each.code,
            code_description=page_of(each.code),
            source=SOURCE,
            tags=[TAG[tag] for tag in each.tags] or None,
            related_information=[
                types.DiagnosticRelatedInformation(_location(uri, related, text, encoding), related.message) for related in each.related
            ]
            or None,
        )
        for each in diagnostics
    ]


@cache
def page_of(code: str) -> types.CodeDescription | None:
    """The manual page of a code, which editors open: on the site, or a file; None if it is not a file, as in an archive."""
    address = address_of(code)
    if address is not None:
        return types.CodeDescription(address)
    path = pages().get(code)
    uri = None if path is None or not os.path.isfile(path) else uri_of(path)
    return None if uri is None else types.CodeDescription(uri)


def _location(uri: str, related: Related, text: Text, encoding: Encoding) -> types.Location:
    """The location of related information, which may be in another file."""
    if related.path is not None:
        try:
            text = Text(read(related.path))
        except OSError:
            text = Text(b"")
        uri = uri_of(related.path)
    return types.Location(uri, from_span(related.start, related.end, text, encoding))


def from_symbols(symbols: Sequence[DocumentSymbol], text: Text, encoding: Encoding) -> Plain:
    """The outline, of as many symbols as anybody may look through; its depth is limited where it is made."""
    position = _positions(text, encoding)
    left = MOST_SYMBOLS

    def place(start: int, end: int) -> Data:
        return {"start": position(start), "end": position(end)}

    def made(symbol: DocumentSymbol) -> Data:
        return {
            "name": symbol.name or "?",  # The protocol allows no empty name.
            "kind": SYMBOL_KIND[symbol.kind].value,
            "detail": symbol.kind,
            "range": place(symbol.start, symbol.end),
            "selectionRange": place(symbol.name_start, symbol.name_end),
            "children": all_made(symbol.children),
        }

    def all_made(symbols: Sequence[DocumentSymbol]) -> list[Data]:
        nonlocal left
        found: list[Data] = []
        for each in symbols:
            if left == 0:
                break
            left -= 1
            found.append(made(each))
        return found

    return Plain(all_made(symbols))


def _positions(text: Text, encoding: Encoding) -> Callable[[int], Data]:
    """The positions of offsets in a text, fast for many of them."""
    starts = text.line_starts
    is_plain = text.source.isascii()

    def position(offset: int) -> Data:
        if not is_plain:
            line, column = text.position(offset, encoding)
            return {"line": line, "character": column}
        line = bisect_right(starts, offset) - 1
        return {"line": line, "character": offset - starts[line]}

    return position


def from_folds(folds: Iterable[Fold]) -> list[types.FoldingRange]:
    """The foldable ranges."""
    return [types.FoldingRange(start_line=fold.first, end_line=fold.last, kind=FOLD_KIND.get(fold.kind)) for fold in folds]


def from_selections(spans: Sequence[Span], text: Text, encoding: Encoding) -> types.SelectionRange:
    """A chain of selection ranges, from the innermost."""
    chain: types.SelectionRange | None = None
    for span in reversed(spans):
        chain = types.SelectionRange(from_span(*span, text, encoding), chain)
    assert chain is not None, "there is always the whole file"
    return chain


def from_tokens(tokens: Iterable[Token], text: Text, encoding: Encoding) -> list[int]:
    """The encoded tokens, each relative to the one before."""
    numbers: list[int] = []
    starts, last = text.line_starts, len(text.line_starts) - 1
    line = before = column = 0
    is_all_plain = text.source.isascii()
    is_plain = is_all_plain or _is_plain(text, 0)
    for token_start, token_end, kind, modifiers in tokens:
        at = line
        while at < last and starts[at + 1] <= token_start:
            at += 1
        if at != line:
            line, column, is_plain = at, 0, is_all_plain or _is_plain(text, at)
        if is_plain:
            start, end = token_start - starts[line], token_end - starts[line]
        else:
            start, end = text.position(token_start, encoding).column, text.position(token_end, encoding).column
        numbers += (line - before, start - column, end - start, NUMBER[kind], modifiers)
        before, column = line, start
    return numbers


NUMBER = {kind: number for number, kind in enumerate(TYPES)}


def _is_plain(text: Text, line: int) -> bool:
    """Whether the columns of a line are its bytes in every encoding."""
    return text.source[slice(*text.line_span(line))].isascii()
