"""Formatting of documents, of ranges, and while typing."""

from __future__ import annotations

from collections.abc import Sequence

from lsprotocol import types

from puppet_check.features.refactoring.formatting import Lines, format_document, format_ranges, style_of
from puppet_check.features.refactoring.on_type import TRIGGERS, on_type
from puppet_check.features.view import View
from puppet_check.formatting.style import Style
from puppet_check.lsp.context import Context
from puppet_check.lsp.convert_places import text_edits
from puppet_check.lsp.requests import place
from puppet_check.lsp.routes import Route
from puppet_grammar.parse import mode_of

ON_TYPE = types.DocumentOnTypeFormattingOptions(TRIGGERS[0], list(TRIGGERS[1:]))


def formatting(context: Context, params: types.DocumentFormattingParams) -> list[types.TextEdit]:
    """The edits that format a document."""
    view = _view(context, params.text_document)
    if view is None:
        return []
    edits = format_document(view.text.source, mode_of(view.path), _style(context, view))
    return text_edits(edits, view.text, context.encoding)


def range_formatting(context: Context, params: types.DocumentRangeFormattingParams) -> list[types.TextEdit]:
    """The edits that format the statements of a range."""
    return _ranges(context, params.text_document, [params.range])


def ranges_formatting(context: Context, params: types.DocumentRangesFormattingParams) -> list[types.TextEdit]:
    """The edits that format the statements of some ranges."""
    return _ranges(context, params.text_document, params.ranges)


def on_type_formatting(context: Context, params: types.DocumentOnTypeFormattingParams) -> list[types.TextEdit]:
    """The edits that follow a typed character."""
    view, offset, _, _ = place(context, params.text_document, params.position)
    return text_edits(on_type(view, offset, params.ch, _style(context, view)), view.text, context.encoding)


def _ranges(context: Context, identifier: types.TextDocumentIdentifier, ranges: Sequence[types.Range]) -> list[types.TextEdit]:
    view = _view(context, identifier)
    if view is None:
        return []
    edits = format_ranges(view.text.source, [_lines(each) for each in ranges], mode_of(view.path), _style(context, view))
    return text_edits(edits, view.text, context.encoding)


def _view(context: Context, identifier: types.TextDocumentIdentifier) -> View | None:
    """The document as Puppet code; None if it is of another kind, which is left alone."""
    return context.documents.answers(identifier).here


def _style(context: Context, view: View) -> Style:
    return style_of(context.session.analysis.workspace.configuration.of(view.path))


def _lines(found: types.Range) -> Lines:
    """The lines of a range; one that ends at the start of a line does not include that line."""
    last = found.end.line - (found.end.character == 0 and found.end.line > found.start.line)
    return found.start.line, last


ROUTES = (
    Route(types.TEXT_DOCUMENT_FORMATTING, formatting, types.DocumentFormattingOptions()),
    Route(types.TEXT_DOCUMENT_RANGE_FORMATTING, range_formatting, types.DocumentRangeFormattingOptions(ranges_support=True)),
    Route(types.TEXT_DOCUMENT_RANGES_FORMATTING, ranges_formatting),
    Route(types.TEXT_DOCUMENT_ON_TYPE_FORMATTING, on_type_formatting, ON_TYPE),
)
