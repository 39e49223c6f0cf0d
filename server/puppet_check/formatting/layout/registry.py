"""The tables of layouts, by the kind of node of the syntax tree."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from puppet_check.formatting.document import Doc, Group
from puppet_check.formatting.nodes import Flat, Node
from puppet_check.formatting.source import Source
from puppet_grammar.table import Table

Broken = Callable[[Node, Source], Doc]
"""The form of a node over several lines."""

FLAT: Table[str, Flat] = Table("the forms for one line")
"""The forms for one line."""
BROKEN: Table[str, Broken] = Table("the forms over several lines")
"""The forms over several lines."""

F = TypeVar("F", bound=Flat)
B = TypeVar("B", bound=Broken)


def flat(*kinds: str) -> Callable[[F], F]:
    """Register a form for one line."""

    def register(function: F) -> F:
        FLAT.update(dict.fromkeys(kinds, function))
        return function

    return register


def broken(*kinds: str) -> Callable[[B], B]:
    """Register a form over several lines."""

    def register(function: B) -> B:
        BROKEN.update(dict.fromkeys(kinds, function))
        return function

    return register


def layout(group: Group, source: Source) -> Doc:
    """The form of a node over several lines; a token has only one form."""
    assert isinstance(group, Node)
    if not group.kids:
        # A keyword has the kind of its node.
        return group.flat or ""
    form = BROKEN.get(group.kind)
    return tuple(group.kids) if form is None else form(group, source)
