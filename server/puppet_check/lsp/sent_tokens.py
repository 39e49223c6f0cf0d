"""The semantic tokens that the client has."""

from __future__ import annotations

from puppet_check.lsp.encoded_tokens import EncodedTokens


class SentTokens:
    """Owns the tokens of open documents that were sent last, to which the next ones are compared. Used on the protocol's thread."""

    def __init__(self) -> None:
        self._tokens: dict[str, EncodedTokens] = {}

    def of(self, path: str) -> EncodedTokens | None:
        """The tokens of a document, if any were sent."""
        return self._tokens.get(path)

    def put(self, path: str, tokens: EncodedTokens) -> None:
        """Note the tokens that are sent."""
        self._tokens[path] = tokens

    def forget(self, path: str) -> None:
        """Forget those of a document that was closed."""
        self._tokens.pop(path, None)
