"""Renaming of names and files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from puppet_check.features.boundary import boundary_of
from puppet_check.features.renaming.draft import Edits, Refusal, Renamed, Unsure
from puppet_check.features.renaming.moves import moved
from puppet_check.features.renaming.rename import prepare, rename
from puppet_check.lsp import convert
from puppet_check.lsp.context import Context
from puppet_check.lsp.convert_places import TextOf, Texts, text_edits
from puppet_check.lsp.requests import Job, on_checking_thread
from puppet_check.lsp.routes import Route
from puppet_check.lsp.uris import path_of, uri_of
from puppet_check.workspace.kinds import MANIFEST
from puppet_grammar.text import Encoding

INNER = ("manifests", "functions", "types", "plans", "templates", "files")
"""The folders of a module whose files and folders have names that code depends on."""
RENAMED = types.FileOperationRegistrationOptions(
    [
        *(types.FileOperationFilter(types.FileOperationPattern(each), "file") for each in MANIFEST.watched),
        types.FileOperationFilter(types.FileOperationPattern("**/{templates,files}/**"), "file"),
        types.FileOperationFilter(types.FileOperationPattern(f"**/{{{','.join(INNER)}}}/**"), "folder"),
    ]
)


async def prepare_rename(context: Context, params: types.PrepareRenameParams) -> types.Range:
    """The range that a rename would replace."""
    return await on_checking_thread(context, partial(_prepared, params, context.folders.paths), params.text_document)


def _prepared(params: types.PrepareRenameParams, folders: Sequence[str], job: Job) -> types.Range:
    occurrences, text, view, project_files, _ = job.symbol(params.text_document, params.position)
    found = prepare(view, occurrences, project_files, boundary_of(folders, project_files.known.project.root))
    if isinstance(found, Refusal):
        raise JsonRpcInvalidParams(found.reason)
    return convert.from_span(*found, text, job.encoding)


async def text_document_rename(context: Context, params: types.RenameParams) -> types.WorkspaceEdit:
    """The edits that rename a symbol."""
    make = partial(_rename, params, context.client.confirms_edits, context.folders.paths)
    return await on_checking_thread(context, make, params.text_document)


def _rename(params: types.RenameParams, can_confirm: bool, folders: Sequence[str], job: Job) -> types.WorkspaceEdit:
    occurrences, _, view, project_files, texts = job.symbol(params.text_document, params.position)
    boundary = boundary_of(folders, project_files.known.project.root)
    found = rename(view, occurrences, params.new_name, project_files, can_confirm=can_confirm, boundary=boundary)
    if isinstance(found, Refusal):
        raise JsonRpcInvalidParams(found.reason)
    return _edit(found, texts, job.encoding)


async def will_rename_files(context: Context, params: types.RenameFilesParams) -> types.WorkspaceEdit | None:
    """The edits that go with the renaming of files; what stays as it is although it may depend on them is shown to the user."""
    edit, notes = await on_checking_thread(context, partial(_moved, params, context.client.confirms_edits, context.folders.paths))
    for each in notes:
        context.client.warn(f"Code that may depend on the renamed files is unchanged: {each}")
    return edit


def _moved(
    params: types.RenameFilesParams, can_confirm: bool, folders: Sequence[str], job: Job
) -> tuple[types.WorkspaceEdit | None, tuple[str, ...]]:
    edits: Edits = {}
    unsure: list[Unsure] = []
    notes: list[str] = []
    for each in params.files:
        old, new = path_of(each.old_uri), path_of(each.new_uri)
        project_files = job.project_files(job.analysis.workspace.known(old))
        boundary = boundary_of(folders, project_files.known.project.root)
        found = moved(old, new, project_files, can_confirm=can_confirm, boundary=boundary)
        for path, several in found.edits.items():
            edits.setdefault(path, []).extend(several)
        unsure += found.unsure
        notes += found.notes
    if not edits and not unsure:
        return None, tuple(notes)
    return _edit(Renamed(edits, (), tuple(unsure)), Texts(None, project_files), job.encoding), tuple(notes)


def _edit(found: Renamed, text_of: TextOf, encoding: Encoding) -> types.WorkspaceEdit:
    if not found.moves and not found.unsure:
        return types.WorkspaceEdit(
            changes={uri_of(path): text_edits(edits, text_of(path), encoding) for path, edits in found.edits.items()}
        )
    changes: list[types.TextDocumentEdit | types.CreateFile | types.RenameFile | types.DeleteFile] = [
        *_document_edits(found.edits, text_of, encoding)
    ]
    annotations: dict[str, types.ChangeAnnotation] = {}
    for number, each in enumerate(found.unsure):
        annotations[str(number)] = types.ChangeAnnotation(each.reason, needs_confirmation=True)
        changes += _document_edits(each.edits, text_of, encoding, str(number))
    changes += [types.RenameFile(uri_of(old), uri_of(new)) for old, new in found.moves]
    return types.WorkspaceEdit(document_changes=changes, change_annotations=annotations or None)


def _document_edits(edits: Edits, text_of: TextOf, encoding: Encoding, annotation: str | None = None) -> Iterator[types.TextDocumentEdit]:
    """The edits of each file, with the annotation that they need confirmation if there is one."""
    for path, several in edits.items():
        made: list[types.TextEdit | types.AnnotatedTextEdit | types.SnippetTextEdit] = [
            each if annotation is None else types.AnnotatedTextEdit(annotation, each.range, each.new_text)
            for each in text_edits(several, text_of(path), encoding)
        ]
        yield types.TextDocumentEdit(types.OptionalVersionedTextDocumentIdentifier(uri_of(path)), made)


ROUTES = (
    Route(types.TEXT_DOCUMENT_PREPARE_RENAME, prepare_rename),
    Route(types.TEXT_DOCUMENT_RENAME, text_document_rename, types.RenameOptions(prepare_provider=True)),
    Route(types.WORKSPACE_WILL_RENAME_FILES, will_rename_files, RENAMED),
)
