"""Renaming of names and files."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from puppet_check.features.rename import Refusal, Renamed, moved_file, prepare, rename
from puppet_check.lsp import convert
from puppet_check.lsp.convert_places import TextOf, Texts, text_edits, uri_of
from puppet_check.lsp.project import Apart, answer, apart
from puppet_check.workspace.kinds import MANIFEST
from puppet_grammar.text import Encoding

if TYPE_CHECKING:
    from puppet_check.lsp.server import Server

MANIFESTS = types.FileOperationRegistrationOptions(
    [types.FileOperationFilter(types.FileOperationPattern(each), "file") for each in MANIFEST.watched]
)


def register(server: Server) -> None:
    """Answer these requests."""
    answer(server, {types.TEXT_DOCUMENT_PREPARE_RENAME: prepare_rename})
    answer(server, {types.TEXT_DOCUMENT_RENAME: text_document_rename}, types.RenameOptions(prepare_provider=True))
    answer(server, {types.WORKSPACE_WILL_RENAME_FILES: will_rename_files}, MANIFESTS)


async def prepare_rename(server: Server, params: types.PrepareRenameParams) -> types.Range:
    """What would be replaced."""
    return await apart(server, partial(_prepared, params), params.text_document)


def _prepared(params: types.PrepareRenameParams, here: Apart) -> types.Range:
    uses, text, view, others, _ = here.named(params.text_document, params.position)
    found = prepare(view, uses, others)
    if isinstance(found, Refusal):
        raise JsonRpcInvalidParams(found.reason)
    return convert.from_span(*found, text, here.encoding)


async def text_document_rename(server: Server, params: types.RenameParams) -> types.WorkspaceEdit:
    """All edits of a new name."""
    return await apart(server, partial(_rename, params), params.text_document)


def _rename(params: types.RenameParams, here: Apart) -> types.WorkspaceEdit:
    uses, _, view, others, texts = here.named(params.text_document, params.position)
    found = rename(view, uses, params.new_name, others)
    if isinstance(found, Refusal):
        raise JsonRpcInvalidParams(found.reason)
    return _edit(found, texts, here.encoding)


async def will_rename_files(server: Server, params: types.RenameFilesParams) -> types.WorkspaceEdit | None:
    """The edits that go with the new names of files."""
    return await apart(server, partial(_moved, params))


def _moved(params: types.RenameFilesParams, here: Apart) -> types.WorkspaceEdit | None:
    changes: dict[str, list[types.TextEdit]] = {}
    for each in params.files:
        old, new = convert.path_of(each.old_uri), convert.path_of(each.new_uri)
        others = here.others(here.analysis.workspace.known(old))
        texts = Texts(None, others)
        for path, edits in moved_file(old, new, others).edits.items():
            changes.setdefault(uri_of(path), []).extend(text_edits(edits, texts(path), here.encoding))
    return types.WorkspaceEdit(changes=changes) if changes else None


def _edit(found: Renamed, text_of: TextOf, encoding: Encoding) -> types.WorkspaceEdit:
    if not found.moves:
        return types.WorkspaceEdit(
            changes={uri_of(path): text_edits(edits, text_of(path), encoding) for path, edits in found.edits.items()}
        )
    changes: list[types.TextDocumentEdit | types.CreateFile | types.RenameFile | types.DeleteFile] = [
        types.TextDocumentEdit(types.OptionalVersionedTextDocumentIdentifier(uri_of(path)), [*text_edits(edits, text_of(path), encoding)])
        for path, edits in found.edits.items()
    ]
    changes += [types.RenameFile(uri_of(old), uri_of(new)) for old, new in found.moves]
    return types.WorkspaceEdit(document_changes=changes)
