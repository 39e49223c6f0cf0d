"""Diagnostics for clients that request them."""

from __future__ import annotations

from collections.abc import Sequence

from lsprotocol import types

from puppet_check.lsp import convert
from puppet_check.lsp.context import Context
from puppet_check.lsp.routes import Route
from puppet_check.lsp.uris import path_of

OPTIONS = types.DiagnosticOptions(inter_file_dependencies=True, workspace_diagnostics=True, identifier=convert.SOURCE)
PART = 200
"""How many files one partial result has."""

FullReport = types.RelatedFullDocumentDiagnosticReport
SameReport = types.RelatedUnchangedDocumentDiagnosticReport
FileReport = types.WorkspaceFullDocumentDiagnosticReport | types.WorkspaceUnchangedDocumentDiagnosticReport


async def text_document_diagnostic(context: Context, params: types.DocumentDiagnosticParams) -> FullReport | SameReport:
    """The diagnostics of a document as it is now; of a closed one, which editors may still request, those that are known."""
    path = path_of(params.text_document.uri)
    await context.session.result(path)
    now = context.published.pulled(path)
    if now.id == params.previous_result_id:
        return SameReport(now.id)
    return FullReport(now.diagnostics, result_id=now.id)


async def workspace_diagnostic(context: Context, params: types.WorkspaceDiagnosticParams) -> types.WorkspaceDiagnosticReport:
    """The diagnostics of all files, once all have been checked."""
    await context.workspace_check.done()
    known = {path_of(each.uri): each.value for each in params.previous_result_ids}
    paths = context.published.paths() | known.keys() | context.published.take_withdrawn()
    reports: list[FileReport] = [_report(context, path, known.get(path)) for path in sorted(paths)]
    token = params.partial_result_token
    if token is None:
        return types.WorkspaceDiagnosticReport(reports)
    for start in range(0, len(reports), PART):
        _send_part(context, token, reports[start : start + PART])
    return types.WorkspaceDiagnosticReport([])


def _send_part(context: Context, token: types.ProgressToken, reports: Sequence[FileReport]) -> None:
    part = types.WorkspaceDiagnosticReportPartialResult(reports)
    context.client.notify(types.PROGRESS, types.ProgressParams(token, part))


def _report(context: Context, path: str, previous: str | None) -> FileReport:
    now, uri = context.published.of(path), context.client.uri(path)
    if now.id == previous:
        return types.WorkspaceUnchangedDocumentDiagnosticReport(uri, now.id, version=now.version)
    return types.WorkspaceFullDocumentDiagnosticReport(uri, now.diagnostics, version=now.version, result_id=now.id)


ROUTES = (
    Route(types.TEXT_DOCUMENT_DIAGNOSTIC, text_document_diagnostic, OPTIONS),
    Route(types.WORKSPACE_DIAGNOSTIC, workspace_diagnostic),
)
