"""Opening, editing and closing of documents."""

from __future__ import annotations

import os
from collections.abc import Sequence

from lsprotocol import types

from puppet_check.document import applied
from puppet_check.lsp import convert
from puppet_check.lsp.context import Context
from puppet_check.lsp.routes import Route
from puppet_check.lsp.specs import text_on_disk
from puppet_check.lsp.uris import path_of
from puppet_grammar.parse import Change
from puppet_grammar.text import Encoding, Text

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
    context.specs.forget(document.path)
    changes = _changes(params.content_changes, document.text, context.encoding)
    if changes:
        context.session.edit(document.path, changes, params.text_document.version)


def _changes(given: Sequence[types.TextDocumentContentChangeEvent], text: Text, encoding: Encoding) -> list[Change]:
    """The edits of a message, or one for all of them if they are many."""
    size, changes = len(text), list[Change]()
    for each in given:
        if changes:
            text = Text(applied(text.source, changes[-1:]))
        changes.append(convert.to_change(each, text, encoding))
    if len(changes) <= FEW:
        return changes
    return [Change(0, size, applied(text.source, changes[-1:]))]


def did_close(context: Context, params: types.DidCloseTextDocumentParams) -> None:
    """Take the text from the disk again."""
    document = context.documents.opened(params.text_document)
    path = document.path
    if document.text.source != text_on_disk(path).source:
        context.specs.forget(path)
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
