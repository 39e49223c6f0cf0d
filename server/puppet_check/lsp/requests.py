"""The place or symbol of a request, with the project around it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from lsprotocol import types

from puppet_check.analysis import Analysis
from puppet_check.document import Document
from puppet_check.features.answers import Answers
from puppet_check.features.project_files.project_files import ProjectFiles
from puppet_check.features.symbols import Occurrence
from puppet_check.features.view import View
from puppet_check.lsp import convert
from puppet_check.lsp.context import Context
from puppet_check.lsp.convert_places import Texts
from puppet_check.lsp.protocol import Nothing, Refused
from puppet_check.lsp.uris import LONGEST, path_of
from puppet_check.workspace.known import Known
from puppet_grammar.text import Encoding, Text

T = TypeVar("T")


class DocumentPlace(NamedTuple):
    """A place in a document, and the project around it."""

    view: View
    offset: int
    project_files: ProjectFiles
    texts: Texts


class RequestedSymbol(NamedTuple):
    """The symbol at a place of a document of any kind, and the project around it."""

    occurrences: Sequence[Occurrence]
    text: Text
    view: View
    """The document; an empty one in its place if it is not code."""
    project_files: ProjectFiles
    texts: Texts


class OpenIn(NamedTuple):
    """The open files of an analysis."""

    analysis: Analysis

    def view(self, path: str) -> View | None:
        """The view of a file of Puppet code; None if it is not open."""
        found = self.analysis.document(path)
        return None if found is None else found.view

    def paths(self) -> list[str]:
        """The paths of the open files of all kinds."""
        return self.analysis.paths()


@dataclass(frozen=True, slots=True)
class Job:
    """The context of a request that takes long, on the checking thread. Owns nothing that the protocol's thread uses."""

    analysis: Analysis
    encoding: Encoding
    is_cancelled: Callable[[], bool]

    def place(self, identifier: types.TextDocumentIdentifier, position: types.Position | None = None) -> DocumentPlace:
        """The place of a request."""
        document = self.analysis.document(path_of(identifier.uri))
        if document is None:
            raise Nothing
        return _place(document, position, self.encoding, self.project_files)

    def symbol(self, identifier: types.TextDocumentIdentifier, position: types.Position) -> RequestedSymbol:
        """The symbol at a position."""
        self.analysis.settle()
        document = self.analysis.opened(path_of(identifier.uri))
        if document is None:
            raise Nothing
        return _symbol(document.answers, position, self.encoding, self.project_files)

    def project_files(self, known: Known, here: View | None = None) -> ProjectFiles:
        """The files of a project."""
        return ProjectFiles(known, here, OpenIn(self.analysis), self.is_cancelled)


def place(context: Context, identifier: types.TextDocumentIdentifier, position: types.Position | None = None) -> DocumentPlace:
    """The place of a request."""
    return _place(context.documents.code(identifier), position, context.encoding, lambda known, here: project_files(context, known, here))


async def checked_place(
    context: Context, identifier: types.TextDocumentIdentifier, position: types.Position | None = None
) -> DocumentPlace:
    """The same with types: waits for the first check of the document, but not for long."""
    await context.documents.checked_code(identifier)
    return place(context, identifier, position)


def symbol(context: Context, identifier: types.TextDocumentIdentifier, position: types.Position) -> RequestedSymbol:
    """The symbol at a position."""
    document = context.documents.answers(identifier)
    return _symbol(document, position, context.encoding, lambda known, here: project_files(context, known, here))


async def on_checking_thread(context: Context, make: Callable[[Job], T], identifier: types.TextDocumentIdentifier | None = None) -> T:
    """The response to a request that takes long, computed on the checking thread for the documents as they are now.

    Raises Outdated if the document with the identifier is edited in the meantime.
    """
    encoding = context.encoding
    made = await context.session.compute(lambda analysis, is_cancelled: make(Job(analysis, encoding, is_cancelled)))
    if identifier is not None:
        context.documents.refuse_outdated(path_of(identifier.uri))
    return made


def project_files(context: Context, known: Known, here: View | None = None) -> ProjectFiles:
    """The files of a project, with those that are open in the editor."""
    return ProjectFiles(known, here, OpenIn(context.session.analysis))


def made_by(make: Callable[..., T], data: object, *kinds: type) -> T:
    """What the server has sent as the data of an element of a response, and gets back. Raises Refused if it is something else."""
    parts = data if isinstance(data, list | tuple) else ()
    is_known = len(parts) == len(kinds) and all(map(isinstance, parts, kinds))
    if not is_known or any(isinstance(each, str) and len(each) > LONGEST for each in parts):
        raise Refused("the data is not from this server")
    return make(*parts)


def _place(
    document: Document, position: types.Position | None, encoding: Encoding, around: Callable[[Known, View], ProjectFiles]
) -> DocumentPlace:
    view = document.view
    offset = 0 if position is None else convert.to_offset(position, document.text, encoding)
    project_files = around(view.known, view)
    return DocumentPlace(view, offset, project_files, Texts(view, project_files))


def _symbol(
    document: Answers, position: types.Position, encoding: Encoding, around: Callable[[Known, View | None], ProjectFiles]
) -> RequestedSymbol:
    occurrences = document.occurrences_at(convert.to_offset(position, document.text, encoding))
    project_files = around(document.known, document.here)
    return RequestedSymbol(occurrences, document.text, document.code, project_files, Texts(document.here, project_files))
