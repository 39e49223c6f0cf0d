"""Runs the grammar's queries over a tree."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from tree_sitter import Query, QueryCursor

from puppet_grammar.parse import SyntaxTree, language


class Capture(NamedTuple):
    """A part of the text that a query named. Captures sort by place, what is around before what is inside."""

    start: int
    negative_end: int
    pattern: int
    """The pattern's number in its file; where two speak of the same part, the later one is meant."""
    name: str

    @property
    def end(self) -> int:
        """The offset behind the part."""
        return -self.negative_end


def captures(query: str, tree: SyntaxTree, start: int = 0, end: int | None = None) -> Iterator[Capture]:
    """What a query finds in a tree, or in a part of it."""
    cursor = QueryCursor(_compiled(query))
    if end is not None:
        cursor.set_byte_range(start, end)
    for pattern, found in cursor.matches(tree.tree.root_node):
        for name, nodes in found.items():
            for node in nodes:
                yield Capture(node.start_byte, -node.end_byte, pattern, name)


@cache
def _compiled(query: str) -> Query:
    return Query(language(), files("puppet_grammar.queries").joinpath(f"{query}.scm").read_text(encoding="utf-8"))
