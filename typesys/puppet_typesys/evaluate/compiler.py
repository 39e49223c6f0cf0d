"""Compiler: one program with all that its expressions share.

It knows functions, types, classes and defines by name, the variables of the top scope, the catalog, the log, the budget and the world.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

from puppet_grammar import ast
from puppet_grammar.text import Text
from puppet_typesys.builtins.resource_types import NativeType, native_type
from puppet_typesys.evaluate.aliases import define_alias
from puppet_typesys.evaluate.catalog import Catalog, redefined
from puppet_typesys.evaluate.classes import misplaced
from puppet_typesys.evaluate.closures import PuppetFunction
from puppet_typesys.evaluate.completion import complete, fail_on_missing
from puppet_typesys.evaluate.definitions import Definition
from puppet_typesys.evaluate.errors import EvaluationError
from puppet_typesys.evaluate.evaluator import Budget, Evaluator
from puppet_typesys.evaluate.relationships import Relationship
from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.evaluate.scope import BUILT_IN, MISSING, NoVariable, Scope
from puppet_typesys.functions.call import World
from puppet_typesys.functions.jumps import Jump
from puppet_typesys.functions.registry import BuiltinFunction, builtin_function
from puppet_typesys.issues.evaluation.resources import duplicate_definition
from puppet_typesys.types import model
from puppet_typesys.types.data import BUILTIN_ALIASES
from puppet_typesys.types.model import Type
from puppet_typesys.types.parse import BUILTIN, builtin_name
from puppet_typesys.validate.anchor import anchor
from puppet_typesys.values.hash import EMPTY, Hash
from puppet_typesys.values.unknown import Unknown


class ParameterReader(Protocol):
    """The parameters of a resource or class that is in the catalog."""

    possible: bool

    def has(self, name: str) -> bool:
        """Whether the resource's type has such a parameter."""

    def value(self, name: str) -> object:
        """The parameter's value; undef when it has none."""


def _refuse_builtin(name: str) -> None:
    """Refuse an alias with a name that the language has given away."""
    if name in BUILTIN:
        origin = "Originally set by Puppet-Type-System/Static-Loader."
    elif name in BUILTIN_ALIASES or native_type(name) is not None:
        origin = "Set at unknown location"
    else:
        return
    raise EvaluationError(duplicate_definition("type", name, origin))


class Compiler:
    """What the expressions of a program share."""

    def __init__(
        self,
        world: World,
        *,
        facts: Hash | None = None,
        trusted: Hash | None = None,
        server_facts: Hash | None = None,
        node_name: str = "localhost",
        budget: Budget | None = None,
    ) -> None:
        self.world = world
        self.budget = budget or Budget()
        self.log: list[tuple[str, str]] = []
        self.node_name: str | None = node_name
        self.evaluates_templates = True
        """Whether `epp` evaluates what it finds; a checker looks at templates by themselves."""
        self.top = Scope(name="", kind="top")
        self.catalog = Catalog(self)
        self.possible = 0
        self.left: list[Jump] = []
        """The ways in which the block that is being called is perhaps left."""
        self.branch: tuple[int, ...] = ()
        """The branches, of those that are only possibly taken, in which the evaluation is."""
        self._functions: dict[str, PuppetFunction] = {}
        self._aliases: dict[str, tuple[ast.TypeAlias, Text]] = {}
        self._types: dict[str, Type | None] = {}
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

    # ---- what other files define, for those who know other files

    def foreign_class(self, name: str) -> Definition | None:
        """A class of another file."""
        return None

    def foreign_type(self, name: str) -> Definition | NativeType | None:
        """A define or resource type of another file."""
        return None

    def foreign_alias(self, name: str) -> Type | None:
        """A type alias of another file."""
        return None

    def foreign_function(self, name: str) -> BuiltinFunction | None:
        """A function of another file."""
        return None

    def builtin_function(self, name: str) -> BuiltinFunction | None:
        """A function of the language."""
        return builtin_function(name)

    def native_type(self, name: str) -> NativeType | None:
        """A resource type that comes with the language."""
        return native_type(name)

    def missing_variable(self, name: str, scope: Scope) -> Unknown | None:
        """What stands for a variable that has no value here; None when that is an error."""
        return None

    def unknown_type(self, name: str) -> Unknown | None:
        """What stands for a type of a name that nobody defines; None when that is an error."""
        return None

    def attempt(self, run: Callable[[], None], about: Resource | Relationship | None = None) -> None:
        """Do a part of what follows the evaluation; a checker goes on when it fails."""
        run()

    def fail_on_missing(self) -> None:
        """Raise when resources are overridden or realized that are not there."""
        fail_on_missing(self.catalog)

    def evaluator(self, text: Text) -> Evaluator:
        """Who evaluates the expressions of a text."""
        return Evaluator(self, text)

    # ---- programs

    def evaluate(self, program: ast.Program, text: Text) -> object:
        """Add a program's definitions and evaluate its body in the top scope; the value of its last expression."""
        ev = self.evaluator(text)
        self.define(ev, program)
        try:
            value = ev.evaluate(program.body, self.top)
        except Jump as jump:
            raise misplaced(jump, text) from None
        complete(self.catalog)
        return value

    def define(self, ev: Evaluator, program: ast.Program) -> None:
        """Add a program's functions, types, classes, defines and nodes."""
        for definition in program.definitions:
            match definition:
                case ast.FunctionDefinition():
                    if definition.name in self._functions:
                        raise redefined("function", definition.name, ev.text, self._functions[definition.name].node.span.start)
                    self._functions[definition.name] = PuppetFunction(ev, definition, self.top)
                case ast.TypeAlias():
                    name = definition.name.lower()
                    _refuse_builtin(name)
                    if name in self._aliases:
                        first, text = self._aliases[name]
                        raise redefined("type", name, text, anchor(first))
                    self._aliases[name] = (definition, ev.text)
                case ast.HostClassDefinition() | ast.ResourceTypeDefinition() | ast.NodeDefinition():
                    self.catalog.define(ev, definition)

    def function_named(self, name: str) -> PuppetFunction | None:
        """A function written in Puppet."""
        return self._functions.get(name.removeprefix("::"))

    def names(self) -> set[str]:
        """The functions, types, classes and defines of the program."""
        types = {definition.name for definition, _ in self._aliases.values()}
        return {*self._functions, *types, *self.catalog.classes, *self.catalog.defines}

    # ---- types

    def type_named(self, name: str) -> Type | None:
        """The type of a name in lower case; None when there is none."""
        return BUILTIN.get(name) or builtin_name(name) or self.type_of_name(name)

    def type_of_name(self, name: str) -> Type | None:
        """The type of a name that the language does not define: an alias, a resource type or a define."""
        name = name.removeprefix("::")
        if name not in self._types:
            alias = self._aliases.get(name)
            if alias is None:
                self._types[name] = self.catalog.reference_to(name) or self.foreign_alias(name)
            else:
                define_alias(*alias, self._types, self.type_of_name)
        return self._types[name]

    # ---- variables

    def qualified_variable(self, name: str) -> object:
        """The value of a variable with a namespace; raises NoVariable."""
        plain = name.removeprefix("::")
        scope_name, _, leaf = plain.rpartition("::")
        scope = self.top if not scope_name else self.catalog.class_scope(scope_name)
        while scope is not None:
            value = scope.find_local(leaf)
            if value is not MISSING:
                return value
            scope = scope.inherited
        if not scope_name and leaf in BUILT_IN:
            return None
        raise NoVariable(name)

    # ---- what nobody knows

    def is_class_unknown(self, name: str) -> bool:
        """Whether a class that the program does not define may exist."""
        return self.world.module_directory(name.removeprefix("::").partition("::")[0]) is None

    def is_type_unknown(self, name: str) -> bool:
        """Whether a resource type that the program does not define may exist."""
        return self.world.module_directory(name.removeprefix("::").partition("::")[0].lower()) is None

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

    @contextmanager
    def possibly(self) -> Iterator[None]:
        """What is added to the catalog inside is marked as possible."""
        self.possible += 1
        branch = self.branch
        try:
            yield
        finally:
            self.possible -= 1
            self.branch = branch
