"""The client's folders: all files in them are checked, with progress, again whenever something has changed."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from lsprotocol import types

from puppet_check.lsp import convert, progress
from puppet_check.lsp.convert_places import uri_of
from puppet_check.lsp.diagnostics import NOTHING, tell, told
from puppet_check.lsp.sweep import Row, Step
from puppet_check.reports.service import Request
from puppet_check.workspace.store import default_path
from puppet_typesys.diagnostics import SEVERITY

if TYPE_CHECKING:
    from puppet_check.lsp.server import Server


def remember(server: Server, params: types.InitializeParams) -> None:
    """Keep the folders that the client begins with."""
    if params.workspace_folders:
        server.folders = [convert.path_of(each.uri) for each in params.workspace_folders]
    elif params.root_uri is not None or params.root_path is not None:
        server.folders = [convert.path_of(params.root_uri) if params.root_uri is not None else str(params.root_path)]


def forget_outside(server: Server) -> None:
    """Take back what was wrong in files that are in no folder any more."""
    for path in [path for path in server.told if server.session.analysis.opened(path) is None and not is_inside(server, path)]:
        tell(server, path, NOTHING)


def is_inside(server: Server, path: str) -> bool:
    """Whether a file is in a folder of the client."""
    return any(_is_in(path, folder) for folder in server.folders)


def _is_in(path: str, folder: str) -> bool:
    return path.startswith(folder.rstrip(os.sep) + os.sep)


def request(server: Server) -> Request | None:
    """What to ask for to check all folders that are to be checked whole; None when there are none."""
    configuration = server.session.analysis.workspace.configuration
    folders = [each for each in server.folders if configuration.of(each).diagnostics == "workspace"]
    if not folders:
        return None
    jobs = max(configuration.of(each).jobs for each in folders)
    return Request(folders, server.encoding, default_path(), jobs, [*server.said.items()])


def take(server: Server, step: Step) -> None:
    """Tell what is wrong in a file, unless it is open."""
    progress.tell(server, step)
    if step.rows is not None and server.session.analysis.opened(step.path) is None:
        tell(server, step.path, told([_diagnostic(each) for each in step.rows]) if step.rows else NOTHING)


def ended(server: Server, seen: set[str] | None) -> None:
    """Take back what was wrong in files that are gone."""
    if seen is not None:
        for path in [path for path in server.told if path not in seen and server.session.analysis.opened(path) is None]:
            tell(server, path, NOTHING)
    progress.end(server)


def _diagnostic(row: Row) -> types.Diagnostic:
    start, end = types.Position(row.line, row.column), types.Position(row.end_line, row.end_column)
    related = []
    for each in row.related:
        place = types.Position(each.line, each.column)
        related.append(types.DiagnosticRelatedInformation(types.Location(uri_of(each.path), types.Range(place, place)), each.message))
    severity = types.DiagnosticSeverity(SEVERITY[row.severity])
    return types.Diagnostic(
        types.Range(start, end),
        row.message,
        severity,
        row.code,
        convert.page_of(row.code),
        source=convert.SOURCE,
        tags=[convert.TAG[each] for each in row.tags] or None,
        related_information=related or None,
    )
