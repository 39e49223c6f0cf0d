"""Parameters of resources: a value, and where it was set."""

from __future__ import annotations

from typing import Protocol

from puppet_grammar import ast
from puppet_grammar.named import NamedTuple
from puppet_grammar.text import Text
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.unknown import Unknown


class Source(Protocol):
    """The class, define or node that contains a statement; see `Definition`."""

    kind: str
    name: str

    def override_all(self) -> None:
        """Allow overrides of resources declared anywhere."""


class Place(NamedTuple):
    """A location: a byte offset in a text."""

    text: Text
    offset: int
    node: ast.Node | None = None
    """The resource expression, attribute or call there."""

    @property
    def line(self) -> int:
        """The line, from 1."""
        return self.text.position(self.offset)[0] + 1


class Parameter(NamedTuple):
    """A parameter of a resource, and where its value was set."""

    name: str
    value: object
    source: Source | None = None
    place: Place | None = None
    adds: bool = False
    possible: bool = False
    """Whether it may not be set at all."""
    origin: str = "own"
    """Where the value comes from: `own`, a `default` or an `override`."""


UNKNOWN_NAMES = "*"
"""The name that stands for parameters whose names are unknown."""


def parameters_of(values: Hash, source: Source | None, place: Place | None) -> list[Parameter]:
    """The parameters that a Hash sets, as in `* => $values`."""
    return [Parameter(UNKNOWN_NAMES if isinstance(name, Unknown) else str(name), value, source, place) for name, value in values.items()]
