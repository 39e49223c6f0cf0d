"""The syntax trees of large files that searches have parsed lately."""

from __future__ import annotations

from puppet_grammar.parse import SyntaxTree, mode_of, parse

LARGE = 1 << 15
"""The size in bytes from which a tree is worth its memory, about 20 times as much; others take a few milliseconds."""
TOTAL = 1 << 17
"""The total size in bytes of the texts whose trees are cached."""


class Trees:
    """Syntax trees by path, of which the oldest are dropped. Owned by a `Known`."""

    def __init__(self) -> None:
        self._trees: dict[str, SyntaxTree] = {}

    def of(self, path: str, source: bytes) -> SyntaxTree:
        """The syntax tree of a file with a text."""
        known = self._trees.pop(path, None)
        made = known if known is not None and known.text.source == source else parse(source, mode_of(path))
        if LARGE <= len(source) <= TOTAL:
            self._trees[path] = made
            while sum(len(each.text) for each in self._trees.values()) > TOTAL:
                del self._trees[next(iter(self._trees))]
        return made
