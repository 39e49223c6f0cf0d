"""Completion, and the descriptions of its items when they are looked at."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from lsprotocol import types

from puppet_check.features.completion import resolved
from puppet_check.lsp import convert, project
from puppet_check.lsp.convert_help import described_item, from_completion, item_source

if TYPE_CHECKING:
    from puppet_check.lsp.server import Server

OPTIONS = types.CompletionOptions(trigger_characters=["$", ":", "'", '"', "[", "{", ".", "/", "@"], resolve_provider=True)


def register(server: Server) -> None:
    """Answer these requests."""
    server.feature(types.TEXT_DOCUMENT_COMPLETION, OPTIONS)(partial(text_document_completion, server))
    server.feature(types.COMPLETION_ITEM_RESOLVE)(partial(completion_item_resolve, server))


async def text_document_completion(server: Server, params: types.CompletionParams) -> types.CompletionList:
    """What may be written at the cursor."""
    document = await project.examined_answers(server, params.text_document)
    found = document.complete(convert.to_offset(params.position, document.text, server.encoding))
    return from_completion(found, document.path, document.text, server.encoding, snippets=_takes_snippets(server))


def completion_item_resolve(server: Server, params: types.CompletionItem) -> types.CompletionItem:
    """The description of an item."""
    path, about = item_source(params)
    text = None if about is None else resolved(about, server.session.analysis.workspace.known(path))
    return described_item(params, text)


def _takes_snippets(server: Server) -> bool:
    client = server.client_capabilities.text_document
    item = None if client is None or client.completion is None else client.completion.completion_item
    return bool(item is not None and item.snippet_support)
