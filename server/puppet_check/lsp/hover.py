"""Hover."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from lsprotocol import types

from puppet_check.lsp import convert, project
from puppet_check.lsp.convert_help import from_hover

if TYPE_CHECKING:
    from puppet_check.lsp.server import Server


def register(server: Server) -> None:
    """Answer these requests."""
    server.feature(types.TEXT_DOCUMENT_HOVER)(partial(text_document_hover, server))


async def text_document_hover(server: Server, params: types.HoverParams) -> types.Hover | None:
    """What the word under the pointer is."""
    found = await project.examined_answers(server, params.text_document)
    offset = convert.to_offset(params.position, found.text, server.encoding)
    return from_hover(found.hover(offset), found.text, server.encoding)
