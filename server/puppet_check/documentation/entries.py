"""What is documented of a module: an entry for each definition."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from puppet_check.documentation.docstring import Docstring

Value: TypeAlias = "str | int | list[Value] | dict[str, Value] | None"
"""A value that is written in Ruby as such."""


class Parameterized(NamedTuple):
    """A class, define or plan."""

    kind: str
    """`class`, `define` or `plan`."""
    name: str
    file: str
    """The path in the module."""
    line: int
    docstring: Docstring
    defaults: dict[str, str]
    """The default values of parameters, as they are written."""
    source: str
    inherits: str = ""


class Signature(NamedTuple):
    """One of the signatures of a function, as it would be declared in Puppet."""

    text: str
    docstring: Docstring
    defaults: dict[str, str] = {}  # noqa: RUF012 - never changed
    name: str = ""


class Function(NamedTuple):
    """A function."""

    name: str
    file: str
    line: int
    docstring: Docstring
    api: str
    """`puppet`, `ruby4x` or `ruby3x`."""
    signatures: tuple[Signature, ...]
    defaults: dict[str, str]
    source: str


class DataType(NamedTuple):
    """A type alias, or a data type in Ruby."""

    name: str
    file: str
    line: int
    docstring: Docstring
    alias_of: str | None = None
    """The aliased type; None for a data type in Ruby."""
    defaults: dict[str, str] = {}  # noqa: RUF012 - never changed


class Attribute(NamedTuple):
    """A property, parameter or check of a resource type."""

    kind: str
    """`property`, `parameter` or `check`."""
    name: str
    text: str = ""
    values: tuple[str, ...] = ()
    type: str = ""
    aliases: dict[str, str] = {}  # noqa: RUF012 - never changed
    is_namevar: bool = False
    required_features: str | None = None
    default: Value = None


class Feature(NamedTuple):
    """A feature that providers of a resource type may have."""

    name: str
    text: str


class Provider(NamedTuple):
    """A provider of a resource type."""

    name: str
    type_name: str
    file: str
    line: int
    docstring: Docstring
    confines: dict[str, str]
    features: tuple[str, ...]
    defaults: tuple[tuple[tuple[str, str], ...], ...]
    commands: dict[str, str]


class ResourceType(NamedTuple):
    """A resource type in Ruby."""

    name: str
    file: str
    line: int
    docstring: Docstring
    attributes: tuple[Attribute, ...]
    features: tuple[Feature, ...]
    providers: tuple[Provider, ...] = ()

    def of(self, *kinds: str) -> list[Attribute]:
        """The attributes of some kinds in the order of their names."""
        return sorted((each for each in self.attributes if each.kind in kinds), key=lambda each: each.name)


class Task(NamedTuple):
    """A task."""

    name: str
    file: str
    docstring: Docstring
    source: str
    supports_noop: object
    input_method: object
    line: int = 0


class ModuleDocumentation(NamedTuple):
    """The entries of a module, each kind in the order of names."""

    classes: tuple[Parameterized, ...] = ()
    defines: tuple[Parameterized, ...] = ()
    resource_types: tuple[ResourceType, ...] = ()
    providers: tuple[Provider, ...] = ()
    functions: tuple[Function, ...] = ()
    data_types: tuple[DataType, ...] = ()
    aliases: tuple[DataType, ...] = ()
    tasks: tuple[Task, ...] = ()
    plans: tuple[Parameterized, ...] = ()
    unread: tuple[str, ...] = ()
    """The paths of files whose definitions are missing: manifests with syntax errors, and Ruby that is too deeply nested."""


Entry: TypeAlias = Parameterized | Function | DataType | ResourceType | Provider | Task
