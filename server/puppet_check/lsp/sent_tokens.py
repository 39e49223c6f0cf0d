"""The semantic tokens that the client has."""

from __future__ import annotations

from itertools import count, islice

from puppet_check.lsp.encoded_tokens import EncodedTokens

TREES = 4
"""How many documents have the tree of the text that was sent, which takes much more memory than the tokens."""
DOCUMENTS = 32
"""Of how many documents the tokens are kept; those of others are sent as a whole."""


class SentTokens:
    """Owns the tokens of open documents that were sent last, to which the next ones are compared. Used on the protocol's thread."""

    def __init__(self) -> None:
        self._tokens: dict[str, EncodedTokens] = {}
        self._numbers = count(1)

    def number(self) -> int:
        """A number that no tokens of the session have had."""
        return next(self._numbers)

    def of(self, path: str) -> EncodedTokens | None:
        """The tokens of a document, if any were sent."""
        return self._tokens.get(path)

    def put(self, path: str, tokens: EncodedTokens) -> None:
        """Note the tokens that are sent. Those of documents that were sent before several others are kept
        without their tree, and not at all after many others."""
        self._tokens.pop(path, None)
        self._tokens[path] = tokens
        for older in islice(reversed(self._tokens), TREES, TREES + 1):
            self._tokens[older] = self._tokens[older]._replace(tree=None, scopes=None)
        if len(self._tokens) > DOCUMENTS:
            del self._tokens[next(iter(self._tokens))]

    def forget(self, path: str) -> None:
        """Forget those of a document that was closed."""
        self._tokens.pop(path, None)
