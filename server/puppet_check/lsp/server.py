"""`puppet-language-server`: one short handler for each request and notification."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import socket
import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import BinaryIO

from lsprotocol import types
from pygls.io_ import StdoutWriter
from pygls.lsp.server import LanguageServer

from puppet_check import __version__
from puppet_check.document import Document
from puppet_check.lsp import (
    actions,
    completion,
    convert,
    diagnostics,
    folders,
    hierarchy,
    hints,
    hover,
    linked,
    navigation,
    progress,
    rename,
    settings,
    signature,
    status,
    tokens,
    views,
    watching,
)
from puppet_check.lsp.convert_places import uri_of
from puppet_check.lsp.project import answers
from puppet_check.lsp.protocol import NUMBER, Nothing, Outdated, Plain, Protocol, Refused
from puppet_check.lsp.reading import read
from puppet_check.lsp.session import Session
from puppet_check.lsp.sweep import Sweep
from puppet_check.reports.parallel import RECURSION, collect_seldom
from puppet_grammar.text import Encoding

NAME = "puppet-language-server"
UNSAID = ("epp", "")
"""What editors call the language of Puppet code besides names with `puppet` in them; only asked where the name of a file says nothing."""
REFRESH = 0.1
"""Seconds for which changes are gathered before the client is asked to ask again."""


class Server(LanguageServer):
    """The server of one connection. Made while the event loop runs."""

    protocol: Protocol

    def __init__(self) -> None:
        super().__init__(NAME, __version__, protocol_cls=Protocol)
        self.session = Session(partial(diagnostics.take, self), partial(folders.is_inside, self))
        self.sweep = Sweep(partial(folders.take, self), partial(folders.ended, self))
        self.folders: list[str] = []
        """What the client has open as a whole."""
        self.said: dict[str, object] = {}
        """What the client's settings say of each folder."""
        self.wrong: list[str] = []
        """What cannot be followed in these."""
        self.told: dict[str, diagnostics.Told] = {}
        """What is wrong in files, as far as the client knows or may ask."""
        self.pulled: set[str] = set()
        """The documents in which the client was last told that something is wrong, because it asked."""
        self.coloured: dict[str, tokens.Coloured] = {}
        """The colours of open documents that the client has."""
        self.shown_progress: progress.Progress | None = None
        self.stop_watching: Callable[[], None] = lambda: None
        self.hints: frozenset[str] = hints.wanted(None)
        self._uris: dict[str, str] = {}
        self._edited: dict[str, int] = {}
        self._complaints: set[str] = set()
        self._refresh: asyncio.TimerHandle | None = None
        for name, handler in HANDLERS.items():
            self.feature(name)(partial(handler, self))
        for part in PARTS:
            part.register(self)

    @property
    def encoding(self) -> Encoding:
        """What columns count, as agreed with the client."""
        return convert.encoding_of(self.workspace.position_encoding)

    @property
    def pulls(self) -> bool:
        """Whether the client asks for diagnostics."""
        client = self.client_capabilities.text_document
        return client is not None and client.diagnostic is not None

    def document(self, identifier: types.TextDocumentIdentifier | types.VersionedTextDocumentIdentifier) -> Document:
        """The open Puppet document that a request is about."""
        document = self.opened(identifier)
        if not document.is_code:
            raise Nothing
        return document

    def opened(self, identifier: types.TextDocumentIdentifier | types.VersionedTextDocumentIdentifier) -> Document:
        """Whatever is open under an address."""
        document = self.session.analysis.opened(convert.path_of(identifier.uri))
        if document is None:
            raise Refused(f"the document is not open: {identifier.uri}")
        return document

    async def examined(self, identifier: types.TextDocumentIdentifier) -> Document:
        """The same once it has been examined, if that does not take long."""
        await self.session.examined(self.document(identifier).path)
        document = self.document(identifier)
        self.refuse_outdated(document.path)
        return document

    def refuse_outdated(self, path: str) -> None:
        """Give up the request that is answered if the document has been edited since it came."""
        if self._edited.get(path, 0) > NUMBER.get():
            raise Outdated

    def note_edit(self, path: str) -> None:
        """Requests about a document that came before this moment are about an older text."""
        self._edited[path] = NUMBER.get()

    def uri(self, path: str) -> str:
        """The address of a file, in the client's own spelling if it is open."""
        return self._uris.get(path) or uri_of(path)

    def complain(self, message: str) -> None:
        """Tell a person what is wrong, once."""
        if message not in self._complaints:
            self._complaints.add(message)
            self.window_show_message(types.ShowMessageParams(types.MessageType.Warning, message))

    def refresh_soon(self) -> None:
        """Let the client ask for diagnostics again."""
        client = self.client_capabilities.workspace
        if self._refresh is None and client is not None and client.diagnostics is not None and client.diagnostics.refresh_support:
            self._refresh = asyncio.get_running_loop().call_later(REFRESH, self._ask_for_refresh)

    def _ask_for_refresh(self) -> None:
        self._refresh = None
        self.protocol.send_request(types.WORKSPACE_DIAGNOSTIC_REFRESH)


def initialize(server: Server, params: types.InitializeParams) -> None:
    """A client begins."""
    folders.remember(server, params)
    hints.remember(server, params)


def initialized(server: Server, params: types.InitializedParams) -> None:
    """The client is ready for questions."""
    server.session.begin()
    watching.begin(server)
    settings.ask(server)


def shutdown(server: Server, params: object) -> None:
    """The client is about to end."""
    server.stop_watching()
    server.sweep.cancel()
    server.session.stop()


def did_open(server: Server, params: types.DidOpenTextDocumentParams) -> None:
    """A document is edited from now on."""
    item = params.text_document
    path = convert.path_of(item.uri)
    server._uris[path] = item.uri
    language = item.language_id.lower()
    server.session.open(path, item.text, item.version, is_puppet="puppet" in language or language in UNSAID)


def did_change(server: Server, params: types.DidChangeTextDocumentParams) -> None:
    """Keys were pressed."""
    document = server.opened(params.text_document)
    server.note_edit(document.path)
    for change in params.content_changes:
        edited = convert.to_change(change, document.text, server.encoding)
        document = server.session.edit(document.path, edited, params.text_document.version)


def did_close(server: Server, params: types.DidCloseTextDocumentParams) -> None:
    """A document is no longer edited."""
    path = server.opened(params.text_document).path
    server.session.close(path)
    diagnostics.tell(server, path, diagnostics.NOTHING)
    server._uris.pop(path, None)
    server.coloured.pop(path, None)
    if folders.request(server) is not None and folders.is_inside(server, path) and os.path.isfile(path):
        server.session.look_at(path)


def document_symbol(server: Server, params: types.DocumentSymbolParams) -> Plain:
    """The outline."""
    document = answers(server, params.text_document)
    return convert.from_symbols(document.symbols(), document.text, server.encoding)


def folding_range(server: Server, params: types.FoldingRangeParams) -> list[types.FoldingRange]:
    """What can be folded."""
    return convert.from_folds(answers(server, params.text_document).folds())


def selection_range(server: Server, params: types.SelectionRangeParams) -> list[types.SelectionRange]:
    """How the selection grows at each of some places."""
    document = answers(server, params.text_document)
    offsets = [convert.to_offset(position, document.text, server.encoding) for position in params.positions]
    return [convert.from_selections(document.selections(offset), document.text, server.encoding) for offset in offsets]


PARTS = (
    actions,
    completion,
    diagnostics,
    hierarchy,
    hints,
    hover,
    linked,
    navigation,
    progress,
    rename,
    settings,
    signature,
    status,
    tokens,
    views,
    watching,
)
"""Where the other handlers are."""
HANDLERS: dict[str, Callable[..., object]] = {
    types.INITIALIZE: initialize,
    types.INITIALIZED: initialized,
    types.SHUTDOWN: shutdown,
    types.TEXT_DOCUMENT_DID_OPEN: did_open,
    types.TEXT_DOCUMENT_DID_CHANGE: did_change,
    types.TEXT_DOCUMENT_DID_CLOSE: did_close,
    types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: document_symbol,
    types.TEXT_DOCUMENT_FOLDING_RANGE: folding_range,
    types.TEXT_DOCUMENT_SELECTION_RANGE: selection_range,
}
"""The handler of each message."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve one client and give the exit code."""
    options = _parser().parse_args(arguments)
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s: %(message)s")
    sys.setrecursionlimit(RECURSION)
    collect_seldom()
    if options.tcp is None:
        # Never closed: a thread waits for input, and closing would wait for that thread.
        return _serve(open(0, "rb", closefd=False), open(1, "wb", closefd=False))
    with socket.create_server(options.tcp) as listening:
        connection, _ = listening.accept()
    return _serve(connection.makefile("rb"), connection.makefile("wb"))


def _serve(stdin: BinaryIO, stdout: BinaryIO) -> int:
    """Speak with a client until it leaves."""

    async def run() -> None:
        server = Server()
        server.protocol.set_writer(StdoutWriter(stdout))
        try:
            await read(stdin, server.protocol.look_at, server.protocol.receive)
        finally:
            shutdown(server, None)

    try:
        asyncio.run(run())
    except (BrokenPipeError, ConnectionError, KeyboardInterrupt):
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=NAME, description="The language server of puppet-check.")
    way = parser.add_mutually_exclusive_group()
    way.add_argument("--stdio", action="store_true", help="communicate over standard input and output (the default)")
    way.add_argument("--tcp", type=_address, metavar="HOST:PORT", help="listen for a client at this address")
    parser.add_argument("--version", action="version", version=f"{NAME} {__version__}")
    return parser


def _address(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if not host or not port.isdecimal() or int(port) > 65535:
        raise argparse.ArgumentTypeError(f"expected HOST:PORT, found '{text}'")
    return host.strip("[]"), int(port)
