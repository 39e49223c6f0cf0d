"""What an editor's extension asks besides the protocol: views, the preview of a catalog, new files."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from lsprotocol import types

from puppet_check.analysis import Analysis
from puppet_check.config import ConfigError
from puppet_check.config.facts import read_facts
from puppet_check.features.catalog_data import Data
from puppet_check.features.new_files import RefusedError, new_files
from puppet_check.features.others import Others
from puppet_check.features.overview import Row, fact_rows, modules, subjects
from puppet_check.features.preview import NoSubjectError, Subject, preview
from puppet_check.lsp import convert
from puppet_check.lsp.convert_places import uri_of
from puppet_check.lsp.project import answer, opened_in
from puppet_check.lsp.protocol import Refused
from puppet_check.lsp.session import IsOver

if TYPE_CHECKING:
    from puppet_check.lsp.server import Server


def register(server: Server) -> None:
    """Answer these requests."""
    answer(
        server,
        {
            "puppetCheck/modules": asked_modules,
            "puppetCheck/facts": asked_facts,
            "puppetCheck/subjects": asked_subjects,
            "puppetCheck/preview": asked_preview,
            "puppetCheck/newFile": asked_new_file,
        },
    )


def asked_modules(server: Server, params: object) -> list[Data]:
    """The modules that a file can see."""
    return [_row(each) for each in modules(server.session.analysis.workspace.known(_path(server, params)))]


def asked_facts(server: Server, params: object) -> list[Data]:
    """The facts of the node that a file is checked for; none when it is for any node."""
    settings = server.session.analysis.workspace.configuration.of(_path(server, params))
    if settings.facts is None:
        return []
    try:
        return [_row(each) for each in fact_rows(read_facts(settings.facts))]
    except ConfigError as error:
        raise Refused(str(error)) from None


def asked_subjects(server: Server, params: object) -> list[Data]:
    """What a catalog can be made for."""
    path = _path(server, params)
    analysis = server.session.analysis
    known, document = analysis.workspace.known(path), analysis.document(path)
    found = subjects(known, Others(known, None, opened_in(server)), None if document is None else document.lowered[0], path)
    return [{"kind": each.kind, "name": each.name, "isHere": is_here} for each, is_here in found]


async def asked_preview(server: Server, params: object) -> Data:
    """The catalog of a class, define or node; it is made on the checking thread, which may take its time."""
    kind, name = _text(params, "kind"), _text(params, "name")
    if kind not in ("class", "define", "node"):
        raise Refused(f"'{kind}' has no catalog, expected class, define or node")
    path, given = _path(server, params), getattr(params, "facts", None)

    def make(analysis: Analysis, is_over: IsOver) -> Data:
        known = analysis.workspace.known(path)
        facts = read_facts(str(given)) if given is not None else None
        return preview(Subject(kind, name), known, Others(known), facts)  # type: ignore[arg-type]  # it is one of them

    try:
        return await server.session.compute(make)
    except (NoSubjectError, ConfigError) as error:
        raise Refused(str(error)) from None


def asked_new_file(server: Server, params: object) -> Data:
    """The files for something new in a module, as an edit, and which of them is to be opened."""
    path = _path(server, params)
    try:
        made = new_files(_text(params, "kind"), _text(params, "name"), server.session.analysis.workspace.known(path), path)
    except RefusedError as error:
        raise Refused(str(error)) from None
    start = types.Range(types.Position(0, 0), types.Position(0, 0))
    changes: list[object] = []
    for each in made:
        uri = uri_of(each.path)
        changes.append(types.CreateFile(uri))
        changes.append(types.TextDocumentEdit(types.OptionalVersionedTextDocumentIdentifier(uri), [types.TextEdit(start, each.text)]))
    edit = types.WorkspaceEdit(document_changes=changes)  # type: ignore[arg-type]  # both kinds are allowed
    return {"edit": server.protocol._converter.unstructure(edit, types.WorkspaceEdit), "open": uri_of(made[0].path)}


def _path(server: Server, params: object) -> str:
    """The file that a request is about, else the first folder."""
    uri = getattr(params, "uri", None)
    if isinstance(uri, str):
        return convert.path_of(uri)
    return os.path.join(server.folders[0] if server.folders else os.getcwd(), "_")


def _text(params: object, name: str) -> str:
    found = getattr(params, name, None)
    if not isinstance(found, str):
        raise Refused(f"`{name}` is missing, expected a text")
    return found


def _row(row: Row) -> Data:
    made: Data = {"label": row.label, "description": row.description, "icon": row.icon, "tooltip": row.tooltip or row.description}
    if row.path is not None:
        made["uri"] = uri_of(row.path)
    if row.rows:
        made["rows"] = [_row(each) for each in row.rows]
    return made
