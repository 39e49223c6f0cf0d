"""Going to definitions and references."""

from __future__ import annotations

from functools import partial

from lsprotocol import types

from puppet_check.features.navigation.definition import definition, implementation, type_definition
from puppet_check.features.usages.references import all_references_of
from puppet_check.lsp import convert
from puppet_check.lsp.context import Context
from puppet_check.lsp.convert_places import locations
from puppet_check.lsp.requests import Job, checked_place, on_checking_thread, symbol
from puppet_check.lsp.routes import Route

HIGHLIGHT = {"define": types.DocumentHighlightKind.Write, "write": types.DocumentHighlightKind.Write}


def text_document_definition(context: Context, params: types.DefinitionParams) -> list[types.Location]:
    """The definitions of the symbol at a position."""
    occurrences, _, view, project_files, texts = symbol(context, params.text_document, params.position)
    return locations(definition(occurrences, view, project_files), texts, context.encoding)


def text_document_implementation(context: Context, params: types.ImplementationParams) -> list[types.Location]:
    """The implementations of the symbol at a position."""
    occurrences, _, view, project_files, texts = symbol(context, params.text_document, params.position)
    return locations(implementation(occurrences, view, project_files), texts, context.encoding)


async def text_document_type_definition(context: Context, params: types.TypeDefinitionParams) -> list[types.Location]:
    """The definition of the type of the expression at a position."""
    view, offset, project_files, texts = await checked_place(context, params.text_document, params.position)
    return locations(type_definition(view, offset, project_files), texts, context.encoding)


async def text_document_references(context: Context, params: types.ReferenceParams) -> list[types.Location]:
    """All references to the symbol at a position."""
    return await on_checking_thread(context, partial(_references, params), params.text_document)


def _references(params: types.ReferenceParams, job: Job) -> list[types.Location]:
    occurrences, _, view, project_files, texts = job.symbol(params.text_document, params.position)
    found = all_references_of(occurrences[0].symbol, view, project_files) if occurrences else []
    if not params.context.include_declaration:
        found = [each for each in found if each.role != "define"]
    return locations(found, texts, job.encoding)


def document_highlight(context: Context, params: types.DocumentHighlightParams) -> list[types.DocumentHighlight]:
    """The occurrences of the symbol at a position in its document."""
    document = context.documents.answers(params.text_document)
    text = document.text
    found = document.highlights(convert.to_offset(params.position, text, context.encoding))
    return [
        types.DocumentHighlight(
            convert.from_span(each.start, each.end, text, context.encoding),
            HIGHLIGHT.get(each.role, types.DocumentHighlightKind.Read),
        )
        for each in found
    ]


ROUTES = (
    Route(types.TEXT_DOCUMENT_DEFINITION, text_document_definition),
    Route(types.TEXT_DOCUMENT_DECLARATION, text_document_definition),
    Route(types.TEXT_DOCUMENT_IMPLEMENTATION, text_document_implementation),
    Route(types.TEXT_DOCUMENT_TYPE_DEFINITION, text_document_type_definition),
    Route(types.TEXT_DOCUMENT_REFERENCES, text_document_references),
    Route(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, document_highlight),
)
