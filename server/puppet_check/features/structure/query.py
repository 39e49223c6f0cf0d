"""Runs the grammar's queries over a tree."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from tree_sitter import Node, Query, QueryCursor

from puppet_grammar.parse import SyntaxTree, language
from puppet_grammar.patterns import lazy_pattern

NAME = lazy_pattern(r"@([\w.]+)")
WINDOW = 1 << 16
"""The bytes that are searched at a time: the library takes a kilobyte for a capture."""
WIDEST = 20_000
"""The most parts of a node with errors that is searched: the time of the library grows with their square."""

Capture = tuple[int, int, int, str]
"""A capture of a query: start, negated end, rank and name.

Sorted, captures are ordered by start, outer ones first. The rank is the index of the last pattern with this name in the query file: of two
captures with the same span, the later pattern takes precedence. They are plain tuples because there are very many.
"""


def captures(query: str, tree: SyntaxTree, start: int = 0, end: int | None = None) -> Iterator[Capture]:
    """The captures of a query in a tree, or in a part of it, sorted; none if so many errors are side by side that it would take long."""
    root = tree.tree.root_node
    if _is_wide(root):
        return
    stop = len(tree.text) + 1 if end is None else end
    for first in range(start, stop, WINDOW):
        found = _captured(query, root, first, min(first + WINDOW, stop))
        # What began in an earlier part was among its captures.
        yield from sorted(each for each in found if each[0] >= first or first == start)


def _captured(query: str, root: Node, start: int, end: int) -> list[Capture]:
    compiled, ranks = _compiled(query)
    cursor = QueryCursor(compiled)
    cursor.set_byte_range(start, end)
    # `captures` groups nodes by name; iterating over matches takes twice as long.
    return [(node.start_byte, -node.end_byte, ranks[name], name) for name, nodes in cursor.captures(root).items() for node in nodes]


def _is_wide(root: Node) -> bool:
    if not root.has_error:
        return False
    return root.child_count > WIDEST or any(each.child_count > WIDEST for each in root.children if each.is_error)


@cache
def _compiled(query: str) -> tuple[Query, dict[str, int]]:
    """A compiled query, and the rank of each capture name."""
    source = files("puppet_grammar.queries").joinpath(f"{query}.scm").read_bytes()
    made = Query(language(), source.decode())
    patterns = (source[made.start_byte_for_pattern(each) : made.end_byte_for_pattern(each)] for each in range(made.pattern_count))
    return made, {name: rank for rank, pattern in enumerate(patterns) for name in NAME.findall(pattern.decode())}
