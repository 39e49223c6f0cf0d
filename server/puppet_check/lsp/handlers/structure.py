"""The structure of a document: outline, folding and selection ranges."""

from __future__ import annotations

from lsprotocol import types

from puppet_check.lsp import convert
from puppet_check.lsp.context import Context
from puppet_check.lsp.protocol import Plain
from puppet_check.lsp.routes import Route


def document_symbol(context: Context, params: types.DocumentSymbolParams) -> Plain:
    """The outline."""
    document = context.documents.answers(params.text_document)
    return convert.from_symbols(document.symbols(), document.text, context.encoding)


def folding_range(context: Context, params: types.FoldingRangeParams) -> list[types.FoldingRange]:
    """The parts that can be folded."""
    return convert.from_folds(context.documents.answers(params.text_document).folds())


def selection_range(context: Context, params: types.SelectionRangeParams) -> list[types.SelectionRange]:
    """How the selection grows from each of some positions."""
    document = context.documents.answers(params.text_document)
    offsets = [convert.to_offset(position, document.text, context.encoding) for position in params.positions]
    return [convert.from_selections(document.selections(offset), document.text, context.encoding) for offset in offsets]


ROUTES = (
    Route(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, document_symbol),
    Route(types.TEXT_DOCUMENT_FOLDING_RANGE, folding_range),
    Route(types.TEXT_DOCUMENT_SELECTION_RANGE, selection_range),
)
