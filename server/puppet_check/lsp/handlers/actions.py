"""Code actions."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress

from lsprotocol import types

from puppet_check.document import selected
from puppet_check.features.actions import Action
from puppet_check.features.edits import NewFile
from puppet_check.fixing import edited, safe_edits
from puppet_check.lsp import convert
from puppet_check.lsp.context import Context
from puppet_check.lsp.convert_places import text_edits
from puppet_check.lsp.routes import Route
from puppet_check.lsp.uris import path_of, uri_of
from puppet_check.reading.files import read
from puppet_grammar.text import Encoding, Text
from puppet_typesys.diagnostics import Diagnostic, Edit

DocumentChange = types.TextDocumentEdit | types.CreateFile | types.RenameFile | types.DeleteFile
LARGE = 60_000
"""The size in bytes past which a check takes too long for an action."""
KINDS = [
    types.CodeActionKind.QuickFix,
    types.CodeActionKind.RefactorRewrite,
    types.CodeActionKind.RefactorExtract,
    types.CodeActionKind.RefactorInline,
    types.CodeActionKind.SourceFixAll,
]


async def code_action(context: Context, params: types.CodeActionParams) -> list[types.CodeAction]:
    """The code actions for a part of a document."""
    diagnostics = await context.session.settled(path_of(params.text_document.uri))
    uri = params.text_document.uri
    document = context.documents.answers(params.text_document)
    text = document.text
    only = params.context.only
    edits = _fix_all(context, params.text_document, diagnostics) if _takes_fix_all(params.context) else ()
    found = [Action("Apply all safe fixes", "source.fixAll", edits)] if edits else []
    if only is None or types.CodeActionKind.SourceFixAll not in only:
        start, end = (convert.to_offset(each, text, context.encoding) for each in (params.range.start, params.range.end))
        here = [each for each in document.actions(start, end, diagnostics) if only is None or any(_is_of(each.kind, kind) for kind in only)]
        here = [each for each in here if not each.is_checked or _is_harmless(context, params.text_document, each, diagnostics)]
        # A fix of one code may apply to the whole document.
        found = here + [each for each in found if all(each.edits != one.edits for one in here)]
    return [_action(uri, each, text, context.encoding) for each in found]


def _fix_all(context: Context, asked: types.TextDocumentIdentifier, diagnostics: tuple[Diagnostic, ...]) -> tuple[Edit, ...]:
    """The edits of all safe fixes, as far as the text that they make has no new findings."""
    document = context.documents.opened(asked)
    # The check of a file of another kind has an effect on others.
    analysis = context.session.analysis if document.is_code else context.session.scratch()
    return safe_edits(document.path, document.text.source, diagnostics, analysis)


def _is_harmless(context: Context, asked: types.TextDocumentIdentifier, action: Action, diagnostics: Sequence[Diagnostic]) -> bool:
    """Whether an action makes no finding of any code more, which takes a check; not offered in large files."""
    document = context.documents.opened(asked)
    if len(document.text) > LARGE:
        return False
    made = context.session.analysis.check_text(document.path, edited(document.text.source, action.edits))
    shown = selected(document.path, made.diagnostics, context.session.analysis.workspace.configuration)
    return not Counter(each.code for each in shown) - Counter(each.code for each in diagnostics)


def _is_of(kind: str, wanted: str) -> bool:
    return kind == wanted or kind.startswith(f"{wanted}.")


def _takes_fix_all(context: types.CodeActionContext) -> bool:
    """Whether to offer fix all: some editors cannot ask for it by name, but none needs it at every move of the cursor."""
    if context.only is None:
        return context.trigger_kind is not types.CodeActionTriggerKind.Automatic
    return types.CodeActionKind.SourceFixAll in context.only


def _action(uri: str, action: Action, text: Text, encoding: Encoding) -> types.CodeAction:
    return types.CodeAction(
        title=action.title,
        kind=types.CodeActionKind(action.kind),
        diagnostics=None if action.resolves is None else convert.from_diagnostics(uri, [action.resolves], text, encoding),
        is_preferred=action.is_preferred or None,
        edit=_workspace_edit(uri, action, text, encoding),
    )


def _workspace_edit(uri: str, action: Action, text: Text, encoding: Encoding) -> types.WorkspaceEdit:
    """The edits of an action; clients that create files take them in an order, all others as they are."""
    if action.file is not None:
        return types.WorkspaceEdit(document_changes=_creation(action.file))
    own = [each for each in action.edits if each.path is None]
    elsewhere = [each for each in action.edits if each.path is not None]
    if not elsewhere:
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


def _document_edit(uri: str, edits: Sequence[types.TextEdit]) -> types.TextDocumentEdit:
    return types.TextDocumentEdit(types.OptionalVersionedTextDocumentIdentifier(uri), edits)


def _creation(file: NewFile) -> list[DocumentChange]:
    uri = uri_of(file.path)
    start = types.Range(types.Position(0, 0), types.Position(0, 0))
    made = types.CreateFile(uri, options=types.CreateFileOptions(ignore_if_exists=True))
    return [made, _document_edit(uri, [types.TextEdit(start, file.text)])]


ROUTES = (Route(types.TEXT_DOCUMENT_CODE_ACTION, code_action, types.CodeActionOptions(KINDS)),)
