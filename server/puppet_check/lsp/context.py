"""Context: the state of a connection, which handlers use. Each part of it has one owner."""

from __future__ import annotations

from dataclasses import dataclass

from puppet_check.lsp.client import Client
from puppet_check.lsp.editor_settings import EditorSettings
from puppet_check.lsp.folders import Folders
from puppet_check.lsp.kept import Kept
from puppet_check.lsp.open_documents import OpenDocuments
from puppet_check.lsp.protocol import Protocol
from puppet_check.lsp.published import Published
from puppet_check.lsp.sent_tokens import SentTokens
from puppet_check.lsp.session import Session
from puppet_check.lsp.specs import Specs
from puppet_check.lsp.watcher import Watcher
from puppet_check.lsp.workspace_check import WorkspaceCheck
from puppet_grammar.text import Encoding


@dataclass(frozen=True, slots=True)
class Context:
    """The parts of one connection, all of them used on the protocol's thread. They do not know the context or the server."""

    client: Client
    folders: Folders
    settings: EditorSettings
    session: Session
    documents: OpenDocuments
    published: Published
    workspace_check: WorkspaceCheck
    watcher: Watcher
    sent_tokens: SentTokens
    kept: Kept
    specs: Specs

    @property
    def encoding(self) -> Encoding:
        """The unit of columns, as agreed with the client."""
        return self.client.encoding

    def stop(self) -> None:
        """End all threads and processes."""
        self.watcher.stop()
        self.workspace_check.stop()
        self.specs.stop()
        self.session.stop()


def connected(protocol: Protocol) -> Context:
    """The context of a new connection. To be called while the event loop runs."""
    client, folders, settings = Client(protocol), Folders(), EditorSettings()
    published = Published(client)
    session = Session(published.publish_result, folders.contains)
    check = WorkspaceCheck(client, folders, settings, session, published)
    protocol.call_before_messages(check.interrupt)
    specs = Specs(client, session, published)
    return Context(client, folders, settings, session, OpenDocuments(session), published, check, Watcher(), SentTokens(), Kept(), specs)
