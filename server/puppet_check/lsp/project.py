"""What a request needs besides its document: the project around it, with what is open in the editor."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from lsprotocol import types

from puppet_check.analysis import Document, OtherDocument
from puppet_check.features.other import OtherView
from puppet_check.features.others import Opened, Others
from puppet_check.features.view import View
from puppet_check.lsp import convert
from puppet_check.lsp.convert_places import Texts

if TYPE_CHECKING:
    from puppet_check.lsp.server import Server


class Asked(NamedTuple):
    """A place in a document, and the project around it."""

    view: View
    offset: int
    others: Others
    texts: Texts


Handler = Callable[..., object]


def answer(server: Server, handlers: Mapping[str, Handler], options: object = None) -> None:
    """Let these functions of a server and parameters answer requests."""
    for name, handler in handlers.items():
        server.feature(name, options)(partial(handler, server))


def asked(server: Server, identifier: types.TextDocumentIdentifier, position: types.Position | None = None) -> Asked:
    """What a request is about."""
    document = server.document(identifier)
    view = plain_view(document)
    offset = 0 if position is None else convert.to_offset(position, document.text, server.encoding)
    others = Others(view.known, view, opened_in(server))
    return Asked(view, offset, others, Texts(view, others))


async def examined(server: Server, identifier: types.TextDocumentIdentifier, position: types.Position | None = None) -> Asked:
    """The same where types are wanted: the first examination of a document is waited for, but not for long."""
    await server.examined(identifier)
    return asked(server, identifier, position)


def other(server: Server, identifier: types.TextDocumentIdentifier) -> OtherView | None:
    """An open document that is no Puppet code; None for Puppet code."""
    document = server.opened(identifier)
    if not isinstance(document, OtherDocument):
        return None
    return OtherView(document.path, document.text, document.workspace.known(document.path))


def opened_in(server: Server) -> Opened:
    """Finds what is open in the editor."""

    def opened(path: str) -> View | None:
        found = server.session.analysis.document(path)
        return None if found is None else plain_view(found)

    return opened


def plain_view(document: Document) -> View:
    """A document without what an examination would tell of it."""
    known = document.workspace.known(document.path)
    return View(document.path, document.text, document.tree.mode, document.lowered[0], known, document.latest)
