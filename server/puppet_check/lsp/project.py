"""What a request needs besides its document: the project around it, with what is open in the editor."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from lsprotocol import types

from puppet_check.analysis import Analysis, Document, OtherDocument
from puppet_check.features.other import OtherView
from puppet_check.features.other import uses_at as other_uses_at
from puppet_check.features.others import Opened, Others
from puppet_check.features.subjects import Use
from puppet_check.features.uses import uses_at
from puppet_check.features.view import View
from puppet_check.lsp import convert
from puppet_check.lsp.convert_places import Texts
from puppet_check.lsp.protocol import Nothing
from puppet_check.workspace.workspace import Known
from puppet_grammar.text import Encoding, Text

if TYPE_CHECKING:
    from puppet_check.lsp.server import Server


class Asked(NamedTuple):
    """A place in a document, and the project around it."""

    view: View
    offset: int
    others: Others
    texts: Texts


class Named(NamedTuple):
    """What the word at a place of any document names, and the project around it."""

    uses: Sequence[Use]
    text: Text
    view: View
    """The document, or code in its place where it is none."""
    others: Others
    texts: Texts


@dataclass(frozen=True, slots=True)
class Apart:
    """What an answer is made of that takes its time, on another thread than the one that answers."""

    analysis: Analysis
    encoding: Encoding
    is_over: Callable[[], bool]
    """Whether nobody wants the answer any more."""

    def asked(self, identifier: types.TextDocumentIdentifier, position: types.Position | None = None) -> Asked:
        """What a request is about."""
        document = self.analysis.document(convert.path_of(identifier.uri))
        if document is None:
            raise Nothing
        return _asked(document, position, self.encoding, self.others)

    def other(self, identifier: types.TextDocumentIdentifier) -> OtherView | None:
        """An open document that is no Puppet code; None for Puppet code."""
        return _other(self.analysis, identifier)

    def named(self, identifier: types.TextDocumentIdentifier, position: types.Position) -> Named:
        """What the word at a place names."""
        if (file := self.other(identifier)) is not None:
            return _named_in(file, position, self.encoding, self.others(file.known))
        view, offset, others, texts = self.asked(identifier, position)
        return Named(uses_at(view, offset), view.text, view, others, texts)

    def others(self, known: Known, here: View | None = None) -> Others:
        """The files of a project."""
        return Others(known, here, _opened_by(self.analysis), self.is_over)


Handler = Callable[..., object]
T = TypeVar("T")


def answer(server: Server, handlers: Mapping[str, Handler], options: object = None) -> None:
    """Let these functions of a server and parameters answer requests."""
    for name, handler in handlers.items():
        server.feature(name, options)(partial(handler, server))


def asked(server: Server, identifier: types.TextDocumentIdentifier, position: types.Position | None = None) -> Asked:
    """What a request is about."""
    return _asked(server.document(identifier), position, server.encoding, lambda known, here: Others(known, here, opened_in(server)))


async def examined(server: Server, identifier: types.TextDocumentIdentifier, position: types.Position | None = None) -> Asked:
    """The same where types are wanted: the first examination of a document is waited for, but not for long."""
    await server.examined(identifier)
    return asked(server, identifier, position)


async def apart(server: Server, make: Callable[[Apart], T], identifier: types.TextDocumentIdentifier | None = None) -> T:
    """What is made of documents as they are now and would keep other answers waiting; refused when this document is edited meanwhile."""
    encoding = server.encoding
    made = await server.session.compute(lambda analysis, is_over: make(Apart(analysis, encoding, is_over)))
    if identifier is not None:
        server.refuse_outdated(convert.path_of(identifier.uri))
    return made


def other(server: Server, identifier: types.TextDocumentIdentifier) -> OtherView | None:
    """An open document that is no Puppet code; None for Puppet code."""
    server.opened(identifier)
    return _other(server.session.analysis, identifier)


def named(server: Server, identifier: types.TextDocumentIdentifier, position: types.Position) -> Named:
    """What the word at a place names."""
    if (file := other(server, identifier)) is not None:
        return _named_in(file, position, server.encoding, Others(file.known, None, opened_in(server)))
    view, offset, others, texts = asked(server, identifier, position)
    return Named(uses_at(view, offset), view.text, view, others, texts)


def _named_in(file: OtherView, position: types.Position, encoding: Encoding, others: Others) -> Named:
    uses = other_uses_at(file, convert.to_offset(position, file.text, encoding))
    return Named(uses, file.text, file.code, others, Texts(None, others))


def opened_in(server: Server) -> Opened:
    """Finds what is open in the editor."""
    return _opened_by(server.session.analysis)


def _opened_by(analysis: Analysis) -> Opened:
    def opened(path: str) -> View | None:
        found = analysis.document(path)
        return None if found is None else plain_view(found)

    return opened


def _asked(document: Document, position: types.Position | None, encoding: Encoding, around: Callable[[Known, View], Others]) -> Asked:
    view = plain_view(document)
    offset = 0 if position is None else convert.to_offset(position, document.text, encoding)
    others = around(view.known, view)
    return Asked(view, offset, others, Texts(view, others))


def _other(analysis: Analysis, identifier: types.TextDocumentIdentifier) -> OtherView | None:
    path = convert.path_of(identifier.uri)
    if not isinstance(analysis.opened(path), OtherDocument):
        return None
    analysis.settle()
    document = analysis.opened(path)
    assert isinstance(document, OtherDocument)
    return document.view


def plain_view(document: Document) -> View:
    """A document without what an examination would tell of it."""
    known = document.workspace.known(document.path)
    return View(document.path, document.text, document.tree.mode, document.lowered[0], known, document.latest)
