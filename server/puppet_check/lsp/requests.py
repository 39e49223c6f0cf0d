"""What a request is about: a place or a symbol in a document, with the project around it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from lsprotocol import types

from puppet_check.analysis import Analysis
from puppet_check.document import Document
from puppet_check.features.answers import Answers
from puppet_check.features.others import Opened, Others
from puppet_check.features.subjects import Use
from puppet_check.features.view import View
from puppet_check.lsp import convert
from puppet_check.lsp.context import Context
from puppet_check.lsp.convert_places import Texts
from puppet_check.lsp.protocol import Nothing
from puppet_check.workspace.workspace import Known
from puppet_grammar.text import Encoding, Text

T = TypeVar("T")


class Place(NamedTuple):
    """A place in a document, and the project around it."""

    view: View
    offset: int
    others: Others
    texts: Texts


class Symbol(NamedTuple):
    """The symbol at a place of a document of any kind, and the project around it."""

    uses: Sequence[Use]
    text: Text
    view: View
    """The document; an empty one in its place if it is not code."""
    others: Others
    texts: Texts


@dataclass(frozen=True, slots=True)
class Job:
    """The context of a request that takes long, on the checking thread. Owns nothing that the protocol's thread uses."""

    analysis: Analysis
    encoding: Encoding
    is_cancelled: Callable[[], bool]

    def place(self, identifier: types.TextDocumentIdentifier, position: types.Position | None = None) -> Place:
        """The place that a request is about."""
        document = self.analysis.document(convert.path_of(identifier.uri))
        if document is None:
            raise Nothing
        return _place(document, position, self.encoding, self.others)

    def symbol(self, identifier: types.TextDocumentIdentifier, position: types.Position) -> Symbol:
        """The symbol at a position."""
        self.analysis.settle()
        document = self.analysis.opened(convert.path_of(identifier.uri))
        if document is None:
            raise Nothing
        return _symbol(document.answers, position, self.encoding, self.others)

    def others(self, known: Known, here: View | None = None) -> Others:
        """The files of a project."""
        return Others(known, here, _opened_in(self.analysis), self.is_cancelled)


def place(context: Context, identifier: types.TextDocumentIdentifier, position: types.Position | None = None) -> Place:
    """The place that a request is about."""
    return _place(context.documents.code(identifier), position, context.encoding, lambda known, here: others(context, known, here))


async def checked_place(context: Context, identifier: types.TextDocumentIdentifier, position: types.Position | None = None) -> Place:
    """The same with types: waits for the first check of the document, but not for long."""
    await context.documents.checked_code(identifier)
    return place(context, identifier, position)


def symbol(context: Context, identifier: types.TextDocumentIdentifier, position: types.Position) -> Symbol:
    """The symbol at a position."""
    document = context.documents.answers(identifier)
    return _symbol(document, position, context.encoding, lambda known, here: others(context, known, here))


async def on_checking_thread(context: Context, make: Callable[[Job], T], identifier: types.TextDocumentIdentifier | None = None) -> T:
    """A response that takes long, made of documents as they are now without delaying others.

    Raises Outdated if the document with the identifier is edited in the meantime.
    """
    encoding = context.encoding
    made = await context.session.compute(lambda analysis, is_cancelled: make(Job(analysis, encoding, is_cancelled)))
    if identifier is not None:
        context.documents.refuse_outdated(convert.path_of(identifier.uri))
    return made


def others(context: Context, known: Known, here: View | None = None) -> Others:
    """The files of a project, with those that are open in the editor."""
    return Others(known, here, _opened_in(context.session.analysis))


def _opened_in(analysis: Analysis) -> Opened:
    def opened(path: str) -> View | None:
        found = analysis.document(path)
        return None if found is None else found.view

    return opened


def _place(document: Document, position: types.Position | None, encoding: Encoding, around: Callable[[Known, View], Others]) -> Place:
    view = document.view
    offset = 0 if position is None else convert.to_offset(position, document.text, encoding)
    others = around(view.known, view)
    return Place(view, offset, others, Texts(view, others))


def _symbol(document: Answers, position: types.Position, encoding: Encoding, around: Callable[[Known, View | None], Others]) -> Symbol:
    uses = document.uses_at(convert.to_offset(position, document.text, encoding))
    others = around(document.known, document.here)
    return Symbol(uses, document.text, document.code, others, Texts(document.here, others))
