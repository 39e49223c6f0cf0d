"""Definitions of other files in the form that the evaluator uses: parameters, without a body."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, cached_property
from typing import TypeVar

from puppet_grammar import ast
from puppet_grammar.lower import lower
from puppet_grammar.named import NamedTuple
from puppet_grammar.parse import parse
from puppet_grammar.text import Text
from puppet_typesys.builtins.allowed import Allowed
from puppet_typesys.builtins.resource_types import NativeType, metaparameters, native_type
from puppet_typesys.evaluate.definitions import DEFINITION, HOSTCLASS
from puppet_typesys.evaluate.definitions import Definition as EvaluatedDefinition
from puppet_typesys.evaluate.scope import Scope
from puppet_typesys.functions.registry import BuiltinFunction, builtin_function
from puppet_typesys.infer.external_functions import argument_type, external_function
from puppet_typesys.infer.external_types import type_from
from puppet_typesys.infer.results import Results
from puppet_typesys.loader import CLASS, DEFINE, FUNCTION, RESOURCE_TYPE, TYPE, Definition, Forwarded, Loader, Place, TypedName, absence
from puppet_typesys.ruby.outcome import Meter
from puppet_typesys.types import model
from puppet_typesys.types.aliases import is_circular, resolve_alias, without_itself
from puppet_typesys.types.infer import infer
from puppet_typesys.types.model import Type
from puppet_typesys.types.narrow import intersection, is_never
from puppet_typesys.types.objects import Object
from puppet_typesys.types.parse import Names
from puppet_typesys.types.show import capitalize_segments
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.unknown import ForgottenInClass, Unknown

T = TypeVar("T")
OF_TITLE = frozenset(("title", "name"))
"""The variables that have the title of a resource."""
MOST_STRUCTS = 32
"""How many Structs of the parameters of one definition are kept."""


class Refusal(NamedTuple):
    """What the guards of a define say of some values."""

    reason: str | None
    """Why they refuse them; None if they accept them."""
    asked: frozenset[TypedName]
    """The names of other definitions that the answer depends on."""


class ExternalDefinition(EvaluatedDefinition):
    """A class or define of another file; of its body only the names of variables are known."""

    def __init__(self, data: Definition, names: Names, wanted: Callable[[Forwarded], Type]) -> None:
        kind = HOSTCLASS if data.kind == "class" else DEFINITION
        super().__init__(kind, data.name.lower(), parent=None if data.parent is None else data.parent.lower().removeprefix("::"))
        self.data = data
        self.names = names
        self.wanted = wanted
        self.refusals: dict[tuple[object, ...], Refusal] = {}
        """What its guards say of some values; the same for all files, as only values that are known or their types count."""
        self._structs: dict[tuple[object, ...], model.Struct] = {}
        """The parameters with the types that some of them are forwarded to, by these and by the names that are not listed."""

    def has_parameter(self, name: str) -> bool:
        return name == "name" or name in metaparameters() or not self.data.lacks(name)

    @cached_property
    def declared_types(self) -> dict[str, Type]:
        """The declared types of the parameters."""
        return {each.name: type_from(each.type, self.names) for each in self.data.parameters}

    @cached_property
    def variable_types(self) -> dict[str, Type]:
        """The types of those of its variables that are only assigned literals."""
        return {name: type_from(text, self.names) for name, text in self.data.variable_types}

    def variable(self, name: str) -> Unknown:
        """The value of a variable that it assigns."""
        type = self.variable_types.get(name, model.ANY)
        return ForgottenInClass(type) if name in self.data.forgotten_variables else Unknown(type)

    @cached_property
    def guards(self) -> tuple[Text, ast.Program] | None:
        """The guards of a define, parsed; see `Definition.guards`."""
        if self.data.guards is None:
            return None
        tree = parse(self.data.guards)
        return tree.text, lower(tree)[0]

    @cached_property
    def guard_parameters(self) -> frozenset[str]:
        """The names of the parameters that the guards read."""
        definitions = () if self.guards is None else self.guards[1].definitions
        return frozenset(each.name for made in definitions if isinstance(made, ast.NamedDefinition) for each in made.parameters)

    @cached_property
    def guards_read_title(self) -> bool:
        """Whether the guards depend on the title of a declaration."""
        definitions = () if self.guards is None else self.guards[1].definitions
        return any(each.name in OF_TITLE for made in definitions for each in ast.of_class(made, ast.VariableExpression))

    def accepted(self, name: str) -> Type:
        """Return the type that a parameter accepts; without a type, that of the parameter that its value is forwarded to."""
        found = self.data.parameter(name)
        if found is None or found.type is not None:
            return self.declared_types.get(name, model.ANY)
        always = (each for each in found.forwarded if not each.when)
        accepted: Type = model.ANY
        for type in filter(model.ANY.__ne__, map(self.wanted, always)):
            both = type if accepted == model.ANY else intersection(accepted, type)
            accepted = accepted if is_never(both) else both
        return accepted

    @property
    def parameter_types(self) -> dict[str, Type]:
        return self.declared_types

    def is_required(self, name: str) -> bool:
        found = self.data.parameter(name)
        return found is not None and found.is_required

    @property
    def struct(self) -> model.Struct:
        if self._struct is None:
            elements = [*_implicit_elements()]
            for each in self.data.parameters:
                key: Type = model.String(each.name)
                type = self.declared_types[each.name]
                # The default may come from Hiera, and applies as well if undef is passed.
                elements.append(model.StructElement(key if each.is_required else model.Optional(key), type))
            self._struct = model.Struct(tuple(elements))
        return self._struct

    @cached_property
    def _forwarded(self) -> frozenset[str]:
        return frozenset(each.name for each in self.data.parameters if any(not one.when for one in each.forwarded))

    def struct_for(self, given: Hash) -> model.Struct:
        # Only values of a known type are followed to where they are forwarded, because that reads other files.
        followed = [str(name) for name, value in given.items() if name in self._forwarded and infer(value) != model.ANY]
        wanted = {name: type for name in followed if (type := self.accepted(name)) != model.ANY}
        more = self._unlisted(given) if self.data.is_open or self.data.grows else ()
        if not wanted and not more:
            return self.struct
        # Equal types may be shown in different words, so they count by identity.
        key = (*((name, id(type)) for name, type in wanted.items()), *more)
        known = self._structs.get(key)
        if known is None:
            if len(self._structs) >= MOST_STRUCTS:
                self._structs.clear()
            elements = (model.StructElement(each.key, wanted.get(each.name, each.value)) for each in self.struct.elements)
            others = (model.StructElement(model.Optional(model.String(each)), model.ANY) for each in more)
            known = self._structs[key] = model.Struct((*elements, *others))
        return known

    def _unlisted(self, given: Hash) -> tuple[str, ...]:
        """The given names that it may have although they are not listed."""
        listed = {each.name for each in self.struct.elements}
        return tuple(name for name in map(str, given.keys()) if name not in listed and self.has_parameter(name))

    def add_variables(self, scope: Scope) -> None:
        variables = scope.variables
        for each in self.data.parameters:
            if variables.get(each.name) is None:
                variables[each.name] = Unknown(self.declared_types[each.name])
        for name in self.data.variables:
            value = self.variable(name)
            # The class that it inherits may set what one of its own branches does not.
            variables.setdefault(name, value if self.parent is None else Unknown(value.type))
        if self.data.has_open_variables or self.data.is_open:
            scope.mark_open()


@cache
def _implicit_elements() -> tuple[model.StructElement, ...]:
    """The parameters that all classes and defines have."""
    return tuple(model.StructElement(model.Optional(model.String(each)), model.ANY) for each in ("name", *sorted(metaparameters())))


def native_from(data: Definition) -> NativeType:
    """A resource type of another file."""
    namevars = tuple(each.name for each in data.attributes if each.namevar) or ("name",)
    return NativeType(
        data.name.lower(),
        namevars,
        data.isomorphic and not data.is_open,
        data.title_patterns,
        frozenset(each.name for each in data.attributes) | {"name", "provider", "ensure"} if data.is_open else _attributes(data),
        data.is_open,
        data.lacks if data.grows else None,
        () if data.is_open else data.requires,
    )


def _attributes(data: Definition) -> frozenset[str]:
    names = {each.name for each in data.attributes} | {"name"}
    return frozenset(names | {"provider"} if data.providers else names)


class LoadedDefinitions:
    """Cached definitions of a Loader in the form that the evaluator uses, shared by all files that are checked with it.

    It belongs to the thread that owns its loader. While an alias is being resolved, its entry has no type yet, so that it may mention
    itself; another thread would see it in that state. Types that leave the thread as part of a FileModel are complete.
    """

    def __init__(self, loader: Loader) -> None:
        self.loader = loader
        self.asked: set[TypedName] = set()
        """The names that were looked up since the set was last cleared."""
        self.results: Results = {}
        """What functions written in Puppet return."""
        self._classes: dict[str, ExternalDefinition | None] = {}
        self._types: dict[str, ExternalDefinition | NativeType | None] = {}
        self._functions: dict[str, BuiltinFunction | None] = {}
        self._forwards: dict[str, str] = {}
        self._wanted: dict[Forwarded, Type] = {}
        self._aliases: dict[str, Type | None] = {}

    def close(self) -> None:
        """Release all definitions: they have reference cycles, which only the garbage collector would free."""
        for made in (self._classes, self._types, self._functions, self._aliases, self.results):
            made.clear()

    def begin(self) -> None:
        """Begin to record the names that are looked up."""
        self.asked = set()

    def ask_again(self, names: frozenset[TypedName]) -> None:
        """Record names that were looked up for an answer which is taken from a cache."""
        self.asked |= names

    def recorded(self, make: Callable[[], T]) -> tuple[T, frozenset[TypedName]]:
        """The result of a function, and the names that it looked up."""
        before, self.asked = self.asked, set()
        try:
            return make(), frozenset(self.asked)
        finally:
            before |= self.asked
            self.asked = before

    def load(self, name: TypedName) -> Definition | None:
        """Return the definition of a name as plain data."""
        self.asked.add(name)
        return self.loader.load(name)

    def is_complete(self, name: TypedName) -> bool:
        """Return whether a name that is not found certainly does not exist."""
        self.asked.add(name)
        self.asked.add(absence(name))
        return self.loader.is_complete(name)

    def class_named(self, name: str) -> ExternalDefinition | None:
        """Return a class."""
        self.asked.add(TypedName(CLASS, name))
        if name not in self._classes:
            data = self.loader.load(TypedName(CLASS, name))
            self._classes[name] = None if data is None else ExternalDefinition(data, self.type_named, self.wanted)
        return self._classes[name]

    def resource_type(self, name: str) -> ExternalDefinition | NativeType | None:
        """Return a define or resource type."""
        self.asked.add(TypedName(DEFINE, name))
        self.asked.add(TypedName(RESOURCE_TYPE, name))
        if name not in self._types:
            data = self.loader.load(TypedName(DEFINE, name))
            if data is not None:
                self._types[name] = ExternalDefinition(data, self.type_named, self.wanted)
            else:
                data = self.loader.load(TypedName(RESOURCE_TYPE, name))
                self._types[name] = None if data is None else native_from(data)
        return self._types[name]

    def wanted(self, forwarded: Forwarded) -> Type:
        """Return the type that a forwarded value must have; classes and defines also accept undef, which stands for the default."""
        if forwarded in self._wanted:
            return self._wanted[forwarded]
        self._wanted[forwarded] = model.ANY  # Ends the recursion if values are forwarded in a cycle.
        if forwarded.kind == FUNCTION:
            found = argument_type(builtin_function(forwarded.name) or self.function(forwarded.name), int(forwarded.part))
        else:
            target = self.class_named(forwarded.name) if forwarded.kind == CLASS else self.resource_type(forwarded.name)
            found = target.accepted(forwarded.part) if isinstance(target, ExternalDefinition) else model.ANY
            found = found if found == model.ANY else model.Optional(found)
        self._wanted[forwarded] = found
        return found

    def allowed(self, type: str, attribute: str) -> Allowed | None:
        """Return the values that an attribute of a module's resource type accepts; None if it accepts any."""
        data = self.load(TypedName(RESOURCE_TYPE, type))
        found = None if data is None else data.attribute(attribute)
        if data is None or found is None or data.is_open or (found.values is None and not found.patterns):
            return None
        more = ("true", "false", "yes", "no") if found.boolean else ()
        return Allowed(found.values or (), more, found.patterns)

    def refusal(self, type: str, attribute: str, value: object, meter: Meter, doubt: Callable[[str], None] | None = None) -> str | None:
        """Return why the Ruby of a module's resource type refuses the value of an attribute.

        None if it does not, and if that is not known: `doubt` gets the reason.
        """
        data = self.load(TypedName(RESOURCE_TYPE, type))
        found = None if data is None or data.is_open else data.attribute(attribute)
        if doubt is not None and (data is None or data.is_open):
            doubt("code that is not evaluated")
        if doubt is not None and found is not None and found.unjudged:
            doubt(found.unjudged)
        if found is None or not found.guards:
            return None
        from puppet_typesys.ruby.attributes import refusal  # few values have such attributes, and the interpreter is large

        # A property gets each element of an array by itself.
        each = value if isinstance(value, tuple) and found.kind == "property" else (value,)
        return next((message for one in each if (message := refusal(found.guards, one, meter, doubt)) is not None), None)

    def function(self, name: str) -> BuiltinFunction | None:
        """Return a function, or the one that it forwards its arguments to.

        A function that may exist outside of the known files accepts any arguments.
        """
        own = found = self._function(name)
        seen = {name}
        while name in self._forwards and self._forwards[name] not in seen:
            name = self._forwards[name]
            seen.add(name)
            found = self._function(name)
        return own if found is None else found

    def include_function(self, name: str) -> bool:
        """Return False: calls of external functions are checked against their signatures, the bodies are not evaluated."""
        return False

    def _function(self, name: str) -> BuiltinFunction | None:
        data = self.load(TypedName(FUNCTION, name))
        is_unknown = data is None and not self.is_complete(TypedName(FUNCTION, name))
        if name not in self._functions:
            if is_unknown:
                data = Definition(FUNCTION, name, Place("", 0, 0), is_open=True)
            self._functions[name] = None if data is None else external_function(data, self.type_named)
            if data is not None and data.forwards is not None:
                self._forwards[name] = data.forwards
        return self._functions[name]

    def alias(self, name: str) -> Type | None:
        """Return a type alias."""
        self.asked.add(TypedName(TYPE, name))
        if name in self._aliases:
            return self._aliases[name]
        data = self.loader.load(TypedName(TYPE, name))
        if data is None:
            self._aliases[name] = None
            return None
        alias = model.TypeAlias(data.name)
        self._aliases[name] = alias
        text = None if data.is_open else data.text
        resolve_alias(alias, lambda: self._target(alias, text))
        if isinstance(alias.resolved, Object) and alias.resolved.name is not None:
            self._aliases[name] = alias.resolved
        return self._aliases[name]

    def _target(self, alias: model.TypeAlias, text: str | None) -> Type:
        found = without_itself(alias, type_from(text, self.type_named))
        if isinstance(found, Object) and found.name is None:
            return found.named(alias.name)
        return model.ANY if found is None or is_circular(found, alias) else found

    def data_type(self, name: str | None) -> Definition | None:
        """Return the definition of a data type in Ruby; None without one of that name."""
        found = None if name is None else self.load(TypedName(TYPE, name.lower()))
        return found if found is not None and found.place.path.endswith(".rb") else None

    def type_named(self, name: str) -> Type | None:
        """Return the type of a name: an alias, or the type of all resources of a type."""
        name = name.removeprefix("::")
        found = self.alias(name)
        if found is not None:
            return found
        known = native_type(name) or self.resource_type(name)
        return None if known is None else model.Resource(capitalize_segments(name))
