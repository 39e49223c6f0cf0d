"""The law: formatting changes no more than white space between tokens, the quotes of strings and commas after last elements.

A result is accepted if its tree has the same nodes, with the same tokens, comments and texts of heredocs. The meaning of a text is a
function of these (`puppet_grammar.lower`); `bench/format.py` compares the PN of all packaged modules as well.
"""

from __future__ import annotations

from puppet_check.formatting.nodes import Source
from puppet_grammar.parse import SyntaxTree


class ChangedError(Exception):
    """Raised where formatting would change a text, which is a bug: the text is left as it is."""


def verify(before: SyntaxTree, original: Source, after: SyntaxTree, source: Source) -> None:
    """Raise ChangedError unless a text has the meaning of the original."""
    if original.tokens != source.tokens:
        raise ChangedError("formatting would change its code")
    if [each.text for each in original.comments] != [each.text for each in source.comments]:
        raise ChangedError("formatting would change its comments")
    if original.heredocs != source.heredocs:
        raise ChangedError("formatting would change the text of a heredoc")
    if _shape(before) != _shape(after) and _kinds(before) != _kinds(after):
        raise ChangedError("formatting would change its meaning")


def _shape(tree: SyntaxTree) -> str:
    """The kinds of all nodes."""
    return str(tree.tree.root_node).replace(" (comment)", "").replace("(comment) ", "")


def _kinds(tree: SyntaxTree) -> list[tuple[int, str, str | None]]:
    """The levels, kinds and fields of all nodes, without comments and texts of heredocs: where those are in the tree may differ."""
    found: list[tuple[int, str, str | None]] = []
    cursor = tree.tree.walk()
    while True:
        node = cursor.node
        is_code = node is not None and node.type not in ("comment", "heredoc_body")
        if node is not None and is_code and node.is_named:
            found.append((cursor.depth, node.type, cursor.field_name))
        if is_code and cursor.goto_first_child():
            continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return found
