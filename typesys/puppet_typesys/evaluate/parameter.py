"""Parameters of resources: a value, where it was written, and what gave it."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from puppet_grammar import ast
from puppet_grammar.text import Text


class Source(Protocol):
    """The class, define or node in whose body something was written; see `Definition`."""

    kind: str
    name: str
    overrides_all: bool


class Place(NamedTuple):
    """A byte offset in a text."""

    text: Text
    offset: int
    node: ast.Node | None = None
    """The resource expression or attribute there."""

    @property
    def line(self) -> int:
        """The line, from 1."""
        return self.text.position(self.offset)[0] + 1


class Parameter(NamedTuple):
    """An attribute of a resource and where its value comes from."""

    name: str
    value: object
    source: Source | None = None
    place: Place | None = None
    adds: bool = False
    possible: bool = False
    """Whether it is unknown if it is set at all."""
    origin: str = "own"
    """Whether the resource's own statement gave it, a `default`, or an `override`."""
