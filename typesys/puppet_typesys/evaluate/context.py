"""Context: the shared state of the evaluation of a program.

It owns the variables of the top scope, the catalog, the log, the budget, and the enclosing branches under an unknown condition. A
`Compiler` adds the definitions of the program, and a `Resolver` all other names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

from puppet_grammar import ast
from puppet_typesys.evaluate.budget import Budget
from puppet_typesys.evaluate.catalog import Catalog, Connecting
from puppet_typesys.evaluate.effects import DECLARING_FUNCTIONS
from puppet_typesys.evaluate.errors import EvaluationError
from puppet_typesys.evaluate.frames import MISSING
from puppet_typesys.evaluate.log import Entry, Log
from puppet_typesys.evaluate.observer import Observation
from puppet_typesys.evaluate.reach import Reach
from puppet_typesys.evaluate.resolver import Resolver
from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.evaluate.scope import BUILT_IN, NotEvaluatedYet, NoVariable, Scope
from puppet_typesys.functions.call import World
from puppet_typesys.functions.control_flow import ControlFlow
from puppet_typesys.loader import Definition
from puppet_typesys.types import model
from puppet_typesys.types.block import Block
from puppet_typesys.types.model import Type
from puppet_typesys.types.parse import BUILTIN, builtin_name
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.hash import EMPTY, Hash
from puppet_typesys.values.unknown import Unknown


class ParameterReader(Protocol):
    """The parameters of a resource or class in the catalog."""

    @property
    def possible(self) -> bool:
        """Whether it is declared under an unknown condition."""

    def has(self, name: str) -> bool:
        """Whether the resource type has a parameter."""

    def value(self, name: str) -> object:
        """The value of a parameter; undef if it is not set."""


class NamedFunction(Protocol):
    """A function written in Puppet; see `PuppetFunction`."""

    def call_from(self, arguments: Sequence[object], block: Block | None) -> object:
        """Call the function after checking the arguments."""


class Context:
    """The shared state of the evaluation of a program."""

    def __init__(
        self,
        world: World,
        *,
        facts: Hash | None = None,
        trusted: Hash | None = None,
        server_facts: Hash | None = None,
        node_name: str = "localhost",
        budget: Budget | None = None,
        observation: Observation | None = None,
        resolver: Resolver | None = None,
        marks_all: bool = False,
    ) -> None:
        self.world = world
        self.observation = observation or Observation()
        self.resolver = resolver or Resolver(world)
        self.budget = budget or Budget()
        self.log = Log()
        self.reach = Reach(marks_all=marks_all)
        self.node_name: str | None = node_name
        self.node_classes: Sequence[str] = ()
        """The classes that an external node classifier assigns to the node."""
        self.ruby_variables: dict[tuple[int, str], object] = {}
        """Values of variables that programs in Ruby have assigned, as these see them, by the identity of the scope and the name."""
        self.evaluates_templates = True
        """Whether `epp` evaluates templates; a checker checks each template on its own."""
        self.top = Scope(name="", kind="top")
        self.catalog = Catalog(self)
        self._set_top_variables(facts, trusted, server_facts)

    def _set_top_variables(self, facts: Hash | None, trusted: Hash | None, server_facts: Hash | None) -> None:
        variables = self.top.variables
        variables |= {
            "title": "main",
            "name": "main",
            "module_name": "",
            **{str(name): value for name, value in (server_facts or EMPTY).items()},
        }
        if facts is not None:
            for name, value in facts.items():
                variables[str(name)] = value
        unknown = Unknown(model.Hash(model.STRING, model.ANY))
        variables["facts"] = unknown if facts is None else facts
        variables["trusted"] = unknown if trusted is None else trusted
        variables["server_facts"] = unknown if server_facts is None else server_facts
        variables["environment"] = "production"

    def start_over(self) -> None:
        """Begin an empty catalog with the same definitions, of which nothing is known that is not declared."""
        self.catalog = self.catalog.emptied()

    def begin_log(self, entries: Iterable[Entry] = ()) -> Log:
        """Begin a log for another program, with some entries."""
        self.log = Log(entries)
        return self.log

    @contextmanager
    def apart(self) -> Iterator[Budget]:
        """Return a context manager for code that is not part of the evaluation: what it takes is charged to a budget of its own."""
        before, self.budget = self.budget, Budget()
        try:
            yield self.budget
        finally:
            self.budget = before

    def looked_up(self, definition: ast.Node) -> None:
        """Called when a definition of the program has been looked up."""

    def attempt(self, run: Callable[[], None], about: Resource | Connecting | None = None) -> None:
        """Run a part of the completion of the catalog; an observer may let the rest continue if it fails."""
        try:
            run()
        except (EvaluationError, ArgumentError, ControlFlow) as error:
            if not self.observation.interrupted(error, about):
                raise

    def is_pure(self, function: str) -> bool:
        """Whether a function certainly does not declare or change resources."""
        return function not in DECLARING_FUNCTIONS and self.resolver.builtin_function(function) is not None

    def look_up(self, key: str, options: Hash, scope: Scope) -> object:
        """The value that Hiera finds for a key in a scope: a value, `MISSING`, or an Unknown."""
        return self.world.lookup(key, options)

    def class_parameter(self, name: str, parameter: str, scope: Scope) -> object:
        """The value that a class gets for a parameter that is not passed: a value, `MISSING`, or an Unknown."""
        return self.look_up(f"{name}::{parameter}", EMPTY, scope)

    # ---- types

    def type_of_name(self, name: str) -> Type | None:
        """The type that a name denotes if the language does not define it: an alias, a resource type or a define."""
        raise NotImplementedError

    def function_named(self, name: str) -> NamedFunction | None:
        """Return a function written in Puppet; None without one of that name."""
        raise NotImplementedError

    def type_named(self, name: str) -> Type | None:
        """The type that a name in lower case denotes; None without one."""
        return BUILTIN.get(name) or builtin_name(name) or self.type_of_name(name)

    # ---- calls of functions in Puppet with arguments that are known by their types

    def type_of_call(self, function: NamedFunction, types: tuple[Type, ...] | None) -> Type | None:
        """The type of the values that a function of the program returns; None if its body is to be evaluated in place.

        Without `types`, the arguments are any that it accepts.
        """
        return None

    def type_of_external_call(self, function: Definition, types: tuple[Type, ...] | None) -> Type:
        """The type of the values that a function of another file returns; without `types`, the arguments are any that it accepts."""
        return model.ANY

    # ---- variables

    def qualified_variable(self, name: str) -> object:
        """The value of a qualified variable; raises NoVariable."""
        plain = name.removeprefix("::")
        scope_name, _, leaf = plain.rpartition("::")
        scope = self.top if not scope_name else self.catalog.class_scope(scope_name)
        while scope is not None:
            try:
                value = scope.find_local(leaf)
            except NotEvaluatedYet:
                pending = self.resolver.pending_variable(name)
                if pending is None:
                    raise
                return pending
            if value is not MISSING:
                return value
            scope = scope.inherited
        if not scope_name and leaf in BUILT_IN:
            return None
        raise NoVariable(name)

    def variable(self, name: str, scope: Scope) -> object:
        """The value of a variable by its name, qualified or not; raises NoVariable, or NotEvaluatedYet for a later parameter."""
        return self.qualified_variable(name) if "::" in name else scope.lookup(name)

    def missing_variable(self, name: str, scope: Scope) -> Unknown | None:
        """The value of a variable that is not set in a scope; None if reading it is an error."""
        return self.resolver.missing_variable(name, scope, self.catalog)

    # ---- resources

    def is_declared_class(self, name: str) -> bool:
        """Whether a class is in the catalog."""
        return self.catalog.find("class", name) is not None

    def class_parameters(self, name: str) -> ParameterReader | None:
        """The parameters of a declared class."""
        return self.catalog.find("class", name)

    def resource_parameters(self, type_name: str, title: str) -> ParameterReader | None:
        """The parameters of a declared resource."""
        return self.catalog.find(type_name, title)
