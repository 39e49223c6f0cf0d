"""The open documents, by the identifiers in requests."""

from __future__ import annotations

from lsprotocol import types

from puppet_check.document import Document
from puppet_check.features.answers import Answers
from puppet_check.lsp.protocol import NUMBER, Nothing, Outdated, Refused
from puppet_check.lsp.session import Session
from puppet_check.lsp.uris import path_of

Identifier = types.TextDocumentIdentifier | types.VersionedTextDocumentIdentifier


class OpenDocuments:
    """Finds the documents of requests, and owns the number of the message that edited each last. Used on the protocol's thread."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._edited: dict[str, int] = {}

    def opened(self, identifier: Identifier) -> Document:
        """The document with a URI. Raises Refused if it is not open."""
        document = self._session.analysis.opened(path_of(identifier.uri))
        if document is None:
            raise Refused(f"the document is not open: {identifier.uri}")
        return document

    def code(self, identifier: Identifier) -> Document:
        """The document of Puppet code with a URI. Raises Refused if it is not open, and Nothing if it is of another kind."""
        document = self.opened(identifier)
        if not document.is_code:
            raise Nothing
        return document

    async def checked_code(self, identifier: Identifier) -> Document:
        """The same with types: waits for the first check of the document, but not for long."""
        await self._session.checked_once(self.code(identifier).path)
        document = self.code(identifier)
        self.refuse_outdated(document.path)
        return document

    def answers(self, identifier: Identifier) -> Answers:
        """The features of a document of any kind."""
        document = self._session.analysis.settled(self.opened(identifier).path)
        assert document is not None
        return document.answers

    async def checked_answers(self, identifier: Identifier) -> Answers:
        """The same with types: waits for the first check of the document, but not for long."""
        path = self.opened(identifier).path
        await self._session.checked_once(path)
        self.refuse_outdated(path)
        return self.answers(identifier)

    def note_edit(self, path: str) -> None:
        """Note the number of the message that edits a document: earlier requests refer to an older text."""
        self._edited[path] = NUMBER.get()

    def forget(self, path: str) -> None:
        """Forget a document that was closed."""
        self._edited.pop(path, None)

    def refuse_outdated(self, path: str) -> None:
        """Raise Outdated if a document has been edited since the current request came."""
        if self._edited.get(path, 0) > NUMBER.get():
            raise Outdated
