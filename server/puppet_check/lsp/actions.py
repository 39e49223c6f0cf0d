"""Code actions, and edits while typing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from lsprotocol import types

from puppet_check.analysis import Document, shown
from puppet_check.features.actions import Action, actions, fixes
from puppet_check.features.edits import NewFile
from puppet_check.features.on_type import TRIGGERS, on_type
from puppet_check.features.other import OtherView, mended
from puppet_check.lsp import convert
from puppet_check.lsp.convert_places import text_edits, uri_of
from puppet_check.lsp.project import answer, asked, other
from puppet_grammar.text import Encoding, Text
from puppet_typesys.diagnostics import Diagnostic, Severity

if TYPE_CHECKING:
    from puppet_check.lsp.server import Server

KINDS = [
    types.CodeActionKind.QuickFix,
    types.CodeActionKind.RefactorRewrite,
    types.CodeActionKind.RefactorExtract,
    types.CodeActionKind.SourceFixAll,
]


def register(server: Server) -> None:
    """Answer these requests."""
    answer(server, {types.TEXT_DOCUMENT_CODE_ACTION: code_action}, types.CodeActionOptions(KINDS))
    options = types.DocumentOnTypeFormattingOptions(TRIGGERS[0], list(TRIGGERS[1:]))
    answer(server, {types.TEXT_DOCUMENT_ON_TYPE_FORMATTING: on_type_formatting}, options)


def code_action(server: Server, params: types.CodeActionParams) -> list[types.CodeAction]:
    """What may be done to a part of a document."""
    if (file := other(server, params.text_document)) is not None:
        return list(_other_actions(server, file, params))
    document = server.document(params.text_document)
    view, start, _, _ = asked(server, params.text_document, params.range.start)
    end = convert.to_offset(params.range.end, view.text, server.encoding)
    uri, diagnostics = params.text_document.uri, _diagnostics(document, params.context.diagnostics, server.encoding)
    only = params.context.only
    if only is not None and types.CodeActionKind.SourceFixAll in only:
        edits = fixes(view, diagnostics)
        all_ = Action("Fix all that has one fix", "source.fixAll", edits)
        return [_action(uri, all_, view.text, server.encoding)] if edits else []
    found = actions(view, start, end, diagnostics)
    return [
        _action(uri, each, view.text, server.encoding)
        for each in found
        if only is None or any(each.kind == kind or each.kind.startswith(f"{kind}.") for kind in only)
    ]


def _other_actions(server: Server, file: OtherView, params: types.CodeActionParams) -> Iterator[types.CodeAction]:
    """What may be done to a file that is no Puppet code: mend what the client says is wrong there."""
    only = params.context.only
    if only is not None and types.CodeActionKind.QuickFix not in only:
        return
    for found in _told(file.text, params.context.diagnostics, server.encoding):
        for title, edits in mended(file, found):
            yield _action(params.text_document.uri, Action(title, "quickfix", edits, found, is_preferred=True), file.text, server.encoding)


def _diagnostics(document: Document, told: Sequence[types.Diagnostic], encoding: Encoding) -> Sequence[Diagnostic]:
    """What is wrong in a document if that is known already, else what the client says: a check would take too long."""
    if "diagnostics" in vars(document):
        return shown(document)
    return _told(document.text, told, encoding)


def _told(text: Text, told: Sequence[types.Diagnostic], encoding: Encoding) -> list[Diagnostic]:
    return [
        Diagnostic(
            convert.to_offset(each.range.start, text, encoding),
            convert.to_offset(each.range.end, text, encoding),
            Severity(each.severity or Severity.ERROR),
            str(each.code),
            each.message,
        )
        for each in told
        if each.source == convert.SOURCE
    ]


def _action(uri: str, action: Action, text: Text, encoding: Encoding) -> types.CodeAction:
    edit = types.WorkspaceEdit(changes={uri: text_edits(action.edits, text, encoding)})
    return types.CodeAction(
        title=action.title,
        kind=types.CodeActionKind(action.kind),
        diagnostics=None if action.mends is None else convert.from_diagnostics(uri, [action.mends], text, encoding),
        is_preferred=action.is_preferred or None,
        edit=edit if action.file is None else _creation(action.file),
    )


def _creation(file: NewFile) -> types.WorkspaceEdit:
    uri = uri_of(file.path)
    start = types.Range(types.Position(0, 0), types.Position(0, 0))
    return types.WorkspaceEdit(
        document_changes=[
            types.CreateFile(uri, options=types.CreateFileOptions(ignore_if_exists=True)),
            types.TextDocumentEdit(types.OptionalVersionedTextDocumentIdentifier(uri), [types.TextEdit(start, file.text)]),
        ]
    )


def on_type_formatting(server: Server, params: types.DocumentOnTypeFormattingParams) -> list[types.TextEdit]:
    """Edits after a key."""
    view, offset, _, _ = asked(server, params.text_document, params.position)
    return text_edits(on_type(view, offset, params.ch), view.text, server.encoding)
