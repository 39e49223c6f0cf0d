"""Definitions of files as plain data, and Loader, the only interface through which a file depends on other files.

Types and defaults are stored as text in Puppet's own language, so that definitions can be saved, compared and read by people. Offsets are
byte offsets in the file of the definition.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from puppet_grammar.named import NamedTuple
from puppet_typesys.spelling import is_typo
from puppet_typesys.values.condition import Condition

CLASS, DEFINE, FUNCTION, TYPE, RESOURCE_TYPE, FACT, PLAN, TASK, NODE, TOP_VARIABLE, NODE_VARIABLE, DEFAULT = (
    "class",
    "define",
    "function",
    "type",
    "resource_type",
    "fact",
    "plan",
    "task",
    "node",
    "top_variable",
    "node_variable",
    "default",
)
KINDS = (CLASS, DEFINE, FUNCTION, TYPE, RESOURCE_TYPE, FACT, PLAN, TASK, NODE, TOP_VARIABLE, NODE_VARIABLE, DEFAULT)
"""A `default` is an attribute that resource defaults set, with the name `type.attribute`; see `default_name` for looking one up."""
ABSENCE = "absence"
"""The kind of the names that `absence` makes."""


class TypedName(NamedTuple):
    """The kind of a definition, and its name in lower case without a leading `::`."""

    kind: str
    name: str


def absence(name: TypedName) -> TypedName:
    """The name under which it is noted that a check asked whether a definition that was not found may exist elsewhere."""
    return TypedName(ABSENCE, f"{name.kind} {name.name}")


def default_name(type: str, attribute: str, module: str) -> TypedName:
    """The name by which to look up the resource defaults for an attribute that may apply in a module."""
    return TypedName(DEFAULT, f"{type.lower()}.{attribute} {module}")


class Place(NamedTuple):
    """The location of a definition: the file, and the span of the name in it."""

    path: str
    start: int
    end: int


class Forwarded(NamedTuple):
    """Where the value of a parameter is passed on to: an attribute of a class or define, or an argument of a function."""

    kind: str
    name: str
    part: str
    """The name of the attribute, or the index of the argument from 0."""
    when: tuple[Condition, ...] = ()
    """The conditions on other parameters, or itself, on which it is; as in `values/condition.py`."""


class Parameter(NamedTuple):
    """A parameter of a class, define, plan, task or function written in Puppet."""

    name: str
    type: str | None = None
    """The text of its type; None accepts any value."""
    default: str | None = None
    """The text of its default, empty if it is not written in Puppet; None if the parameter is required."""
    captures_rest: bool = False
    doc: str = ""
    start: int = 0
    end: int = 0
    forwarded: tuple[Forwarded, ...] = ()
    """Where its value is passed on to; recorded for parameters without a type of classes and defines."""
    deprecated: str | None = None
    """What its documentation says after the word deprecated; None if it is not."""

    @property
    def is_required(self) -> bool:
        """Whether a value must be passed."""
        return self.default is None and not self.captures_rest


class Attribute(NamedTuple):
    """An attribute of a resource type."""

    name: str
    kind: str = "param"
    """`param` or `property`."""
    values: tuple[str, ...] | None = None
    """The values that it accepts, if `values` and `patterns` are complete; otherwise None."""
    patterns: tuple[str, ...] = ()
    """Regular expressions in Ruby's syntax for further accepted values."""
    type: str | None = None
    """The text of its data type, for resource types of the Resource API."""
    namevar: bool = False
    required: bool = False
    boolean: bool = False
    """Whether it also accepts true, false, yes and no in any case."""
    has_default: bool = False
    """Whether it gets a value if it is not set."""
    read_only: bool = False
    """Whether it cannot be set."""
    guards: tuple[str, ...] = ()
    """The texts of the blocks in Ruby that get its value, one after the other, and may refuse it: those of `validate` and `munge`."""
    unjudged: str = ""
    """The code in Ruby, as a parent class or in words, that may refuse values and is neither in `values` and `patterns` nor in `guards`."""
    doc: str = ""
    start: int = 0


class Signature(NamedTuple):
    """One signature of a function."""

    parameters: tuple[Parameter, ...] = ()
    """The parameters without the block, with their types as text."""
    block: str | None = None
    """The text of the block's type; None if no block is accepted."""
    block_optional: bool = False
    returns: str | None = None
    at_least_once: bool = False
    """Whether a last parameter that captures the rest needs at least one value."""
    is_inferred: bool = False
    """Whether `returns` is not declared, but follows from the code of the function."""


class Definition(NamedTuple):
    """A definition in a file. Which fields are used depends on the kind."""

    kind: str
    name: str
    """The name as written; `TypedName` has it in lower case."""
    place: Place
    parameters: tuple[Parameter, ...] = ()
    """The parameters of a class, define, plan, task or function written in Puppet."""
    parent: str | None = None
    """The name of the class that a class inherits from."""
    variables: tuple[str, ...] = ()
    """The variables that the body of a class assigns, without its parameters."""
    variable_types: tuple[tuple[str, str], ...] = ()
    """The names and types, as text, of those that are only assigned literals."""
    forgotten_variables: tuple[str, ...] = ()
    """Those that all but one of several alternative branches assign."""
    has_open_variables: bool = False
    """Whether a class may set variables that its text does not show."""
    signatures: tuple[Signature, ...] = ()
    """The signatures of a function."""
    returns: str | None = None
    """The text of the declared return type of a function written in Puppet."""
    attributes: tuple[Attribute, ...] = ()
    """The attributes of a resource type."""
    features: tuple[str, ...] = ()
    providers: tuple[str, ...] = ()
    title_patterns: tuple[tuple[str, tuple[str, ...]], ...] = ()
    requires: tuple[tuple[str, ...], ...] = ()
    """Groups of attributes of which a resource must set at least one."""
    isomorphic: bool = True
    is_open: bool = False
    """Whether the lists may be incomplete, because of computed names, mixins, or code that is not understood."""
    text: str | None = None
    """The text of the type of a type alias or fact."""
    doc: str = ""
    deprecated: str | None = None
    arity: int | None = None
    """The number of arguments of a function of the legacy Ruby API; `-n` means at least n-1."""
    most: int | None = None
    """The maximum number of arguments of such a function; None if unlimited."""
    is_statement: bool = False
    """Whether such a function has no value."""
    is_private: bool = False
    forwards: str | None = None
    """The function that a function calls with exactly its own arguments."""
    guards: str | None = None
    """The text of a define with the same parameters, whose body has the statements that refuse some of their values."""
    templates: tuple[tuple[str, tuple[tuple[object, ...], ...]], ...] = ()
    """The names of the ERB templates that a class or define fills in, and the conditions on its parameters on which it does."""
    grows: bool = False
    """Whether another accepted release of its module may have more parameters, so that only misspelled ones are wrong."""
    source: str = ""
    """A hash of the text of the Ruby file of a function, on which its results depend."""
    code: str | None = None
    """The text of a function written in Puppet, from which the types of its results follow."""
    interface: str = ""
    """What the interface is called that it comes from; empty if it comes from a file."""

    @property
    def typed_name(self) -> TypedName:
        """The kind and name under which it is looked up."""
        return TypedName(self.kind, self.name.lower().removeprefix("::"))

    def parameter(self, name: str) -> Parameter | None:
        """A parameter by its name."""
        return next((each for each in self.parameters if each.name == name), None)

    def lacks(self, name: str) -> bool:
        """Whether it certainly has no parameter or attribute of a name."""
        if self.is_open or self.parameter(name) is not None or self.attribute(name) is not None:
            return False
        return not self.grows or is_typo(name, [*(each.name for each in self.parameters), *(each.name for each in self.attributes)])

    def attribute(self, name: str) -> Attribute | None:
        """An attribute by its name."""
        return next((each for each in self.attributes if each.name == name), None)


class Loader(Protocol):
    """A source of definitions: built-in data, the index of a workspace, or recorded answers."""

    def load(self, name: TypedName) -> Definition | None:
        """The definition of a name; None without one."""

    def load_all(self, name: TypedName) -> Sequence[Definition]:
        """All definitions of a name, the effective one first."""

    def likely_names(self, kind: str) -> frozenset[str]:
        """Names of a kind to suggest: quick to list, and possibly incomplete; the same object until definitions change."""

    def undeclared_names(self, kind: str) -> frozenset[str]:
        """Other names of a kind that may be meant, of modules that nothing declares; none of them is there."""

    def is_complete(self, name: TypedName) -> bool:
        """Whether a name that is not found certainly does not exist; False if its module is missing."""
