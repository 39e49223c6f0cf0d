"""Client: what the editor at the other end of the connection can do, and what is sent to it."""

from __future__ import annotations

from collections.abc import Callable

from lsprotocol import types

from puppet_check.lsp import convert
from puppet_check.lsp.protocol import Protocol
from puppet_check.lsp.uris import uri_of
from puppet_grammar.text import Encoding


class Client:
    """Owns what is known of the client: its capabilities, how it spells URIs, and which warnings it has shown.

    Used on the protocol's thread.
    """

    def __init__(self, protocol: Protocol) -> None:
        self._protocol = protocol
        self._uris: dict[str, str] = {}
        self._warnings: set[str] = set()
        self._topics: set[str] = set()

    @property
    def capabilities(self) -> types.ClientCapabilities:
        """What the client said that it supports when it connected."""
        found: types.ClientCapabilities = self._protocol.client_capabilities
        return found

    @property
    def encoding(self) -> Encoding:
        """The unit of columns, as agreed with the client."""
        return convert.encoding_of(self._protocol.workspace.position_encoding)

    @property
    def pulls_diagnostics(self) -> bool:
        """Whether the client requests diagnostics, so that none are published to it."""
        return self.capabilities.text_document is not None and self.capabilities.text_document.diagnostic is not None

    @property
    def refreshes_diagnostics(self) -> bool:
        """Whether the client requests all diagnostics again when it is asked to."""
        workspace = self.capabilities.workspace
        return bool(workspace is not None and workspace.diagnostics is not None and workspace.diagnostics.refresh_support)

    @property
    def refreshes_inlay_hints(self) -> bool:
        """Whether the client requests inlay hints again when it is asked to."""
        workspace = self.capabilities.workspace
        return bool(workspace is not None and workspace.inlay_hint is not None and workspace.inlay_hint.refresh_support)

    @property
    def refreshes_code_lenses(self) -> bool:
        """Whether the client requests code lenses again when it is asked to."""
        workspace = self.capabilities.workspace
        return bool(workspace is not None and workspace.code_lens is not None and workspace.code_lens.refresh_support)

    @property
    def has_configuration(self) -> bool:
        """Whether the client answers requests for its settings."""
        return bool(self.capabilities.workspace is not None and self.capabilities.workspace.configuration)

    @property
    def shows_progress(self) -> bool:
        """Whether the client shows progress that the server begins."""
        return bool(self.capabilities.window is not None and self.capabilities.window.work_done_progress)

    @property
    def takes_snippets(self) -> bool:
        """Whether completion items may contain snippets."""
        document = self.capabilities.text_document
        item = None if document is None or document.completion is None else document.completion.completion_item
        return bool(item is not None and item.snippet_support)

    @property
    def shows_label_details(self) -> bool:
        """Whether the rows of completion items may have details."""
        document = self.capabilities.text_document
        item = None if document is None or document.completion is None else document.completion.completion_item
        return bool(item is not None and item.label_details_support)

    @property
    def confirms_edits(self) -> bool:
        """Whether the client asks the user about edits that need confirmation."""
        workspace = self.capabilities.workspace
        edit = None if workspace is None else workspace.workspace_edit
        return edit is not None and bool(edit.document_changes) and edit.change_annotation_support is not None

    @property
    def resolves_edits(self) -> bool:
        """Whether the client requests the edits of a code action when the action is chosen."""
        document = self.capabilities.text_document
        action = None if document is None else document.code_action
        resolve = None if action is None or not action.data_support else action.resolve_support
        return resolve is not None and "edit" in resolve.properties

    @property
    def edits_with_snippets(self) -> bool:
        """Whether edits of the workspace may contain snippets."""
        workspace = self.capabilities.workspace
        edit = None if workspace is None else workspace.workspace_edit
        return edit is not None and bool(edit.document_changes) and bool(edit.snippet_edit_support)

    @property
    def file_watching(self) -> types.DidChangeWatchedFilesClientCapabilities | None:
        """How the client watches files; None when it cannot be asked to."""
        workspace = self.capabilities.workspace
        found = None if workspace is None else workspace.did_change_watched_files
        return found if found is not None and found.dynamic_registration else None

    def uri(self, path: str) -> str:
        """The URI of a file, as the client spells it if the file is open."""
        return self._uris.get(path) or uri_of(path)

    def note_uri(self, path: str, uri: str) -> None:
        """Note how the client spells the URI of an open file."""
        self._uris[path] = uri

    def forget_uri(self, path: str) -> None:
        """Forget the spelling of a file that was closed."""
        self._uris.pop(path, None)

    def notify(self, method: str, params: object) -> None:
        """Send a notification."""
        self._protocol.notify(method, params)

    def request(self, method: str, params: object = None) -> None:
        """Send a request whose response does not matter."""
        self._protocol.send_request(method, params)

    def ask(self, method: str, params: object, then: Callable[[object], None], refused: Callable[[], None] = lambda: None) -> None:
        """Send a request; `then` gets its result, `refused` is called after an error."""
        self._protocol.ask_client(method, params, then, refused)

    def warn(self, message: str) -> None:
        """Show a warning to the user, once in a session."""
        if message not in self._warnings:
            self._warnings.add(message)
            self.notify(types.WINDOW_SHOW_MESSAGE, types.ShowMessageParams(types.MessageType.Warning, message))

    def inform(self, topic: str, message: str) -> None:
        """Show a message to the user, once in a session for each topic."""
        if topic not in self._topics:
            self._topics.add(topic)
            self.notify(types.WINDOW_SHOW_MESSAGE, types.ShowMessageParams(types.MessageType.Info, message))

    def plain(self, value: object, type: object) -> object:
        """A protocol object as JSON."""
        return self._protocol._converter.unstructure(value, type)
