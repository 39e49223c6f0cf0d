"""Converts code actions to edits of the workspace."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress

from lsprotocol import types

from puppet_check.document import Document
from puppet_check.features.edits import NewFile
from puppet_check.features.refactoring.actions import Action
from puppet_check.lsp.client import Client
from puppet_check.lsp.convert_places import text_edits
from puppet_check.lsp.uris import uri_of
from puppet_check.reading.files import read
from puppet_grammar.patterns import lazy_pattern
from puppet_grammar.text import Encoding, Text
from puppet_typesys.diagnostics import Edit

DocumentChange = types.TextDocumentEdit | types.CreateFile | types.RenameFile | types.DeleteFile
SPECIAL = lazy_pattern(r"[\\$}]")


def workspace_edit(uri: str, action: Action, document: Document, encoding: Encoding, client: Client) -> types.WorkspaceEdit:
    """The edits of an action; clients that create files take them in an order, all others as they are."""
    if action.file is not None:
        return types.WorkspaceEdit(document_changes=_creation(action.file))
    text = document.text
    own = [each for each in action.edits if each.path is None]
    elsewhere = [each for each in action.edits if each.path is not None]
    if not elsewhere:
        if client.edits_with_snippets and any(each.placeholders for each in own):
            identifier = types.OptionalVersionedTextDocumentIdentifier(uri, document.version)
            return types.WorkspaceEdit(document_changes=[types.TextDocumentEdit(identifier, [*_with_snippets(own, text, encoding)])])
        return types.WorkspaceEdit(changes={uri: text_edits(own, text, encoding)})
    changes: list[DocumentChange] = []
    for path in dict.fromkeys(each.path for each in elsewhere if each.path is not None):
        several = [each for each in elsewhere if each.path == path]
        if os.path.exists(path):
            with suppress(OSError):
                changes.append(_document_edit(uri_of(path), text_edits(several, Text(read(path)), encoding)))
        else:
            changes += _creation(NewFile(path, several[0].replacement))
    if own:
        changes.append(_document_edit(uri, text_edits(own, text, encoding)))
    return types.WorkspaceEdit(document_changes=changes)


def _with_snippets(edits: Sequence[Edit], text: Text, encoding: Encoding) -> Iterator[types.TextEdit | types.SnippetTextEdit]:
    """Edits of a text, in which the user goes from one placeholder to the next."""
    for edit, plain in zip(edits, text_edits(edits, text, encoding), strict=True):
        yield types.SnippetTextEdit(plain.range, types.StringValue(_snippet(edit))) if edit.placeholders else plain


def _snippet(edit: Edit) -> str:
    """The replacement of an edit as a snippet, after which the cursor is at its end."""
    made, at = "", 0
    for number, (start, end) in enumerate(edit.placeholders, 1):
        made += f"{_escaped(edit.replacement[at:start])}${{{number}:{_escaped(edit.replacement[start:end])}}}"
        at = end
    return f"{made}{_escaped(edit.replacement[at:])}"


def _escaped(text: str) -> str:
    return SPECIAL.sub(r"\\\g<0>", text)


def _document_edit(uri: str, edits: Sequence[types.TextEdit]) -> types.TextDocumentEdit:
    return types.TextDocumentEdit(types.OptionalVersionedTextDocumentIdentifier(uri), edits)


def _creation(file: NewFile) -> list[DocumentChange]:
    uri = uri_of(file.path)
    start = types.Range(types.Position(0, 0), types.Position(0, 0))
    made = types.CreateFile(uri, options=types.CreateFileOptions(ignore_if_exists=True))
    return [made, _document_edit(uri, [types.TextEdit(start, file.text)])]
