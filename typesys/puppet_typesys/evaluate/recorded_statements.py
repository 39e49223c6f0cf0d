"""What is recorded of a statement: what it reads, and what it does to the catalog and the variables of its scope."""

from __future__ import annotations

from typing import NamedTuple

from puppet_grammar import ast
from puppet_typesys.evaluate.importing import Query
from puppet_typesys.evaluate.log import Entry
from puppet_typesys.evaluate.parameter import Parameter
from puppet_typesys.evaluate.recorded import Override
from puppet_typesys.evaluate.resource_expressions import Declared


class Read(NamedTuple):
    """Something that a statement reads."""

    kind: str
    """`node`, `local`, `variable`, `defined`, or `given`."""
    about: object
    """A question about the node, the name of a variable, or the arguments of `defined`."""
    node: ast.Expression | None = None

    @property
    def name(self) -> str:
        """The name of a variable."""
        assert isinstance(self.about, str)
        return self.about


class Assigned(NamedTuple):
    """A variable that is set."""

    node: ast.AssignmentExpression
    name: str
    value: object


class Called(NamedTuple):
    """A call of a function that changes the catalog."""

    node: ast.CallNamedFunctionExpression
    function: str
    arguments: tuple[object, ...]


class Collected(NamedTuple):
    """A collector, with the values of its query and its attributes."""

    node: ast.CollectExpression
    query: Query | None
    parameters: list[Parameter]


class Logged(NamedTuple):
    """Messages for debugging of the call of a template."""

    node: ast.CallNamedFunctionExpression
    entries: list[Entry]


class Related(NamedTuple):
    """A relationship expression, with its operands."""

    node: ast.RelationshipExpression
    left: tuple[object, ...]
    right: tuple[object, ...]
    has_collectors: bool


class Numbered(NamedTuple):
    """Stands for a collector that the same statement has made."""

    number: int


Effect = Assigned | Declared | Override | Related | Called | Collected | Logged
