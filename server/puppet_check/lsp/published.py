"""The diagnostics of all files as the client has them or may request them."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

from lsprotocol import types

from puppet_check.fingerprint import digest
from puppet_check.lsp import convert
from puppet_check.lsp.checking import CheckResult
from puppet_check.lsp.client import Client
from puppet_check.lsp.uris import uri_of

REFRESH = 0.1
"""Seconds for which changes are gathered before the client is asked to request diagnostics again."""


class FileDiagnostics(NamedTuple):
    """The diagnostics of one file."""

    diagnostics: list[types.Diagnostic]
    id: str
    """Equal for equal diagnostics."""
    version: int | None = None
    """Of the document, if it is open."""


NOTHING = FileDiagnostics([], "0")


def file_diagnostics(diagnostics: list[types.Diagnostic], version: int | None = None) -> FileDiagnostics:
    """Diagnostics with their id."""
    return FileDiagnostics(diagnostics, digest(repr(diagnostics).encode(errors="surrogatepass")) if diagnostics else NOTHING.id, version)


class Published:
    """Owns the current diagnostics of each file. They are published to clients that wait for them. Used on the protocol's thread."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._files: dict[str, FileDiagnostics] = {}
        """What the client has: the diagnostics of the checks, the errors of catalogs, and the failed examples of specs."""
        self._checked: dict[str, FileDiagnostics] = {}
        self._catalog_errors: dict[str, list[types.Diagnostic]] = {}
        self._failed_examples: dict[str, list[types.Diagnostic]] = {}
        self._pulled: set[str] = set()
        """The files for which the client last received diagnostics because it requested them."""
        self._refresh: asyncio.TimerHandle | None = None

    def of(self, path: str) -> FileDiagnostics:
        """The diagnostics of a file."""
        return self._files.get(path, NOTHING)

    def paths(self) -> set[str]:
        """The files with diagnostics, and open documents that have been checked."""
        return {*self._files}

    def publish(self, path: str, now: FileDiagnostics) -> None:
        """Set the diagnostics of a file, and send them to the client if they differ from those that it has."""
        if now.diagnostics or now.version is not None:
            self._checked[path] = now
        else:
            self._checked.pop(path, None)
        self._send(path)

    def publish_catalog_errors(self, found: dict[str, list[types.Diagnostic]]) -> None:
        """Set the diagnostics about catalogs of all files, which are sent together with those of their checks."""
        before, self._catalog_errors = self._catalog_errors, found
        for path in before.keys() | found.keys():
            self._send(path)

    def has_catalog_errors(self, path: str) -> bool:
        """Whether a file has diagnostics about catalogs, which are about its text."""
        return path in self._catalog_errors

    def forget_catalog_errors(self, path: str) -> None:
        """Remove the diagnostics about catalogs of a file, whose text they are not about any more."""
        if self._catalog_errors.pop(path, None) is not None:
            self._send(path)

    def publish_failed_examples(self, path: str, found: list[types.Diagnostic]) -> None:
        """Set the diagnostics about failed examples of a file, which are sent together with those of its check."""
        before = self._failed_examples.pop(path, [])
        if found:
            self._failed_examples[path] = found
        if found != before:
            self._send(path)

    def _send(self, path: str) -> None:
        now = self._checked.get(path, NOTHING)
        more = [*self._catalog_errors.get(path, ()), *self._failed_examples.get(path, ())]
        if more:
            now = file_diagnostics([*now.diagnostics, *more], now.version)
        before = self._files.get(path)
        if now.diagnostics or now.version is not None:
            self._files[path] = now
        else:
            self._files.pop(path, None)
        if now == (before or NOTHING):
            return
        if not self._client.pulls_diagnostics:
            params = types.PublishDiagnosticsParams(self._client.uri(path), now.diagnostics, now.version)
            self._client.notify(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS, params)
        elif before is not None and now.version == before.version and now.id != before.id:
            self._refresh_soon()

    def publish_result(self, found: CheckResult) -> None:
        """Publish the result of a check."""
        version = None if found.document is None else found.document.version
        diagnostics = convert.from_diagnostics(uri_of(found.path), found.diagnostics, found.text, self._client.encoding)
        self.publish(found.path, file_diagnostics(diagnostics, version))

    def withdraw(self, path: str) -> None:
        """Remove the diagnostics of a file."""
        self.publish(path, NOTHING)

    def pulled(self, path: str) -> FileDiagnostics:
        """The diagnostics of a document that the client requests."""
        now = self.of(path)
        if now.diagnostics:
            self._pulled.add(path)
        return now

    def take_withdrawn(self) -> set[str]:
        """The files whose diagnostics the client has requested and that have none any more; each is returned once.

        Clients forget the response for a document when it is closed and go on showing it, until they learn that nothing is left of it.
        """
        gone = self._pulled - self._files.keys()
        self._pulled -= gone
        return gone

    def _refresh_soon(self) -> None:
        """Ask the client to request diagnostics again."""
        if self._refresh is None and self._client.refreshes_diagnostics:
            self._refresh = asyncio.get_running_loop().call_later(REFRESH, self._ask_for_refresh)

    def _ask_for_refresh(self) -> None:
        self._refresh = None
        self._client.request(types.WORKSPACE_DIAGNOSTIC_REFRESH)
