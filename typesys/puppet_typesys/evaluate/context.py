"""Context: the shared state of the evaluation of a program.

It is composed of `Parts`, each with its own state: what is given of the node, where data and names come from, who observes, the budget, and
how far the code is reached. It makes the top scope, the catalog and the log. A `Compiler` adds the definitions of the program.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

from puppet_grammar import ast
from puppet_grammar.named import NamedTuple
from puppet_grammar.text import Text
from puppet_typesys.evaluate.budget import Budget
from puppet_typesys.evaluate.catalog import Catalog, Connecting
from puppet_typesys.evaluate.definitions import Evaluates
from puppet_typesys.evaluate.effects import DECLARING_FUNCTIONS
from puppet_typesys.evaluate.errors import EvaluationError
from puppet_typesys.evaluate.frames import MISSING
from puppet_typesys.evaluate.given import ANYTHING, Given
from puppet_typesys.evaluate.log import Entry, Log
from puppet_typesys.evaluate.observer import Observation
from puppet_typesys.evaluate.reach import Reach
from puppet_typesys.evaluate.resolver import Resolver
from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.evaluate.restored import Restored
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


class Data(Protocol):
    """Where an evaluation gets data."""

    def look_up(self, context: Context, key: str, options: Hash, scope: Scope) -> object:
        """The value that Hiera finds for a key in a scope: a value, `MISSING`, or an Unknown."""

    def class_parameter(self, context: Context, name: str, parameter: str, scope: Scope) -> object:
        """The value that a class gets for a parameter that is not passed: a value, `MISSING`, or an Unknown."""


class Repeats(Protocol):
    """What evaluates bodies of defines for several catalogs; see `RepeatedBodies`."""

    def type_of(self, node: ast.Expression, evaluate: Callable[[ast.Expression], object]) -> object:
        """The value of an expression in the top scope, such as the type of a parameter."""

    def evaluate(
        self, context: Context, resource: Resource, scope: Scope, bind: Callable[[Evaluates], None], run: Callable[[Evaluates], None]
    ) -> bool:
        """Evaluate a define; return whether that is done. `bind` sets its parameters, and `run` evaluates its body with an evaluator."""

    def template(
        self, context: Context, caller: Evaluates, text: Text, given: object, scope: Scope, render: Callable[[Evaluates], object]
    ) -> object:
        """What a template makes of its parameters in a scope; `render` evaluates it with an evaluator."""


class Statements(Protocol):
    """What evaluates statements of classes and defines for several catalogs; see `Repetition`."""

    def evaluate(self, ev: Evaluates, body: ast.Expression | None, scope: Scope) -> None:
        """Evaluate the body of a class or define."""

    def bind(self, ev: Evaluates, resource: Resource, scope: Scope, bind: Callable[[Evaluates], dict[str, object]]) -> dict[str, object]:
        """The values of the parameters of a class, which `bind` looks up and evaluates with an evaluator."""


class Follower(Protocol):
    """Is told what data reads of the scope that it is looked up in."""

    def note_variable(self, name: str, scope: Scope) -> None:
        """Note that a variable is read."""

    def spoil(self) -> None:
        """Note that anything may be read."""


class WorldData:
    """The data of the world, which is the same in all scopes."""

    def look_up(self, context: Context, key: str, options: Hash, scope: Scope) -> object:
        return context.world.lookup(key, options)

    def class_parameter(self, context: Context, name: str, parameter: str, scope: Scope) -> object:
        return context.world.lookup(f"{name}::{parameter}", EMPTY)


class Parts(NamedTuple):
    """What an evaluation is composed of: each part has its own state, or none."""

    world: World
    given: Given = ANYTHING
    data: Data = WorldData()
    resolver: Resolver | None = None
    """None if only built-in names are known."""
    observation: Observation | None = None
    budget: Budget | None = None
    reach: Reach | None = None


class Context:
    """The shared state of the evaluation of a program."""

    def __init__(self, parts: Parts) -> None:
        self.world = parts.world
        self.given = parts.given
        self.data = parts.data
        self.observation = parts.observation or Observation()
        self.resolver = parts.resolver or Resolver(parts.world)
        self.budget = parts.budget or Budget()
        self.reach = parts.reach or Reach()
        self.log = Log()
        self.top = Scope(name="", kind="top")
        self.top.begin_with(self.given.variables())
        self.catalog = Catalog(self)
        self.repeats: Repeats | None = None
        """What evaluates bodies of defines that other catalogs have as well; None without one."""

        self.statements: Statements | None = None
        """What evaluates statements that other catalogs have as well; None without one."""
        self.follower: Follower | None = None
        """What is told what data reads."""

    def start_over(self) -> None:
        """Begin an empty catalog with the same definitions, of which nothing is known that is not declared."""
        self.catalog = self.catalog.emptied()

    def repeat_by(self, repeats: Repeats) -> None:
        """Let bodies of defines be evaluated for several catalogs."""
        self.repeats = repeats

    def repeat_statements_by(self, statements: Statements) -> None:
        """Let statements of classes and defines be evaluated for several catalogs."""
        self.statements = statements

    def followed_by(self, follower: Follower) -> Restored:
        """Tell a follower what data reads; return a context manager that ends this."""
        before = Restored(self, "follower")
        self.follower = follower
        return before

    def computing(self, function: str) -> frozenset[str] | None:
        """The functions that compute what one of a module returns, if that depends on its arguments alone; None if it may not."""
        return None

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

    def note_call(self, function: NamedFunction) -> None:
        """Called when a function of the program is called."""

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
        return self.data.look_up(self, key, options, scope)

    def class_parameter(self, name: str, parameter: str, scope: Scope) -> object:
        """The value that a class gets for a parameter that is not passed: a value, `MISSING`, or an Unknown."""
        return self.data.class_parameter(self, name, parameter, scope)

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
