"""The protocol without the library's own copy of each document.

The library splits and joins all lines at each change, and takes more characters for line ends than the protocol does; the
analysis keeps the only copy.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TypeVar

from lsprotocol import types
from pygls.protocol import LanguageServerProtocol, lsp_method

P = TypeVar("P")
Calls = Generator[tuple[Callable[[P], None], tuple[P], None], None, None]


class Protocol(LanguageServerProtocol):
    """Hands what happens to documents straight to the handlers."""

    @lsp_method(types.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: types.DidOpenTextDocumentParams) -> Calls[types.DidOpenTextDocumentParams]:
        """A document is opened."""
        yield self.fm.features[types.TEXT_DOCUMENT_DID_OPEN], (params,), None

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> Calls[types.DidChangeTextDocumentParams]:
        """A document is changed."""
        yield self.fm.features[types.TEXT_DOCUMENT_DID_CHANGE], (params,), None

    @lsp_method(types.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: types.DidCloseTextDocumentParams) -> Calls[types.DidCloseTextDocumentParams]:
        """A document is closed."""
        yield self.fm.features[types.TEXT_DOCUMENT_DID_CLOSE], (params,), None
