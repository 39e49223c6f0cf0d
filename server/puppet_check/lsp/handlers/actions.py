"""Code actions."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from lsprotocol import types

from puppet_check.document import selected
from puppet_check.features.actions import Action
from puppet_check.features.boundary import Boundary, boundary_of
from puppet_check.features.edits import NewFile
from puppet_check.fixing import edited, safe_edits
from puppet_check.lsp import convert
from puppet_check.lsp.context import Context
from puppet_check.lsp.convert_places import text_edits
from puppet_check.lsp.protocol import Refused
from puppet_check.lsp.requests import made_by
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


class Choice(NamedTuple):
    """A code action without its edits, as a client gets it and sends it back when it is chosen."""

    uri: str
    version: int
    start: int
    end: int
    number: int
    """The place of the action among those for the part of the text."""
    title: str


async def code_action(context: Context, params: types.CodeActionParams) -> list[types.CodeAction]:
    """The code actions for a part of a document; without edits if the client requests them when one is chosen."""
    diagnostics = await context.session.settled(path_of(params.text_document.uri))
    uri = params.text_document.uri
    document = context.documents.answers(params.text_document)
    text = document.text
    only = params.context.only
    edits = _fix_all(context, params.text_document, diagnostics) if _takes_fix_all(params.context) else ()
    everything = [Action("Apply all safe fixes", "source.fixAll", edits)] if edits else []
    if only is not None and types.CodeActionKind.SourceFixAll in only:
        return [_action(uri, each, text, context.encoding) for each in everything]
    start, end = (convert.to_offset(each, text, context.encoding) for each in (params.range.start, params.range.end))
    boundary = boundary_of(context.folders.paths, document.known.project.root)
    offered = [(number, each) for number, each in enumerate(document.actions(start, end, diagnostics)) if _is_inside(each, boundary)]
    numbered = [(number, each) for number, each in offered if not each.is_checked or len(text) <= LARGE]
    here = [(number, each) for number, each in numbered if only is None or any(_is_of(each.kind, kind) for kind in only)]
    # A fix of one code may apply to the whole document.
    found = [_action(uri, each, text, context.encoding) for each in everything if all(each.edits != one.edits for _, one in here)]
    if not context.client.resolves_edits:
        return [_action(uri, each, text, context.encoding) for _, each in here if not _harm(context, uri, each, diagnostics)] + found
    version = context.documents.opened(params.text_document).version or 0
    return [_listed(Choice(uri, version, start, end, number, each.title), each, text, context.encoding) for number, each in here] + found


async def code_action_resolve(context: Context, params: types.CodeAction) -> types.CodeAction:
    """A code action with its edits. Raises Refused if the document has been edited since, or if it would cause findings."""
    choice = made_by(Choice, params.data, str, int, int, int, int, str)
    identifier = types.TextDocumentIdentifier(choice.uri)
    diagnostics = await context.session.settled(context.documents.opened(identifier).path)
    document = context.documents.opened(identifier)
    if (document.version or 0) != choice.version or not 0 <= choice.start <= choice.end <= len(document.text):
        raise Refused("the document has been edited since the action was offered")
    offered = [*document.answers.actions(choice.start, choice.end, diagnostics)]
    if not 0 <= choice.number < len(offered) or offered[choice.number].title != choice.title:
        raise Refused("the action does not apply any more")
    action = offered[choice.number]
    if codes := _harm(context, choice.uri, action, diagnostics):
        raise Refused(f"'{action.title}' would cause new findings: {', '.join(codes)}")
    params.edit = _workspace_edit(choice.uri, action, document.text, context.encoding)
    return params


def _is_inside(action: Action, boundary: Boundary) -> bool:
    """Whether an action creates and changes no file outside of the open folders."""
    created = () if action.file is None else (action.file.path,)
    return all(boundary.contains(each) for each in (*created, *(each.path for each in action.edits if each.path is not None)))


def _fix_all(context: Context, asked: types.TextDocumentIdentifier, diagnostics: tuple[Diagnostic, ...]) -> tuple[Edit, ...]:
    """The edits of all safe fixes, as far as the text that they make has no new findings."""
    document = context.documents.opened(asked)
    # The check of a file of another kind has an effect on others.
    analysis = context.session.analysis if document.is_code else context.session.scratch()
    return safe_edits(document.path, document.text.source, diagnostics, analysis)


def _harm(context: Context, uri: str, action: Action, diagnostics: Sequence[Diagnostic]) -> list[str]:
    """The codes of which an action makes more findings, if it is one that is checked."""
    if not action.is_checked:
        return []
    document = context.documents.opened(types.TextDocumentIdentifier(uri))
    made = context.session.analysis.check_text(document.path, edited(document.text.source, action.edits))
    shown = selected(document.path, made.diagnostics, context.session.analysis.workspace.configuration)
    return sorted(Counter(each.code for each in shown) - Counter(each.code for each in diagnostics))


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


def _listed(choice: Choice, action: Action, text: Text, encoding: Encoding) -> types.CodeAction:
    """An action without its edits."""
    made = _action(choice.uri, action._replace(edits=(), file=None), text, encoding)
    made.edit, made.data = None, list(choice)
    return made


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


ROUTES = (
    Route(types.TEXT_DOCUMENT_CODE_ACTION, code_action, types.CodeActionOptions(KINDS, resolve_provider=True)),
    Route(types.CODE_ACTION_RESOLVE, code_action_resolve),
)
