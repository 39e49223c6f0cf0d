"""Diagnostics: told to clients that wait for them, given to those that ask."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from lsprotocol import types

from puppet_check.lsp import convert
from puppet_check.lsp.checking import Found
from puppet_check.lsp.convert_places import uri_of
from puppet_check.lsp.project import answer
from puppet_check.workspace.trace import digest

if TYPE_CHECKING:
    from puppet_check.lsp.server import Server

OPTIONS = types.DiagnosticOptions(inter_file_dependencies=True, workspace_diagnostics=True, identifier=convert.SOURCE)
PART = 200
"""How many files one part of an answer has."""

FullReport = types.RelatedFullDocumentDiagnosticReport
SameReport = types.RelatedUnchangedDocumentDiagnosticReport
FileReport = types.WorkspaceFullDocumentDiagnosticReport | types.WorkspaceUnchangedDocumentDiagnosticReport


class Told(NamedTuple):
    """What is wrong in a file, as clients get it."""

    diagnostics: list[types.Diagnostic]
    id: str
    """Tells whether two of these are the same."""
    version: int | None = None
    """Of the document, when it is open."""


NOTHING = Told([], "0")


def register(server: Server) -> None:
    """Answer these requests."""
    answer(server, {types.TEXT_DOCUMENT_DIAGNOSTIC: text_document_diagnostic}, OPTIONS)
    answer(server, {types.WORKSPACE_DIAGNOSTIC: workspace_diagnostic})


def take(server: Server, found: Found) -> None:
    """Tell what was found in a file."""
    document = found.document
    version = None if document is None else document.version
    tell(server, found.path, told(convert.from_diagnostics(uri_of(found.path), found.diagnostics, found.text, server.encoding), version))


def told(diagnostics: list[types.Diagnostic], version: int | None = None) -> Told:
    """Diagnostics as they are told."""
    return Told(diagnostics, digest(repr(diagnostics).encode(errors="surrogatepass")) if diagnostics else NOTHING.id, version)


def tell(server: Server, path: str, now: Told) -> None:
    """Keep what is wrong in a file, and tell clients about it unless they know."""
    before = server.told.get(path)
    if now.diagnostics or now.version is not None:
        server.told[path] = now
    else:
        server.told.pop(path, None)
    if now == (before or NOTHING):
        return
    if server.pulls:
        if before is not None and now.version == before.version and now.id != before.id:
            server.refresh_soon()
        return
    params = types.PublishDiagnosticsParams(server.uri(path), now.diagnostics, now.version)
    server.text_document_publish_diagnostics(params)


async def text_document_diagnostic(server: Server, params: types.DocumentDiagnosticParams) -> FullReport | SameReport:
    """What is wrong in a document as it is now. Of one that is not open, what is known: editors ask for what they have just closed."""
    path = convert.path_of(params.text_document.uri)
    await server.session.result(path)
    now = server.told.get(path, NOTHING)
    if now.diagnostics:
        server.pulled.add(path)
    if now.id == params.previous_result_id:
        return SameReport(now.id)
    return FullReport(now.diagnostics, result_id=now.id)


async def workspace_diagnostic(server: Server, params: types.WorkspaceDiagnosticParams) -> types.WorkspaceDiagnosticReport:
    """What is wrong in all files, once all have been checked."""
    await server.sweep.done()
    known = {convert.path_of(each.uri): each.value for each in params.previous_result_ids}
    # Clients forget the answer for a document when it is closed, and go on to show it: they are told when nothing of it holds.
    gone = server.pulled - server.told.keys()
    server.pulled -= gone
    reports: list[FileReport] = [_report(server, path, known.get(path)) for path in sorted(server.told.keys() | known.keys() | gone)]
    token = params.partial_result_token
    if token is None:
        return types.WorkspaceDiagnosticReport(reports)
    for start in range(0, len(reports), PART):
        _send_part(server, token, reports[start : start + PART])
    return types.WorkspaceDiagnosticReport([])


def _send_part(server: Server, token: types.ProgressToken, reports: Sequence[FileReport]) -> None:
    part = types.WorkspaceDiagnosticReportPartialResult(reports)
    server.protocol.notify(types.PROGRESS, types.ProgressParams(token, part))


def _report(server: Server, path: str, previous: str | None) -> FileReport:
    now = server.told.get(path, NOTHING)
    if now.id == previous:
        return types.WorkspaceUnchangedDocumentDiagnosticReport(server.uri(path), now.id, version=now.version)
    return types.WorkspaceFullDocumentDiagnosticReport(server.uri(path), now.diagnostics, version=now.version, result_id=now.id)
