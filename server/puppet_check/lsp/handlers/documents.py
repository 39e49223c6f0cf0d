"""Opening, editing and closing of documents."""

from __future__ import annotations

import os

from lsprotocol import types

from puppet_check.lsp import convert
from puppet_check.lsp.context import Context
from puppet_check.lsp.routes import Route
from puppet_check.lsp.uris import path_of

UNSPECIFIC = ("epp", "")
"""Language ids of editors for Puppet code without `puppet` in them; they only count if the name of the file says nothing."""


def did_open(context: Context, params: types.DidOpenTextDocumentParams) -> None:
    """Take the text from the editor from now on."""
    item = params.text_document
    path = path_of(item.uri)
    context.client.note_uri(path, item.uri)
    language = item.language_id.lower()
    context.session.open(path, item.text, item.version, is_puppet="puppet" in language or language in UNSPECIFIC)


def did_change(context: Context, params: types.DidChangeTextDocumentParams) -> None:
    """Apply edits."""
    document = context.documents.opened(params.text_document)
    context.documents.note_edit(document.path)
    for change in params.content_changes:
        edited = convert.to_change(change, document.text, context.encoding)
        document = context.session.edit(document.path, edited, params.text_document.version)


def did_close(context: Context, params: types.DidCloseTextDocumentParams) -> None:
    """Take the text from the disk again."""
    path = context.documents.opened(params.text_document).path
    context.session.close(path)
    context.published.withdraw(path)
    context.client.forget_uri(path)
    context.documents.forget(path)
    context.sent_tokens.forget(path)
    if context.workspace_check.is_wanted and context.folders.contains(path) and os.path.isfile(path):
        context.session.check_closed(path)


ROUTES = (
    Route(types.TEXT_DOCUMENT_DID_OPEN, did_open),
    Route(types.TEXT_DOCUMENT_DID_CHANGE, did_change),
    Route(types.TEXT_DOCUMENT_DID_CLOSE, did_close),
)
