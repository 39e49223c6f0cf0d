"""What a word of a program may be: the closed family that `classify` returns.

A word is what its place says that it is; whether there is such a class or key is for who asks. Spans are without quotes and `$`.
"""

from __future__ import annotations

from dataclasses import dataclass

from puppet_check.semantics.value_paths import Key, ValuePath
from puppet_grammar import ast
from puppet_typesys.builtins.argument_roles import Role

Path = tuple[ast.Node, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a program with a meaning."""

    path: Path
    """The nodes around it, down to the one that it is, or is a part of."""
    start: int
    end: int

    @property
    def node(self) -> ast.Node:
        """The node that it is, or is a part of."""
        return self.path[-1]


@dataclass(frozen=True, slots=True)
class Literal(Part):
    """A number, regular expression or keyword."""


@dataclass(frozen=True, slots=True)
class Named(Part):
    """A part that is a name."""

    name: str
    """As it is written."""


@dataclass(frozen=True, slots=True)
class VariableName(Named):
    """A variable: `$m::port`, `getvar('m::port')`, `defined('$m::port')`."""


@dataclass(frozen=True, slots=True)
class ParameterName(Named):
    """The name of a parameter where it is declared."""


@dataclass(frozen=True, slots=True)
class DefinitionName(Named):
    """The name of a definition where it is defined."""


@dataclass(frozen=True, slots=True)
class ClassName(Named):
    """A class."""


@dataclass(frozen=True, slots=True)
class ResourceTypeName(Named):
    """A resource type: one of Puppet, a define, or one in Ruby."""


@dataclass(frozen=True, slots=True)
class TypeName(Named):
    """A capitalised name: a data type, or a resource type in a reference."""


@dataclass(frozen=True, slots=True)
class FunctionName(Named):
    """A function that is called, or named by an argument."""


@dataclass(frozen=True, slots=True)
class AnyName(Named):
    """A name that `defined` takes: that of a class, type or function."""


@dataclass(frozen=True, slots=True)
class TaskName(Named):
    """A task that a plan runs."""


@dataclass(frozen=True, slots=True)
class PlanName(Named):
    """A plan that a plan runs."""


@dataclass(frozen=True, slots=True)
class Argument(Named):
    """A parameter that is given to a task, plan or template."""

    kind: str
    """What takes it: `task`, `plan` or `template`."""
    owner: str


@dataclass(frozen=True, slots=True)
class AttributeName(Named):
    """An attribute of a resource, or a parameter of a class or define."""

    owner: str
    """The resource type, or `class <name>`."""


@dataclass(frozen=True, slots=True)
class AttributeValue(Named):
    """The value of an attribute."""

    owner: str
    attribute: str


@dataclass(frozen=True, slots=True)
class Title(Named):
    """The title of a resource."""

    type: str
    """The resource type in lower case; empty if it is computed."""
    is_declared: bool
    """Whether the resource is declared here, as opposed to a reference."""


@dataclass(frozen=True, slots=True)
class NodeData(Part):
    """A key of a path into the data of a node, such as a fact or a part of one."""

    read: ValuePath
    """The path up to the key."""


@dataclass(frozen=True, slots=True)
class ValueKey(Part):
    """A key of a path into the value of any other variable, as functions such as `get` take it."""

    read: ValuePath


@dataclass(frozen=True, slots=True)
class HashKey(Named):
    """A key of a hash or Struct, in an access or an entry."""


@dataclass(frozen=True, slots=True)
class HieraKey(Part):
    """A Hiera key, or a key inside of its value: `lookup('key.inner')`."""

    keys: tuple[Key, ...]
    """The Hiera key, and the keys inside of its value up to this one."""


@dataclass(frozen=True, slots=True)
class TemplateName(Named):
    """A template of a module."""


@dataclass(frozen=True, slots=True)
class FileName(Named):
    """A file of a module, without `puppet:///modules/`."""


@dataclass(frozen=True, slots=True)
class OtherArgument(Named):
    """An argument that names nothing of a project."""

    function: str
    role: Role | None


Word = (
    Literal
    | VariableName
    | ParameterName
    | DefinitionName
    | ClassName
    | ResourceTypeName
    | TypeName
    | FunctionName
    | AnyName
    | TaskName
    | PlanName
    | Argument
    | AttributeName
    | AttributeValue
    | Title
    | NodeData
    | ValueKey
    | HashKey
    | HieraKey
    | TemplateName
    | FileName
    | OtherArgument
)
