"""Hover."""

from __future__ import annotations

from lsprotocol import types

from puppet_check.lsp import convert
from puppet_check.lsp.context import Context
from puppet_check.lsp.convert_help import from_hover
from puppet_check.lsp.routes import Route


async def hover(context: Context, params: types.HoverParams) -> types.Hover | None:
    """The description of the symbol at a position."""
    found = await context.documents.checked_answers(params.text_document)
    offset = convert.to_offset(params.position, found.text, context.encoding)
    return from_hover(found.hover(offset), found.text, context.encoding)


ROUTES = (Route(types.TEXT_DOCUMENT_HOVER, hover),)
