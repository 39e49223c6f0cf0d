"""The entries of a literal hash by their names, as functions take the parameters of resources."""

from __future__ import annotations

from puppet_grammar import ast
from puppet_grammar.named import NamedTuple

NAMES = (ast.LiteralString, ast.QualifiedName)


class NamedEntries(NamedTuple):
    """What is known of the entries of a literal hash."""

    keys: dict[str, ast.Expression]
    values: dict[str, ast.Expression]
    """Both by the text of the keys."""
    is_whole: bool
    """Whether these are all: no key is computed or repeated."""


NONE = NamedEntries({}, {}, True)


def named_entries(node: ast.Expression) -> NamedEntries | None:
    """The entries of a literal hash; None for another expression."""
    if not isinstance(node, ast.LiteralHash):
        return None
    found = {each.key.value: each for each in node.entries if isinstance(each.key, NAMES)}
    keys, values = ({name: each.key for name, each in found.items()}, {name: each.value for name, each in found.items()})
    return NamedEntries(keys, values, len(found) == len(node.entries))
