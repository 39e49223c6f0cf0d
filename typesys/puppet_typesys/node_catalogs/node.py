"""NodeCompiler: the catalog of one node, evaluated with known values as far as they are known.

It differs from a check in that nothing is evaluated which is not certainly part of the node's catalog or under an unknown condition, and
that an error ends it, as in the reference. What is not known is marked: unknown values, possible resources, and a partial catalog.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import inf

from puppet_grammar.text import Text
from puppet_typesys.bridges.ruby_code import ruby_member, template_functions
from puppet_typesys.builtins.resource_types import NativeType
from puppet_typesys.evaluate.budget import Budget
from puppet_typesys.evaluate.compiler import Compiler
from puppet_typesys.evaluate.completion import complete
from puppet_typesys.evaluate.context import Data, Parts
from puppet_typesys.evaluate.effects import has_effects
from puppet_typesys.evaluate.errors import EvaluationError
from puppet_typesys.evaluate.exports import ANY_EXPORTS, Exports
from puppet_typesys.evaluate.families import load
from puppet_typesys.evaluate.given import Given, Reads
from puppet_typesys.evaluate.observer import Stepper
from puppet_typesys.evaluate.reach import Reach
from puppet_typesys.evaluate.resolver import Classes, Resolver
from puppet_typesys.evaluate.scope import Scope
from puppet_typesys.functions.call import Call, World
from puppet_typesys.functions.registry import BuiltinFunction
from puppet_typesys.loader import CLASS, DEFINE, FACT, TYPE, TypedName
from puppet_typesys.node_catalogs.backend_context import context_member
from puppet_typesys.node_catalogs.causes import Causes
from puppet_typesys.node_catalogs.functions import NodeDefinitions
from puppet_typesys.node_catalogs.inclusions import Inclusions
from puppet_typesys.node_catalogs.library import Library, Source
from puppet_typesys.node_catalogs.node_data import NodeData
from puppet_typesys.node_catalogs.observation import NodeObservation
from puppet_typesys.node_catalogs.settings import settings_scope
from puppet_typesys.types import model
from puppet_typesys.types.lookup_context import LookupContext
from puppet_typesys.types.objects import Instance, Member
from puppet_typesys.values.hash import EMPTY, Hash
from puppet_typesys.values.unknown import Unknown

STEPS = 20_000_000
"""The maximum number of expressions that are evaluated for a catalog."""
Observe = Callable[[Causes, Inclusions, Reach, Stepper | None], NodeObservation]
VERSION = "8.10.0"
"""The version of the reference."""


@dataclass(frozen=True)
class Node:
    """A node: what the server knows of it when it compiles its catalog."""

    name: str
    facts: Hash | None = None
    """None if they are unknown."""
    trusted: Hash = EMPTY
    """What is known of its certificate besides its name."""
    environment: str = "production"
    settings: Hash = EMPTY
    """Settings of the server that differ from Puppet's defaults."""
    classes: Sequence[str] = field(default=())
    """The classes that it gets in addition to those of the main manifest."""
    declared: Sequence[tuple[str, Hash]] = ()
    """The classes that a node classifier gives it, with their parameters."""
    variables: Hash = EMPTY
    """The variables of the top scope that a node classifier sets."""
    exports: Exports = ANY_EXPORTS
    """What other nodes export, which counts if the server stores exported resources (the setting `storeconfigs`)."""
    reads: Reads | None = None
    """What notes which parts of this a compilation reads, if that is wanted."""
    is_open: bool = False
    """Whether a server may know more of it: the variables of a node classifier, the extensions of its certificate, its environment."""
    evaluates_templates: bool = True
    """Whether the texts are made that templates in files give; otherwise they are unknown."""

    @property
    def all_trusted(self) -> Hash:
        """The value of `$trusted`."""
        return _trusted(self.name, self.trusted, self.is_open)

    @property
    def server_facts(self) -> Hash:
        """The value of `$server_facts`."""
        text = Unknown(model.STRING)
        known = Hash((("serverversion", VERSION), ("servername", text), ("serverip", text)))
        given = [(name, self.settings[name]) for name in SERVER_FACTS if name in self.settings]
        return known.merged(Hash([*given, ("environment", self.environment_name)]))

    @property
    def refusal(self) -> str | None:
        """Why the server compiles nothing for the node: a fact, or a variable of a classifier, has a name that no variable can have."""
        names = (*self.variables.keys(), *(self.facts or EMPTY).keys())
        return next((text for text in map(_refusal, map(str, names)) if text is not None), None)

    @property
    def given(self) -> Given:
        """What an evaluation is given of the node."""
        exports = self.exports if self.settings.get("storeconfigs") is True else None
        return Given(
            self.name,
            self.facts,
            self.all_trusted,
            self.server_facts,
            self.environment_name,
            self.classes,
            exports,
            self.declared,
            self.variables,
            self.evaluates_templates,
            reads=self.reads,
        )

    @property
    def environment_name(self) -> object:
        """The value of `$environment`."""
        return Unknown(model.STRING) if self.is_open else self.environment


SERVER_FACTS = ("serverversion", "servername", "serverip", "serverip6")


TAKEN = frozenset(("title", "name", "module_name"))
"""The variables of the top scope that are set before those of the node."""
RESERVED = frozenset(("facts", "server_facts"))


def _refusal(name: str) -> str | None:
    """The reference's reason for refusing a variable of the top scope of this name."""
    if name in TAKEN:
        return f"Cannot reassign variable '${name}'"
    if name in RESERVED:
        return f"Attempt to assign to a reserved variable name: '{name}'"
    return f"Cannot assign to a numeric match result variable '${name}'" if name.isascii() and name.isdigit() else None


@lru_cache(64)
def _trusted(name: str, given: Hash, is_open: bool) -> Hash:
    """The value of `$trusted`; the same object for the same node, as what its values lead to is kept by them."""
    host, _, domain = name.partition(".")
    default = Hash(
        (
            ("authenticated", "remote"),
            ("certname", name),
            ("extensions", Unknown(model.ANY) if is_open else EMPTY),
            ("hostname", host),
            ("domain", domain or None),
            ("external", Unknown(model.ANY) if is_open else EMPTY),
        )
    )
    return default.merged(given)


class NodeCompiler(Compiler):
    """Evaluates the main manifest and the classes of a node."""

    def __init__(
        self,
        world: World,
        library: Library,
        node: Node,
        stepper: Stepper | None = None,
        *,
        data: Callable[[Data], Data] | None = None,
        steps: int = STEPS,
        observe: Observe = NodeObservation,
    ) -> None:
        """`data` makes what is used of the data that a node gets, `observe` what observes the evaluation."""
        load()
        self.sources: dict[str, Source] = {}
        """The files that were evaluated, by their paths."""
        self.causes = Causes()
        """Why values are unknown."""
        self.inclusions = Inclusions()
        """Where classes are included."""
        self.library = library
        reach, own = Reach(marks_all=True), NodeData(library, self.causes)
        resolver = NodeResolver(world, library, self, node)
        observation = observe(self.causes, self.inclusions, reach, stepper)
        used = own if data is None else data(own)
        super().__init__(Parts(world, node.given, used, resolver, observation, Budget(steps, seconds=inf), reach))
        self.resolver: NodeResolver = resolver
        self.observation: NodeObservation = observation
        self.top.variables["module_name"] = ""
        self.catalog.class_scopes["settings"] = settings_scope(self.top, node.settings, node.environment_name, library.target)

    def add(self, source: Source) -> None:
        """Add the definitions of a file."""
        self.sources[source.path] = source
        for error in source.errors:
            raise error.raised_in(source.text)
        self.define(self.evaluator(source.text, source.module_name), source.program)

    def release(self) -> None:
        """Let go of the catalog, which nothing refers to any more: most of it is freed at once, not by a search for garbage."""
        self.catalog.release()
        self.__dict__.clear()

    def source_of(self, text: Text | None) -> Source | None:
        """The file that has a text."""
        return next((each for each in self.sources.values() if each.text is text), None)

    def run(self, sources: Sequence[Source]) -> None:
        """Evaluate the files of the main manifest in order, and complete the catalog. Raises EvaluationError."""
        if (refusal := self.resolver.node.refusal) is not None:
            raise EvaluationError(refusal)
        for each in sources:
            self.add(each)
        with self.budget.metered():
            for each in sources:
                self._evaluate_main(each)
            complete(self)

    def _evaluate_main(self, source: Source) -> None:
        ev = self.evaluator(source.text, source.module_name)
        ev.evaluate(source.program.body, self.top)

    def computing(self, function: str) -> frozenset[str] | None:
        found = None if self.resolver.builtin_function(function) is not None else self.resolver.definitions.computing(function)
        if found is None or any(self._is_replaced(each) for each in found):
            return None
        return found

    def _is_replaced(self, function: str) -> bool:
        """Whether Puppet code or the language defines what Ruby calls by a name."""
        return self.function_named(function) is not None or self.resolver.builtin_function(function) is not None

    def is_pure(self, function: str) -> bool:
        if super().is_pure(function):
            return True
        own = self.function_named(function)
        if own is not None:
            return own.body is None or not has_effects(own.body, super().is_pure)
        return self.resolver.definitions.is_pure(function)


class NodeResolver(Resolver):
    """Resolves names of a project; those of modules that are not installed are unknown."""

    def __init__(self, world: World, library: Library, compiler: NodeCompiler, node: Node) -> None:
        self.definitions = NodeDefinitions(library, compiler, compiler.causes)
        super().__init__(world, self.definitions, library.target.with_settings(node.settings))
        self._templates = template_functions(self.definitions.code)
        self.library = library
        self.node = node

    def builtin_function(self, name: str) -> BuiltinFunction | None:
        return self._templates.get(name) or super().builtin_function(name)

    def call_member(self, call: Call, receiver: Instance, member: Member, arguments: tuple[object, ...]) -> object:
        if isinstance(receiver, LookupContext):
            return context_member(call, receiver, member.name, arguments)
        found = self.library.loaded.data_type(member.container.name)
        if found is None:
            return super().call_member(call, receiver, member, arguments)
        return ruby_member(call, receiver, member, arguments, found, self.definitions.code)

    def unknown_type(self, name: str) -> Unknown | None:
        return Unknown(model.TypeType()) if self._is_absent(TypedName(TYPE, name.removeprefix("::").lower())) else None

    def is_class_unknown(self, name: str) -> bool:
        return self._is_absent(TypedName(CLASS, name.removeprefix("::")))

    def is_type_unknown(self, name: str) -> bool:
        plain = name.removeprefix("::").lower()
        if plain != name.lower() and (self.native_type(plain) or isinstance(self.definitions.resource_type(plain), NativeType)):
            return False
        return self._is_absent(TypedName(DEFINE, plain))

    def _is_absent(self, name: TypedName) -> bool:
        is_absent = self.library.is_absent(name)
        if is_absent:
            module, colons, _ = name.name.partition("::")
            self.definitions.causes.add("module" if colons or name.kind == CLASS else "type", module)
        return is_absent

    def missing_variable(self, name: str, scope: Scope, classes: Classes) -> Unknown | None:
        plain = name.removeprefix("::")
        qualifier, _, _ = plain.rpartition("::")
        if qualifier:
            # What is unknown may have declared the class.
            return Unknown(model.ANY) if self.library.is_absent(TypedName(CLASS, qualifier)) or classes.may_have_more("class") else None
        if self.node.is_open:
            return Unknown(model.ANY)
        if self.node.facts is not None:
            return None
        return Unknown(model.ANY) if self._is_fact(plain) else None

    def _is_fact(self, name: str) -> bool:
        from puppet_typesys.builtins.facts import fact  # only needed when facts are not given

        return fact(name) is not None or self.library.loaded.load(TypedName(FACT, name)) is not None
