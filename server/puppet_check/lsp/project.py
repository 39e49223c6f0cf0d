"""What a request needs besides its document: the project around it, with what is open in the editor."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from lsprotocol import types

from puppet_check.analysis import Analysis
from puppet_check.document import Document
from puppet_check.features.answers import Answers
from puppet_check.features.others import Opened, Others
from puppet_check.features.subjects import Use
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

    def named(self, identifier: types.TextDocumentIdentifier, position: types.Position) -> Named:
        """What the word at a place names."""
        self.analysis.settle()
        document = self.analysis.opened(convert.path_of(identifier.uri))
        if document is None:
            raise Nothing
        return _named(document.answers, position, self.encoding, self.others)

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


def answers(server: Server, identifier: types.TextDocumentIdentifier) -> Answers:
    """What may be asked about an open document of any kind."""
    path = server.opened(identifier).path
    document = server.session.analysis.settled(path)
    assert document is not None
    return document.answers


async def examined_answers(server: Server, identifier: types.TextDocumentIdentifier) -> Answers:
    """The same where types are wanted: the first examination of a document is waited for, but not for long."""
    path = server.opened(identifier).path
    await server.session.examined(path)
    server.refuse_outdated(path)
    return answers(server, identifier)


def named(server: Server, identifier: types.TextDocumentIdentifier, position: types.Position) -> Named:
    """What the word at a place names."""
    document = answers(server, identifier)
    return _named(document, position, server.encoding, lambda known, here: Others(known, here, opened_in(server)))


def _named(document: Answers, position: types.Position, encoding: Encoding, around: Callable[[Known, View | None], Others]) -> Named:
    uses = document.uses_at(convert.to_offset(position, document.text, encoding))
    others = around(document.known, document.here)
    return Named(uses, document.text, document.code, others, Texts(document.here, others))


def opened_in(server: Server) -> Opened:
    """Finds what is open in the editor."""
    return _opened_by(server.session.analysis)


def _opened_by(analysis: Analysis) -> Opened:
    def opened(path: str) -> View | None:
        found = analysis.document(path)
        return None if found is None else found.view

    return opened


def _asked(document: Document, position: types.Position | None, encoding: Encoding, around: Callable[[Known, View], Others]) -> Asked:
    view = document.view
    offset = 0 if position is None else convert.to_offset(position, document.text, encoding)
    others = around(view.known, view)
    return Asked(view, offset, others, Texts(view, others))
