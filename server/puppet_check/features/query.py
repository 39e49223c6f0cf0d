"""Runs the grammar's queries over a tree."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from tree_sitter import Query, QueryCursor

from puppet_grammar.parse import SyntaxTree, language

NAME = re.compile(r"@([\w.]+)")


Capture = tuple[int, int, int, str]
"""A part of the text that a query named: its start, its end as a negative number, the rank of the name, and the name.

Captures sort by place, what is around before what is inside. The rank is the number of the last pattern with this name in its file; where
two speak of the same part, the later one is meant. There are so many of them that a class would be felt.
"""


def captures(query: str, tree: SyntaxTree, start: int = 0, end: int | None = None) -> list[Capture]:
    """What a query finds in a tree, or in a part of it."""
    compiled, ranks = _compiled(query)
    cursor = QueryCursor(compiled)
    if end is not None:
        cursor.set_byte_range(start, end)
    # Asked for by name: to ask for each match takes twice as long.
    return [
        (node.start_byte, -node.end_byte, ranks[name], name)
        for name, nodes in cursor.captures(tree.tree.root_node).items()
        for node in nodes
    ]


@cache
def _compiled(query: str) -> tuple[Query, dict[str, int]]:
    """A query, and the rank of each of its names."""
    source = files("puppet_grammar.queries").joinpath(f"{query}.scm").read_bytes()
    made = Query(language(), source.decode())
    patterns = (source[made.start_byte_for_pattern(each) : made.end_byte_for_pattern(each)] for each in range(made.pattern_count))
    return made, {name: rank for rank, pattern in enumerate(patterns) for name in NAME.findall(pattern.decode())}
