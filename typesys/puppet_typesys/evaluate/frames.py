"""Frames: the layers of variables of a scope, with what conditions say of them and have set."""

from __future__ import annotations

from collections.abc import Mapping

from puppet_grammar.named import NamedTuple
from puppet_typesys.evaluate.parameter import Parameter
from puppet_typesys.evaluate.restored import Restored
from puppet_typesys.types.model import Type
from puppet_typesys.values.regexp import Match

Path = tuple[object, ...]
"""What a condition can be about: the name of a variable and the keys of an access to its value, `("facts", "os", "family")`."""


class Said(NamedTuple):
    """What a condition says, in addition to what is known of paths anyway."""

    known: Mapping[Path, Type]
    excluded: Mapping[Path, tuple[Type, ...]]
    """The options, as of a `case`, that the value at a path does not match."""
    ways: tuple[tuple[Said, ...], ...]
    """Groups of conditions; one of each group holds."""

    def paths(self) -> frozenset[Path]:
        """The paths that it is about."""
        return frozenset((*self.known, *self.excluded)).union(*(each.paths() for group in self.ways for each in group))


Way = tuple[Said, Mapping[str, object]]
"""What the condition of a branch says, and the variables that it sets."""


class Choice(NamedTuple):
    """A conditional expression that has set variables."""

    branches: tuple[Way, ...]
    names: frozenset[str]
    paths: frozenset[Path]
    """The paths that the conditions are about."""


class Frame:
    """A layer of variables; `match` provides `$0`, `$1` and so on.

    A layer that is not local may hide variables by what a condition says of them.
    """

    __slots__ = ("choices", "has_unknown_match", "is_local", "match", "narrows", "parent", "paths", "pending", "read_only", "variables")

    def __init__(
        self,
        parent: Frame | None,
        variables: dict[str, object] | None = None,
        match: Match | None = None,
        *,
        pending: frozenset[str] = frozenset(),
        has_unknown_match: bool = False,
    ) -> None:
        self.parent = parent
        self.variables: dict[str, object] = {} if variables is None else variables
        self.is_local = variables is not None
        self.paths: dict[Path, object] | None = None
        """What conditions say of the elements of variables, and of qualified variables."""
        self.narrows: bool = parent is not None and parent.narrows
        """Whether this or an outer layer has `paths`."""
        self.choices: list[Choice] | None = None
        """The conditional expressions that have set variables of this layer."""
        self.match = match
        self.has_unknown_match = has_unknown_match
        """Whether a regular expression may have matched an unknown value."""
        self.pending = pending
        """The parameters that may have no value yet."""
        self.read_only = False

    def begin_with(self, variables: dict[str, object]) -> None:
        """Enter variables into this table from now on, before there are any."""
        self.variables = variables

    @property
    def is_match_only(self) -> bool:
        """Whether it holds nothing but a match."""
        has_match = self.has_unknown_match or self.match is not None
        return has_match and not (self.is_local or self.variables or self.pending or self.paths or self.choices)

    def note_choice(self, choice: Choice) -> None:
        """Remember a conditional expression that has set variables of this layer, unless there are too many."""
        if self.choices is None:
            self.choices = []
        if len(self.choices) < MAX_CHOICES:
            self.choices.append(choice)

    def expect_match(self) -> None:
        """Note that a regular expression may have matched an unknown value."""
        self.has_unknown_match = True

    def without_assignments(self) -> Restored:
        """Refuse assignments to variables of this layer; return a context manager that ends this."""
        before = Restored(self, "read_only")
        self.read_only = True
        return before


MAX_CHOICES = 60
"""The number of conditional expressions of one body whose conditions are remembered with the variables that they set."""
KEY = "$"
"""What marks an element of a path as the name of a variable whose value is the key: `("h", ("$", "k"))`."""
MISSING = object()


class State(NamedTuple):
    """A copy of what assignments and resource defaults change of a scope."""

    frame: Frame
    """The frame that assignments change."""
    variables: Mapping[str, object]
    defaults: Mapping[str, Mapping[str, Parameter]]
    choices: tuple[Choice, ...]


def names_in(path: Path) -> frozenset[str]:
    """The names of the variables in a path."""
    keys = (each[1] for each in path[1:] if isinstance(each, tuple))
    return frozenset(each for each in (path[0], *keys) if isinstance(each, str))
