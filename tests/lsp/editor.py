"""An editor with one document, which it opens, edits and closes, and whose diagnostics it waits for."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Sequence
from pathlib import Path

from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient

from puppet_check.features.structure.semantic_tokens import TYPES
from tests.support.lsp_client import TIMEOUT

SERVER = ClientServerConfig(server_command=[str(Path(sys.executable).parent / "puppet-language-server")])


class Editor:
    """One document, open in an editor."""

    def __init__(self, client: LanguageClient, uri: str = "file:///m/manifests/a.pp") -> None:
        self.client = client
        self.uri = uri
        self.version = 0

    async def open(self, text: str) -> types.PublishDiagnosticsParams:
        """Open the document and return its first diagnostics."""
        published = self.published()
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(types.TextDocumentItem(self.uri, "puppet", self.version, text)))
        return await published

    def change(self, *changes: types.TextDocumentContentChangeEvent) -> None:
        """Change the document."""
        self.version += 1
        identifier = types.VersionedTextDocumentIdentifier(self.version, self.uri)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(identifier, list(changes)))

    async def close(self) -> types.PublishDiagnosticsParams:
        """Close the document."""
        published = self.published()
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(self.identifier))
        return await published

    @property
    def identifier(self) -> types.TextDocumentIdentifier:
        """How requests name the document."""
        return types.TextDocumentIdentifier(self.uri)

    def published(self) -> Awaitable[types.PublishDiagnosticsParams]:
        """The next diagnostics from now on."""
        following = self.client.protocol.wait_for_notification_async(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        return asyncio.wait_for(following, TIMEOUT)


def replace(start: tuple[int, int], end: tuple[int, int], text: str) -> types.TextDocumentContentChangePartial:
    """An edit of the text between two places."""
    return types.TextDocumentContentChangePartial(types.Range(types.Position(*start), types.Position(*end)), text)


def codes(published: types.PublishDiagnosticsParams) -> list[str]:
    """The codes of diagnostics."""
    return [str(each.code) for each in published.diagnostics]


def span(found: types.Range) -> tuple[int, int, int, int]:
    """A range as numbers."""
    return found.start.line, found.start.character, found.end.line, found.end.character


def capabilities(*encodings: types.PositionEncodingKind) -> types.InitializeParams:
    """The initialization parameters of a client."""
    general = types.GeneralClientCapabilities(position_encodings=list(encodings) or None)
    symbols = types.DocumentSymbolClientCapabilities(hierarchical_document_symbol_support=True)
    publish = types.PublishDiagnosticsClientCapabilities(version_support=True)
    return types.InitializeParams(
        types.ClientCapabilities(
            general=general, text_document=types.TextDocumentClientCapabilities(document_symbol=symbols, publish_diagnostics=publish)
        )
    )


def words(text: str, numbers: Sequence[int]) -> dict[str, str]:
    """The words of semantic tokens, with their kinds; columns are UTF-16 units."""
    lines = [line.encode("utf-16-le") for line in text.split("\n")]
    found = {}
    line = column = 0
    for down, right, length, kind, _ in zip(*[iter(numbers)] * 5, strict=True):
        line, column = line + down, right if down else column + right
        found[lines[line][2 * column : 2 * (column + length)].decode("utf-16-le")] = TYPES[kind]
    return found
