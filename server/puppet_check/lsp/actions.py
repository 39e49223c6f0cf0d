"""Code actions, and edits while typing."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from lsprotocol import types

from puppet_check.analysis import Document, shown
from puppet_check.features.actions import Action, Ways, actions, other_actions, other_ways, sure_fixes
from puppet_check.features.edits import NewFile
from puppet_check.features.mending import mended
from puppet_check.features.on_type import TRIGGERS, on_type
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
    uri, told = params.text_document.uri, params.context.diagnostics
    ways: Ways
    if (file := other(server, params.text_document)) is not None:
        text = file.text
        known = server.told.get(file.path)
        document = server.opened(params.text_document)
        diagnostics: Sequence[Diagnostic] = _told(
            text, told if known is None or known.version != document.version else known.diagnostics, server.encoding
        )
        ways, offered = partial(other_ways, file), partial(other_actions, file)
    else:
        view, _, _, _ = asked(server, params.text_document)
        text, diagnostics = view.text, _diagnostics(server.document(params.text_document), told, server.encoding)
        ways, offered = partial(mended, view), partial(actions, view)
    only = params.context.only
    edits = sure_fixes(ways, diagnostics) if _takes_fix_all(params.context) else ()
    found = [Action("Fix all that has one fix", "source.fixAll", edits)] if edits else []
    if only is None or types.CodeActionKind.SourceFixAll not in only:
        start, end = (convert.to_offset(each, text, server.encoding) for each in (params.range.start, params.range.end))
        here = [each for each in offered(start, end, diagnostics) if only is None or any(_is_of(each.kind, kind) for kind in only)]
        # All may be what one of these mends.
        found = here + [each for each in found if all(each.edits != one.edits for one in here)]
    return [_action(uri, each, text, server.encoding) for each in found]


def _is_of(kind: str, wanted: str) -> bool:
    return kind == wanted or kind.startswith(f"{wanted}.")


def _takes_fix_all(context: types.CodeActionContext) -> bool:
    """Whether all is to be fixed: some editors cannot ask for it by name, but none asks for it at every step of the cursor."""
    if context.only is None:
        return context.trigger_kind is not types.CodeActionTriggerKind.Automatic
    return types.CodeActionKind.SourceFixAll in context.only


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
