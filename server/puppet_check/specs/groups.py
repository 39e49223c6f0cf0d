"""Example groups and examples: what the code of a spec file makes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from puppet_typesys.ruby.objects import AnyProc, Hash, Method, Module, Parameters, Proc, Symbol

BASE = "RSpec::Core::ExampleGroup"
"""The class of which all groups are subclasses, whose methods are in the tables of the interpreter."""
NAME = "RSpec::ExampleGroups"
Place = tuple[str, int]
"""The path of a file, and a line from 1."""


class Shared(NamedTuple):
    """Shared examples, which groups include by their name, or by having metadata."""

    block: Proc
    place: Place
    tags: frozenset[str] = frozenset()
    """The names of metadata of which groups with any include them."""


@dataclass
class Hooks:
    """The blocks that run before, after and around examples, in the order in which they are declared."""

    before: list[AnyProc] = field(default_factory=list)
    after: list[AnyProc] = field(default_factory=list)
    around: list[AnyProc] = field(default_factory=list)
    before_all: list[AnyProc] = field(default_factory=list)


class Group(Module):
    """An example group: the class whose objects run its examples."""

    __slots__ = (
        "children",
        "described",
        "description",
        "examples",
        "failed",
        "hooks",
        "included",
        "number",
        "path",
        "place",
        "shared",
        "tags",
        "variables",
    )

    def __init__(self, above: Module, parent: Module, number: tuple[int, ...], path: str, place: Place) -> None:
        super().__init__(NAME, above, True, parent)
        # What a block assigns to a constant is one of the file, whatever group it is in.
        self.constants = parent.constants
        self.number = number
        """The numbers of the group and those around it, which are its part of the ids of examples."""
        self.path = path
        """The file that ids name: that of the outermost group."""
        self.place = place
        self.described: list[object] = []
        """What it describes: the arguments besides metadata."""
        self.description = ""
        self.tags: dict[str, object] = {}
        """The metadata by name, with those of the groups around it."""
        self.children: list[Group | Example] = []
        self.hooks = Hooks()
        self.shared: dict[str, Shared] = {}
        self.included: list[Shared] = []
        """The shared examples that it includes by its metadata."""
        self.failed: BaseException | None = None
        """Why its body was not run to its end."""
        self.variables: dict[str, object] | None = None
        """The instance variables that `before(:all)` has set, once it has run."""

    @property
    def id(self) -> str:
        """Its id, as RSpec gives it."""
        return f"{self.path}[{':'.join(map(str, self.number))}]"

    @property
    def above(self) -> Group | None:
        """The group around it."""
        found = self.superclass
        while found is not None and not isinstance(found, Group):
            found = found.superclass
        return found

    def lineage(self) -> Iterator[Group]:
        """The group and those around it, from the group outwards."""
        each: Group | None = self
        while each is not None:
            yield each
            each = each.above

    @property
    def outermost(self) -> Group:
        """The group at the top of the file."""
        return [*self.lineage()][-1]

    def includes(self, tags: dict[str, object]) -> Callable[[Shared], bool]:
        """Whether something in the group with metadata includes shared examples by these that no group around it does."""
        known = [shared for each in self.lineage() for shared in each.included]
        return lambda shared: shared not in known and any(tags.get(name) not in (None, False) for name in shared.tags)

    def next_number(self) -> int:
        """The number of the next example or group in it."""
        return len(self.children) + 1

    def label(self, described: list[object], description: str, tags: dict[str, object]) -> None:
        """Note what it describes, and its metadata."""
        self.described, self.description, self.tags = described, description, tags

    def fail(self, reason: BaseException) -> None:
        """Note why its body was not run to its end."""
        self.failed = reason

    def remember(self, variables: dict[str, object]) -> None:
        """Keep the instance variables that `before(:all)` has set."""
        self.variables = variables

    def insert_above(self, module: Module) -> None:
        """Put a module between the group and what it inherits from."""
        self.superclass = module


@dataclass
class Example:
    """An example: a block that runs on an object of its group."""

    group: Group
    number: int
    block: AnyProc | None
    description: str
    tags: dict[str, object]
    place: Place

    @property
    def id(self) -> str:
        """Its id, as RSpec gives it."""
        numbers = ":".join(map(str, (*self.group.number, self.number)))
        return f"{self.group.path}[{numbers}]"

    @property
    def full_description(self) -> str:
        """The descriptions of its groups and its own one."""
        return joined(self.group.description, self.description)


def joined(outer: str, inner: str) -> str:
    """Two descriptions as one."""
    return f"{outer} {inner}" if outer and inner else outer or inner


def let(group: Group, name: str, block: Proc) -> None:
    """Define a method whose value is computed once for each example."""
    definition = Method(name, block.parameters, block.body, group, block)
    memoise(group, name, definition)


def memoise(group: Group, name: str, definition: Method) -> None:
    """Define a method that computes its value once for each example, by another method that `super` looks above of."""

    def value(frame: object) -> object:
        receiver, machine = frame.receiver, frame.machine  # type: ignore[attr-defined]  # a Frame, as for all code
        known: dict[str, object] = receiver.state.setdefault(MEMORY, {})
        if name not in known:
            known[name] = machine.invoke(definition, receiver, [], None)
        return known[name]

    group.methods[name] = Method(name, Parameters().finish(), value, group)


MEMORY = "memoised"
"""Where the values of `let` are among the instance variables, whose names begin with `@`."""


def described_by(arguments: list[object]) -> tuple[list[object], dict[str, object]]:
    """The descriptions among the arguments of a group or example, of which the first one always is such, and its metadata."""
    rest, found = tags_of(arguments[1:])
    return [*arguments[:1], *rest], found


def tags_of(arguments: list[object]) -> tuple[list[object], dict[str, object]]:
    """The rest of some arguments, and the metadata at their end: Symbols, and a Hash."""
    rest, found = list(arguments), {}
    if rest and isinstance(rest[-1], Hash):
        given = rest.pop()
        assert isinstance(given, Hash)
        found = {key.name if isinstance(key, Symbol) else str(getattr(key, "text", key)): value for key, value in given.items()}
    while rest and isinstance(rest[-1], Symbol):
        tag = rest.pop()
        assert isinstance(tag, Symbol)
        found[tag.name] = True
    return rest, found
