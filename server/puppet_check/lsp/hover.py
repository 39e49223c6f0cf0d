"""Hover."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from lsprotocol import types

from puppet_check.features import other
from puppet_check.features.hover import hover
from puppet_check.lsp import convert, project
from puppet_check.lsp.convert_help import from_hover, view_of

if TYPE_CHECKING:
    from puppet_check.lsp.server import Server


def register(server: Server) -> None:
    """Answer these requests."""
    server.feature(types.TEXT_DOCUMENT_HOVER)(partial(text_document_hover, server))


async def text_document_hover(server: Server, params: types.HoverParams) -> types.Hover | None:
    """What the word under the pointer is."""
    if (view := project.other(server, params.text_document)) is not None:
        offset = convert.to_offset(params.position, view.text, server.encoding)
        return from_hover(other.hover(view, offset), view.text, server.encoding)
    document = await server.examined(params.text_document)
    offset = convert.to_offset(params.position, document.text, server.encoding)
    return from_hover(hover(view_of(document), offset), document.text, server.encoding)
