"""Requests of the VS Code extension that are not in the protocol: views, the preview of a catalog, new files."""

from __future__ import annotations

import os

from lsprotocol import types

from puppet_check.config import ConfigError
from puppet_check.config.facts import read_facts
from puppet_check.features.boundary import boundary_of
from puppet_check.features.catalog.data import Data
from puppet_check.features.catalog.launch import launch
from puppet_check.features.catalog.overview import Row, fact_rows, modules, puppetfile, subjects
from puppet_check.features.catalog.preview import NoSubjectError, Subject, preview
from puppet_check.features.project_files.new_files import RefusedError, new_files
from puppet_check.features.project_files.project_files import ProjectFiles
from puppet_check.lsp import convert
from puppet_check.lsp.context import Context
from puppet_check.lsp.protocol import Refused
from puppet_check.lsp.requests import Job, on_checking_thread, project_files
from puppet_check.lsp.routes import Route
from puppet_check.lsp.uris import path_of, uri_of


def module_rows(context: Context, params: object) -> list[Data]:
    """The modules that a file can use."""
    return [_row(each) for each in modules(context.session.analysis.workspace.known(_path(context, params)))]


def puppetfile_rows(context: Context, params: object) -> list[Data]:
    """The modules of the Puppetfile of the project that a file belongs to."""
    known = context.session.analysis.workspace.known(_path(context, params))
    return [_row(each) for each in puppetfile(known, project_files(context, known))]


def facts(context: Context, params: object) -> list[Data]:
    """The facts of the node that a file is checked for; none if it is checked for any node."""
    settings = context.session.analysis.workspace.configuration.of(_path(context, params))
    if settings.facts is None:
        return []
    try:
        return [_row(each) for each in fact_rows(read_facts(settings.facts))]
    except ConfigError as error:
        raise Refused(str(error)) from None


def catalog_subjects(context: Context, params: object) -> list[Data]:
    """The classes, defines and nodes of which a catalog can be compiled."""
    path = _path(context, params)
    analysis = context.session.analysis
    known, document = analysis.workspace.known(path), analysis.document(path)
    found = subjects(known, project_files(context, known), None if document is None else document.lowered[0], path)
    return [{"kind": each.kind, "name": each.name, "isHere": is_here} for each, is_here in found]


def catalog_launch(context: Context, params: object) -> Data:
    """What a debugger can start at a line of a file, or why it cannot."""
    path, line = _path(context, params), getattr(params, "line", 0)
    analysis = context.session.analysis
    document = analysis.document(path)
    program = document.lowered[0] if document is not None and document.is_code else None
    at = types.Position(line if isinstance(line, int) else 0, 0)
    offset = 0 if document is None else convert.to_offset(at, document.text, context.encoding)
    found = launch(analysis.workspace.known(path), program, path, offset)
    return {"kind": found.kind, "name": found.name, "root": found.root, "systems": [*found.systems]}


async def catalog_preview(context: Context, params: object) -> Data:
    """The catalog of a class, define or node, compiled on the checking thread."""
    kind, name = _text(params, "kind"), _text(params, "name")
    if kind not in ("class", "define", "node"):
        raise Refused(f"'{kind}' has no catalog; expected class, define or node")
    path, given = _path(context, params), getattr(params, "facts", None)

    def make(job: Job) -> Data:
        known = job.analysis.workspace.known(path)
        node = read_facts(str(given)) if given is not None else None
        return preview(Subject(kind, name), known, ProjectFiles(known), node)  # type: ignore[arg-type]  # it is one of them

    try:
        return await on_checking_thread(context, make)
    except (NoSubjectError, ConfigError) as error:
        raise Refused(str(error)) from None


def new_file(context: Context, params: object) -> Data:
    """The edit that creates the files of something new in a module, and the file to open."""
    path = _path(context, params)
    try:
        known = context.session.analysis.workspace.known(path)
        made = new_files(_text(params, "kind"), _text(params, "name"), known, path)
    except RefusedError as error:
        raise Refused(str(error)) from None
    boundary = boundary_of(context.folders.paths, known.project.root)
    if outside := next((each.path for each in made if not boundary.contains(each.path)), None):
        raise Refused(f"{outside} is outside of the workspace; open its folder too")
    start = types.Range(types.Position(0, 0), types.Position(0, 0))
    changes: list[object] = []
    for each in made:
        uri = uri_of(each.path)
        changes.append(types.CreateFile(uri))
        changes.append(types.TextDocumentEdit(types.OptionalVersionedTextDocumentIdentifier(uri), [types.TextEdit(start, each.text)]))
    edit = types.WorkspaceEdit(document_changes=changes)  # type: ignore[arg-type]  # both kinds are allowed
    return {"edit": context.client.plain(edit, types.WorkspaceEdit), "open": uri_of(made[0].path)}


def _path(context: Context, params: object) -> str:
    """The file that a request is about; for a folder, some file in it, and without either, some file of the first folder."""
    uri = getattr(params, "uri", None)
    path = path_of(uri) if isinstance(uri, str) else context.folders.first
    return os.path.join(path, "_") if os.path.isdir(path) else path


def _text(params: object, name: str) -> str:
    found = getattr(params, name, None)
    if not isinstance(found, str):
        raise Refused(f"`{name}` is missing; expected a string")
    return found


def _row(row: Row) -> Data:
    made: Data = {"label": row.label, "description": row.description, "icon": row.icon, "tooltip": row.tooltip or row.description}
    if row.path is not None:
        made["uri"] = uri_of(row.path)
        made["line"] = row.line
    if row.rows:
        made["rows"] = [_row(each) for each in row.rows]
    return made


ROUTES = (
    Route("puppetCheck/modules", module_rows),
    Route("puppetCheck/puppetfile", puppetfile_rows),
    Route("puppetCheck/facts", facts),
    Route("puppetCheck/subjects", catalog_subjects),
    Route("puppetCheck/launch", catalog_launch),
    Route("puppetCheck/preview", catalog_preview),
    Route("puppetCheck/newFile", new_file),
)
