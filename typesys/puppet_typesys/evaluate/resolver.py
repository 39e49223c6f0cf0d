"""Resolution of the names that a program does not define itself.

The compiler asks a `Resolver`. The one in this module resolves Puppet's built-in names and reports every other name as missing, as
puppet-eval does; that of a checker also resolves definitions of other files, and returns unknown values where a name may exist.
"""

from __future__ import annotations

from typing import Protocol

from puppet_typesys.builtins.resource_types import NativeType, native_type
from puppet_typesys.builtins.targets import PUPPET_8, Target
from puppet_typesys.evaluate.definitions import Definition
from puppet_typesys.evaluate.scope import Scope
from puppet_typesys.functions.call import Call, World
from puppet_typesys.functions.registry import BuiltinFunction, function_of
from puppet_typesys.types import model
from puppet_typesys.types.members import not_implemented
from puppet_typesys.types.model import Type
from puppet_typesys.types.objects import Instance, Member
from puppet_typesys.values.unknown import Unknown


class ExternalDefinitions(Protocol):
    """The definitions of other files, by name without a leading `::`; those of classes and types are in lower case."""

    def class_named(self, name: str) -> Definition | None:
        """Return a class."""

    def resource_type(self, name: str) -> Definition | NativeType | None:
        """Return a define or resource type."""

    def alias(self, name: str) -> Type | None:
        """Return a type alias."""

    def function(self, name: str) -> BuiltinFunction | None:
        """Return a function."""

    def include_function(self, name: str) -> bool:
        """Add the definition of a function to the program itself; return whether it was added."""


class NoDefinitions:
    """The external definitions of a program that consists of a single file."""

    def class_named(self, name: str) -> Definition | None:
        return None

    def resource_type(self, name: str) -> Definition | NativeType | None:
        return None

    def alias(self, name: str) -> Type | None:
        return None

    def function(self, name: str) -> BuiltinFunction | None:
        return None

    def include_function(self, name: str) -> bool:
        return False


class Classes(Protocol):
    """The classes of a program and of other files; see `Catalog`."""

    @property
    def is_partial(self) -> bool:
        """Whether something unknown has been declared."""

    def may_have_more(self, type_name: str) -> bool:
        """Whether resources of a type, or classes, may be declared that are not found."""

    def class_named(self, name: str) -> Definition | None:
        """Return the class of a name in lower case."""


class Resolver:
    """Resolves built-in names; other names do not exist, unless their module is missing."""

    def __init__(self, world: World, external: ExternalDefinitions | None = None, target: Target = PUPPET_8) -> None:
        """`target` is the version whose built-in names are resolved."""
        self.world = world
        self.external: ExternalDefinitions = external or NoDefinitions()
        self.target = target
        self._native: dict[str, NativeType | None] = {}

    def function(self, name: str) -> BuiltinFunction | None:
        """Return a built-in function, or one of another file."""
        return self.builtin_function(name) or self.external.function(name.removeprefix("::"))

    def builtin_function(self, name: str) -> BuiltinFunction | None:
        """Return a built-in function."""
        return function_of(name, self.target)

    def call_member(self, call: Call, receiver: Instance, member: Member, arguments: tuple[object, ...]) -> object:
        """Return the value of a function or derived attribute of an instance."""
        return not_implemented(receiver, member, arguments)

    def native_type(self, name: str) -> NativeType | None:
        """Return a built-in resource type."""
        if name not in self._native:
            self._native[name] = self._native_type(name)
        return self._native[name]

    def _native_type(self, name: str) -> NativeType | None:
        found = None if name in self.target.unbundled_types else native_type(name)
        more = self.target.attributes.get(name)
        return found if more is None or found is None else found._replace(attributes=found.attributes.union(more))

    def unknown_type(self, name: str) -> Unknown | None:
        """Return the value of a reference to an undefined type; None if the reference is an error."""
        return None

    def missing_variable(self, name: str, scope: Scope, classes: Classes) -> Unknown | None:
        """Return the value of a variable that is not set in a scope; None if reading it is an error."""
        return None

    def custom_fact(self, name: str) -> Type:
        """Return the type of a fact that a module adds; Any if it is not known."""
        return model.ANY

    def pending_variable(self, name: str) -> Unknown | None:
        """Return the value of a parameter that is read before its own default is evaluated; None if reading it is an error."""
        return None

    def is_class_unknown(self, name: str) -> bool:
        """Return whether a class that the program does not define may exist."""
        return self._is_module_missing(name)

    def is_type_unknown(self, name: str) -> bool:
        """Return whether a resource type that the program does not define may exist."""
        return self._is_module_missing(name.lower())

    def _is_module_missing(self, name: str) -> bool:
        return self.world.module_directory(name.removeprefix("::").partition("::")[0]) is None
