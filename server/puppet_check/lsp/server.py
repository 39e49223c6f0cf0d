"""`puppet-language-server`: one short handler for each request and notification."""

from __future__ import annotations

import argparse
import logging
from collections.abc import Callable, Sequence
from importlib.metadata import version

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from puppet_check.analysis import Document, OtherDocument, shown
from puppet_check.config import Settings
from puppet_check.features.document_symbols import document_symbols
from puppet_check.features.folding import folds
from puppet_check.features.selection import selections
from puppet_check.features.semantic_tokens import semantic_tokens
from puppet_check.lsp import actions, completion, convert, hierarchy, hints, hover, navigation, rename, signature
from puppet_check.lsp.protocol import Protocol
from puppet_check.lsp.session import Session
from puppet_grammar.text import Encoding

NAME = "puppet-language-server"


class Server(LanguageServer):
    """The server of one connection."""

    def __init__(self) -> None:
        super().__init__(NAME, version("puppet-check"), protocol_cls=Protocol)
        self.session = Session(Settings(), self.publish)
        for name, (handler, options) in HANDLERS.items():
            self.feature(name, options)(handler)
        self.hints: frozenset[str] = hints.wanted(None)
        hover.register(self)
        navigation.register(self)
        rename.register(self)
        hierarchy.register(self)
        hints.register(self)
        actions.register(self)
        completion.register(self)
        signature.register(self)

    @property
    def encoding(self) -> Encoding:
        """What columns count, as agreed with the client."""
        return convert.encoding_of(self.workspace.position_encoding)

    def document(self, identifier: types.TextDocumentIdentifier | types.VersionedTextDocumentIdentifier) -> Document:
        """The open document that a request is about."""
        document = self.session.analysis.document(convert.path_of(identifier.uri))
        if document is None:
            raise LookupError(f"the document is not open: {identifier.uri}")
        return document

    def opened(self, identifier: types.VersionedTextDocumentIdentifier) -> Document | OtherDocument:
        """Whatever is open under an address."""
        document = self.session.analysis.opened(convert.path_of(identifier.uri))
        if document is None:
            raise LookupError(f"the document is not open: {identifier.uri}")
        return document

    def publish(self, uri: str, document: Document | OtherDocument | None) -> None:
        """Send the diagnostics of a document, or none when it is closed."""
        if document is None:
            params = types.PublishDiagnosticsParams(uri, [])
        else:
            diagnostics = convert.from_diagnostics(uri, shown(document), document.text, self.encoding)
            params = types.PublishDiagnosticsParams(uri, diagnostics, document.version)
        self.text_document_publish_diagnostics(params)


def did_open(server: Server, params: types.DidOpenTextDocumentParams) -> None:
    """A document is edited from now on."""
    item = params.text_document
    path = convert.path_of(item.uri)
    server.session.analysis.open(path, item.text, item.version)
    server.session.check_now(item.uri, path)


def did_change(server: Server, params: types.DidChangeTextDocumentParams) -> None:
    """Keys were pressed."""
    path = convert.path_of(params.text_document.uri)
    document = server.opened(params.text_document)
    for change in params.content_changes:
        edited = convert.to_change(change, document.text, server.encoding)
        document = server.session.analysis.edit(path, [edited], params.text_document.version)
    server.session.check_soon(params.text_document.uri, path)


def did_close(server: Server, params: types.DidCloseTextDocumentParams) -> None:
    """A document is no longer edited."""
    path = convert.path_of(params.text_document.uri)
    server.session.analysis.close(path)
    server.session.check_now(params.text_document.uri, path)


def document_symbol(server: Server, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
    """The outline."""
    document = server.document(params.text_document)
    return convert.from_symbols(document_symbols(document.lowered[0], document.text), document.text, server.encoding)


def folding_range(server: Server, params: types.FoldingRangeParams) -> list[types.FoldingRange]:
    """What can be folded."""
    document = server.document(params.text_document)
    return convert.from_folds(folds(document.tree, document.lowered[0].comments))


def selection_range(server: Server, params: types.SelectionRangeParams) -> list[types.SelectionRange]:
    """How the selection grows at each of some places."""
    document = server.document(params.text_document)
    offsets = [convert.to_offset(position, document.text, server.encoding) for position in params.positions]
    return [convert.from_selections(selections(document.tree, offset), document.text, server.encoding) for offset in offsets]


def semantic_tokens_full(server: Server, params: types.SemanticTokensParams) -> types.SemanticTokens:
    """The colours of a document."""
    document = server.document(params.text_document)
    return convert.from_tokens(semantic_tokens(document.tree), document.text, server.encoding)


def semantic_tokens_range(server: Server, params: types.SemanticTokensRangeParams) -> types.SemanticTokens:
    """The colours of a part of a document."""
    document = server.document(params.text_document)
    start = convert.to_offset(params.range.start, document.text, server.encoding)
    end = convert.to_offset(params.range.end, document.text, server.encoding)
    return convert.from_tokens(semantic_tokens(document.tree, start, end), document.text, server.encoding)


HANDLERS: dict[str, tuple[Callable[..., object], types.SemanticTokensLegend | None]] = {
    types.TEXT_DOCUMENT_DID_OPEN: (did_open, None),
    types.TEXT_DOCUMENT_DID_CHANGE: (did_change, None),
    types.TEXT_DOCUMENT_DID_CLOSE: (did_close, None),
    types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: (document_symbol, None),
    types.TEXT_DOCUMENT_FOLDING_RANGE: (folding_range, None),
    types.TEXT_DOCUMENT_SELECTION_RANGE: (selection_range, None),
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL: (semantic_tokens_full, convert.LEGEND),
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE: (semantic_tokens_range, convert.LEGEND),
}
"""The handler of each message, and what the client is told about it."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve one client and give the exit code."""
    options = _parser().parse_args(arguments)
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s: %(message)s")
    if options.tcp is None:
        Server().start_io()
    else:
        Server().start_tcp(*options.tcp)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=NAME, description="Tells editors what puppet-check knows, over the Language Server Protocol.")
    way = parser.add_mutually_exclusive_group()
    way.add_argument("--stdio", action="store_true", help="talk over the standard input and output (the default)")
    way.add_argument("--tcp", type=_address, metavar="HOST:PORT", help="wait for a client at this address")
    parser.add_argument("--version", action="version", version=f"{NAME} {version('puppet-check')}")
    return parser


def _address(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if not host or not port.isdecimal() or int(port) > 65535:
        raise argparse.ArgumentTypeError(f"expected HOST:PORT, found '{text}'")
    return host.strip("[]"), int(port)
