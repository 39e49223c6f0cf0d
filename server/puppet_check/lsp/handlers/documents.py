"""Opening, editing and closing of documents."""

from __future__ import annotations

import os

from lsprotocol import types

from puppet_check.document import applied
from puppet_check.lsp import convert
from puppet_check.lsp.context import Context
from puppet_check.lsp.routes import Route
from puppet_check.lsp.uris import path_of
from puppet_grammar.parse import Change
from puppet_grammar.text import Text

UNSPECIFIC = ("epp", "")
"""Language ids of editors for Puppet code without `puppet` in them; they only count if the name of the file says nothing."""

FEW = 20
"""Up to this many edits of a message the document is parsed after each, which takes less time than parsing all of it once."""


def did_open(context: Context, params: types.DidOpenTextDocumentParams) -> None:
    """Take the text from the editor from now on."""
    item = params.text_document
    path = path_of(item.uri)
    context.client.note_uri(path, item.uri)
    # The library takes anything.
    language = item.language_id.lower() if isinstance(item.language_id, str) else ""
    context.session.open(path, item.text, item.version, is_puppet="puppet" in language or language in UNSPECIFIC)


def did_change(context: Context, params: types.DidChangeTextDocumentParams) -> None:
    """Apply edits."""
    document = context.documents.opened(params.text_document)
    context.documents.note_edit(document.path)
    context.published.forget_catalog_errors(document.path)
    version = params.text_document.version
    if len(params.content_changes) > FEW:
        text = document.text
        for change in params.content_changes:
            text = Text(applied(text.source, [convert.to_change(change, text, context.encoding)]))
        context.session.edit(document.path, Change(0, len(document.text), text.source), version)
        return
    for change in params.content_changes:
        edited = convert.to_change(change, document.text, context.encoding)
        document = context.session.edit(document.path, edited, version)


def did_close(context: Context, params: types.DidCloseTextDocumentParams) -> None:
    """Take the text from the disk again."""
    path = context.documents.opened(params.text_document).path
    context.session.close(path)
    context.published.withdraw(path)
    context.client.forget_uri(path)
    context.documents.forget(path)
    context.sent_tokens.forget(path)
    context.kept.forget(path)
    if context.workspace_check.is_wanted and context.folders.contains(path) and os.path.isfile(path):
        context.session.check_closed(path)


ROUTES = (
    Route(types.TEXT_DOCUMENT_DID_OPEN, did_open),
    Route(types.TEXT_DOCUMENT_DID_CHANGE, did_change),
    Route(types.TEXT_DOCUMENT_DID_CLOSE, did_close),
)
