"""Changes on disk that the client reports."""

from __future__ import annotations

from lsprotocol import types

from puppet_check.lsp.context import Context
from puppet_check.lsp.routes import Route
from puppet_check.lsp.uris import path_of
from puppet_check.lsp.watch_service import relevant
from puppet_check.lsp.watching import notice
from puppet_check.workspace.kinds import all_watched

OPERATIONS = types.FileOperationRegistrationOptions(
    [
        *(
            types.FileOperationFilter(types.FileOperationPattern(each, types.FileOperationPatternKind.File), "file")
            for each in all_watched()
        ),
        types.FileOperationFilter(types.FileOperationPattern("**", types.FileOperationPatternKind.Folder), "file"),
    ]
)


def did_change_watched_files(context: Context, params: types.DidChangeWatchedFilesParams) -> None:
    """Follow files that were created, changed or deleted."""
    paths = [*relevant(path_of(each.uri) for each in params.changes)]
    if paths:
        notice(context, paths, rewritten=all(each.type is types.FileChangeType.Changed for each in params.changes))


def did_save(context: Context, params: types.DidSaveTextDocumentParams) -> None:
    """Follow a document that was saved."""
    path = path_of(params.text_document.uri)
    notice(context, [path], rewritten=context.session.was_on_disk(path))


def did_create_or_delete(context: Context, params: types.CreateFilesParams | types.DeleteFilesParams) -> None:
    """Follow files that the user has created or deleted in the client."""
    notice(context, [path_of(each.uri) for each in params.files])


def did_rename(context: Context, params: types.RenameFilesParams) -> None:
    """Follow files that the user has renamed in the client."""
    notice(context, [path_of(uri) for each in params.files for uri in (each.old_uri, each.new_uri)])


ROUTES = (
    Route(types.WORKSPACE_DID_CHANGE_WATCHED_FILES, did_change_watched_files),
    Route(types.TEXT_DOCUMENT_DID_SAVE, did_save, types.SaveOptions(include_text=False)),
    Route(types.WORKSPACE_DID_CREATE_FILES, did_create_or_delete, OPERATIONS),
    Route(types.WORKSPACE_DID_DELETE_FILES, did_create_or_delete, OPERATIONS),
    Route(types.WORKSPACE_DID_RENAME_FILES, did_rename, OPERATIONS),
)
