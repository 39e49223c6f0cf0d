"""Going to definitions and references."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from lsprotocol import types

from puppet_check.features.definition import definition, implementation, type_definition
from puppet_check.features.references import references_of
from puppet_check.lsp import convert
from puppet_check.lsp.convert_places import locations
from puppet_check.lsp.project import Apart, answer, answers, apart, examined, named

if TYPE_CHECKING:
    from puppet_check.lsp.server import Server

HIGHLIGHT = {"define": types.DocumentHighlightKind.Write, "write": types.DocumentHighlightKind.Write}


def register(server: Server) -> None:
    """Answer these requests."""
    answer(
        server,
        {
            types.TEXT_DOCUMENT_DEFINITION: text_document_definition,
            types.TEXT_DOCUMENT_DECLARATION: text_document_definition,
            types.TEXT_DOCUMENT_IMPLEMENTATION: text_document_implementation,
            types.TEXT_DOCUMENT_TYPE_DEFINITION: text_document_type_definition,
            types.TEXT_DOCUMENT_REFERENCES: text_document_references,
            types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT: document_highlight,
        },
    )


def text_document_definition(server: Server, params: types.DefinitionParams) -> list[types.Location]:
    """Where the word under the pointer is defined."""
    uses, _, view, others, texts = named(server, params.text_document, params.position)
    return locations(definition(uses, view, others), texts, server.encoding)


def text_document_implementation(server: Server, params: types.ImplementationParams) -> list[types.Location]:
    """What stands behind the word under the pointer."""
    uses, _, view, others, texts = named(server, params.text_document, params.position)
    return locations(implementation(uses, view, others), texts, server.encoding)


async def text_document_type_definition(server: Server, params: types.TypeDefinitionParams) -> list[types.Location]:
    """Where the type of the word under the pointer is defined."""
    view, offset, others, texts = await examined(server, params.text_document, params.position)
    return locations(type_definition(view, offset, others), texts, server.encoding)


async def text_document_references(server: Server, params: types.ReferenceParams) -> list[types.Location]:
    """All places that name what the word under the pointer names."""
    return await apart(server, partial(_references, params), params.text_document)


def _references(params: types.ReferenceParams, here: Apart) -> list[types.Location]:
    uses, _, view, others, texts = here.named(params.text_document, params.position)
    found = references_of(uses[0].subject, view, others) if uses else []
    if not params.context.include_declaration:
        found = [each for each in found if each.role != "define"]
    return locations(found, texts, here.encoding)


def document_highlight(server: Server, params: types.DocumentHighlightParams) -> list[types.DocumentHighlight]:
    """The places of this document that name the same."""
    document = answers(server, params.text_document)
    text = document.text
    found = document.highlights(convert.to_offset(params.position, text, server.encoding))
    return [
        types.DocumentHighlight(
            convert.from_span(each.start, each.end, text, server.encoding),
            HIGHLIGHT.get(each.role, types.DocumentHighlightKind.Read),
        )
        for each in found
    ]
