"""What files define, as plain data, and the one door through which a file asks about others: the Loader.

Types and defaults are kept as text in Puppet's own language, so that definitions can be stored, compared and read by people.
Offsets are bytes in the file of the definition.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

CLASS, DEFINE, FUNCTION, TYPE, RESOURCE_TYPE, FACT, PLAN, TASK, NODE = (
    "class",
    "define",
    "function",
    "type",
    "resource_type",
    "fact",
    "plan",
    "task",
    "node",
)
KINDS = (CLASS, DEFINE, FUNCTION, TYPE, RESOURCE_TYPE, FACT, PLAN, TASK, NODE)


class TypedName(NamedTuple):
    """A kind of thing and its name in lower case, without leading `::`."""

    kind: str
    name: str


class Place(NamedTuple):
    """Where something is defined: the file, and the name in it."""

    path: str
    start: int
    end: int


class Forwarded(NamedTuple):
    """Where the value of a parameter goes: to an attribute of a class or define, or to an argument of a function."""

    kind: str
    name: str
    part: str
    """The attribute's name, or the argument's number from 0."""


class Parameter(NamedTuple):
    """A parameter of a class, define, plan, task or function written in Puppet."""

    name: str
    type: str | None = None
    """The text of its type; None accepts anything."""
    default: str | None = None
    """The text of its default, empty when it is not written in Puppet; None: a value has to be given."""
    captures_rest: bool = False
    doc: str = ""
    start: int = 0
    end: int = 0
    forwarded: tuple[Forwarded, ...] = ()
    """Where its values always go, for parameters without a type of classes and defines."""

    @property
    def is_required(self) -> bool:
        """Whether a value has to be given."""
        return self.default is None and not self.captures_rest


class Attribute(NamedTuple):
    """An attribute of a resource type."""

    name: str
    kind: str = "param"
    """`param` or `property`."""
    values: tuple[str, ...] | None = None
    """The values that it takes, when these and `patterns` are all."""
    patterns: tuple[str, ...] = ()
    """Ruby regular expressions, of which a value may match one."""
    type: str | None = None
    """The text of its data type, for types of the Resource API."""
    namevar: bool = False
    required: bool = False
    boolean: bool = False
    """Whether it also takes true, false, yes and no in any spelling."""
    read_only: bool = False
    """Whether it can be read and not set."""
    doc: str = ""
    start: int = 0


class Signature(NamedTuple):
    """One way to call a function."""

    parameters: tuple[Parameter, ...] = ()
    """The last may be `block`'s own; types as texts."""
    block: str | None = None
    """The text of the block's type; None: it takes none."""
    block_optional: bool = False
    returns: str | None = None
    at_least_once: bool = False
    """Whether a last parameter that captures the rest needs one value."""


class Definition(NamedTuple):
    """What one file defines under one name. Which fields say something depends on the kind."""

    kind: str
    name: str
    """As it is written; `TypedName` has it in lower case."""
    place: Place
    parameters: tuple[Parameter, ...] = ()
    """Of classes, defines, plans, tasks and functions written in Puppet."""
    parent: str | None = None
    """The class that a class inherits from."""
    variables: tuple[str, ...] = ()
    """The variables that a class's body assigns, parameters not among them."""
    has_open_variables: bool = False
    """Whether a class may have more variables than can be seen in its text."""
    signatures: tuple[Signature, ...] = ()
    """Of functions."""
    returns: str | None = None
    """The text of the type that a function written in Puppet declares to return."""
    attributes: tuple[Attribute, ...] = ()
    """Of resource types."""
    features: tuple[str, ...] = ()
    providers: tuple[str, ...] = ()
    title_patterns: tuple[tuple[str, tuple[str, ...]], ...] = ()
    isomorphic: bool = True
    is_open: bool = False
    """Known to exist, while nothing may be concluded from what is not listed: computed names, mixins, code that was not understood."""
    text: str | None = None
    """The text of a type alias; of a fact its type."""
    doc: str = ""
    deprecated: str | None = None
    arity: int | None = None
    """Of functions with the old Ruby interface: the number of arguments, `-n` for at least n-1."""
    most: int | None = None
    """Of those: the largest number of arguments; None: any."""
    is_statement: bool = False
    """Of those: whether it has no value."""
    is_private: bool = False
    forwards: str | None = None
    """Of functions: the one that they call with the very arguments that they were given."""

    @property
    def typed_name(self) -> TypedName:
        """What it is found by."""
        return TypedName(self.kind, self.name.lower().removeprefix("::"))

    def parameter(self, name: str) -> Parameter | None:
        """A parameter by its name."""
        return next((each for each in self.parameters if each.name == name), None)

    def attribute(self, name: str) -> Attribute | None:
        """An attribute by its name."""
        return next((each for each in self.attributes if each.name == name), None)


class Loader(Protocol):
    """Who defines what. Built-in data, the workspace's index and recorded answers are Loaders."""

    def load(self, name: TypedName) -> Definition | None:
        """The definition of a name; None if there is none."""

    def load_all(self, name: TypedName) -> Sequence[Definition]:
        """All definitions of a name, the one that counts first."""

    def likely_names(self, kind: str) -> Iterable[str]:
        """Names of a kind that may be suggested: cheap to find, and perhaps not all."""

    def is_complete(self, name: TypedName) -> bool:
        """Whether a name that is not found does not exist. It may exist when its module is not there."""
