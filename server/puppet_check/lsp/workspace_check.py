"""The check of all files in the client's folders, with progress, repeated after every change on the disk."""

from __future__ import annotations

from collections.abc import Iterable

from lsprotocol import types

from puppet_check.lsp import convert
from puppet_check.lsp.background_check import BackgroundCheck, CheckedFile, Row, Rows
from puppet_check.lsp.client import Client
from puppet_check.lsp.editor_settings import EditorSettings
from puppet_check.lsp.folders import Folders
from puppet_check.lsp.progress import Progress
from puppet_check.lsp.published import NOTHING, Published, file_diagnostics
from puppet_check.lsp.session import Session
from puppet_check.lsp.uris import uri_of
from puppet_check.reading.files import read
from puppet_check.reports.service import Request
from puppet_check.rules.missing_modules import missing_module
from puppet_check.workspace.store import default_path
from puppet_typesys.diagnostics import SEVERITY

MISSING = missing_module.issue.code


class WorkspaceCheck:
    """Owns the background check and its progress, and publishes its results for files that are not open. Used on the protocol's thread."""

    def __init__(self, client: Client, folders: Folders, settings: EditorSettings, session: Session, published: Published) -> None:
        self._client = client
        self._folders = folders
        self._settings = settings
        self._session = session
        self._published = published
        self._progress = Progress(client)
        self._unknown: dict[str, list[str]] = {}
        self._of_catalogs: dict[str, Rows] = {}
        self._background = BackgroundCheck(self._take, self._take_catalogs, self._ended)

    @property
    def is_wanted(self) -> bool:
        """Whether the settings of any folder ask for a check of all its files."""
        return self._request() is not None

    @property
    def is_running(self) -> bool:
        """Whether a check is running or scheduled."""
        return self._background.is_running

    @property
    def files(self) -> int | None:
        """The number of files; None until it is known."""
        return self._background.files

    @property
    def unknown(self) -> list[tuple[str, str]]:
        """What is not checked because modules are not installed: the files that use or declare them, and the messages about that."""
        return sorted((path, each) for path, messages in self._unknown.items() for each in messages)

    def start(self) -> None:
        """Check all files with the current settings. If no folder is to be checked, withdraw the diagnostics of closed files."""
        request = self._request()
        if request is not None:
            self._background.start(request)
        else:
            self._background.cancel()
            self._published.publish_catalog_errors({})
            self._ended(set())

    def start_soon(self) -> None:
        """Check all files once nothing has changed for a moment."""
        request = self._request()
        if request is not None:
            self._background.start_soon(request)

    def note(self, paths: Iterable[str]) -> None:
        """Ignore the results of a running check for files that have changed since it began."""
        self._background.note(paths)

    async def done(self) -> None:
        """Wait until no check is running or due."""
        await self._background.done()

    def interrupt(self) -> None:
        """Give way to a message of the client."""
        self._background.interrupt()

    def stop(self) -> None:
        """Stop the check until something changes."""
        self._background.cancel()

    def cancel(self, token: types.ProgressToken) -> None:
        """Stop the check whose progress has this token, as the user asks for."""
        if self._progress.has_token(token):
            self._background.cancel()
            self._progress.end()

    def withdraw_outside(self) -> None:
        """Withdraw the diagnostics of closed files that are in no folder."""
        self._withdraw(path for path in self._published.paths() if not self._folders.contains(path))

    def _request(self) -> Request | None:
        """The request for all folders that are to be checked as a whole; None if there are none."""
        configuration = self._session.analysis.workspace.configuration
        folders = [each for each in self._folders.paths if configuration.of(each).diagnostics == "workspace"]
        if not folders:
            return None
        jobs = max(configuration.of(each).jobs for each in folders)
        return Request(folders, self._client.encoding, default_path(), jobs, [*self._settings.by_folder.items()])

    def _take(self, step: CheckedFile) -> None:
        """Publish the result for a file, unless it is open."""
        self._progress.report(step.done, step.total)
        self._note_unknown(step)
        if step.rows is not None and self._session.analysis.opened(step.path) is None:
            self._published.publish(step.path, file_diagnostics([_diagnostic(each) for each in step.rows]) if step.rows else NOTHING)

    def _take_catalogs(self, found: dict[str, Rows]) -> None:
        """Publish what stops catalogs, unless the text of a file is not saved."""
        self._of_catalogs = {path: rows for path, rows in found.items() if self._is_saved(path)}
        self._published.publish_catalog_errors({path: [*map(_diagnostic, rows)] for path, rows in self._of_catalogs.items()})

    def of_catalogs(self, path: str) -> Rows:
        """The findings about catalogs in a file that are published, with their fixes."""
        return self._of_catalogs.get(path, ()) if self._published.has_catalog_errors(path) else ()

    def _is_saved(self, path: str) -> bool:
        document = self._session.analysis.opened(path)
        try:
            return document is None or document.text.source == read(path)
        except OSError:
            return False

    def _ended(self, seen: set[str] | None) -> None:
        """Withdraw the diagnostics of files that are gone, and check what depends on unsaved text: the process knows none."""
        if seen is not None:
            self._withdraw(self._published.paths() - seen)
            self._session.recheck_dependents()
            self._unknown = {path: messages for path, messages in self._unknown.items() if path in seen}
            self._tell_unknown()
        self._progress.end()

    def _note_unknown(self, step: CheckedFile) -> None:
        messages = [each.message for each in step.rows or () if each.code == MISSING]
        if messages:
            self._unknown[step.path] = messages
        else:
            self._unknown.pop(step.path, None)

    def _tell_unknown(self) -> None:
        """Tell the user, once in a session, what is not checked."""
        if self._unknown:
            (_, first), *others = self.unknown
            more = f" ({len(others)} more in the status of the server)" if others else ""
            self._client.inform(MISSING, f"{first}{more}")

    def _withdraw(self, paths: Iterable[str]) -> None:
        for path in paths:
            if self._session.analysis.opened(path) is None:
                self._published.withdraw(path)


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
