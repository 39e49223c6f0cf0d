"""Hints in messages about unknown names: the existing name that was probably meant."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from typing import Protocol

from puppet_typesys.builtins.removed import Removed, removed
from puppet_typesys.builtins.resource_types import NAMES, metaparameters
from puppet_typesys.diagnostics import Message, Wording
from puppet_typesys.evaluate.catalog import Catalog
from puppet_typesys.evaluate.definitions import Definition
from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.functions.registry import function_names
from puppet_typesys.infer.resolution import CheckResolver, visible_variables
from puppet_typesys.issues.evaluation.names import (
    unknown_class,
    unknown_declared_class,
    unknown_function,
    unknown_resource_type,
    unknown_type_reference,
    unknown_variable,
)
from puppet_typesys.issues.evaluation.parameters import unknown_owned_parameter, unknown_parameter
from puppet_typesys.loader import CLASS, DEFINE, FUNCTION, TYPE, Loader, TypedName
from puppet_typesys.spelling import closest_of
from puppet_typesys.types.data import BUILTIN_ALIASES
from puppet_typesys.types.model import TypeAlias
from puppet_typesys.types.parse import BUILTIN
from puppet_typesys.types.show import capitalize_segments, show


class Program(Protocol):
    """The program that contains an unknown name, and the definitions of other files; see `CheckCompiler`."""

    catalog: Catalog
    loader: Loader

    @property
    def resolver(self) -> CheckResolver:
        """The definitions of other files."""

    def names(self) -> set[str]:
        """The names of the functions, types, classes and defines of the program."""


Groups = tuple[Iterable[str], ...]
"""Groups of names. Those of other files are frozen sets, which are the same for many names."""
Candidates = Callable[[Program, str, Resource | None], Groups]


def with_hint(program: Program, message: Message, resource: Resource | None) -> Message:
    """A message about an unknown name, with a hint if a similar name exists."""
    known = UNKNOWN_NAMES.get(message.wording)
    if known is None:
        return message
    argument, candidates = known
    name = str(message.arguments[argument])
    gone = removed_name(message)
    if gone is not None:
        return message.noting(gone.note)
    return message.suggesting(closest_of(name.removeprefix("::"), candidates(program, name, resource)))


def unknown_name(message: Message) -> str | None:
    """The unknown name that a message is about; None if it is about something else."""
    known = UNKNOWN_NAMES.get(message.wording)
    return None if known is None else str(message.arguments[known[0]])


def removed_name(message: Message) -> Removed | None:
    """The history of the unknown name that a message is about; None if it never existed."""
    kind, name = KINDS.get(message.wording), unknown_name(message)
    return None if kind is None or name is None else removed(TypedName(kind, name.lower().removeprefix("::")))


def _variables(program: Program, name: str, resource: Resource | None) -> Groups:
    scope = program.resolver.last_scope
    return () if "::" in name or scope is None else (visible_variables(scope),)


def _parameters(program: Program, name: str, resource: Resource | None) -> Groups:
    if resource is None:
        return ()
    kind = resource.kind
    return (kind.parameter_types if isinstance(kind, Definition) else getattr(kind, "attributes", ()), metaparameters())


def _functions(program: Program, name: str, resource: Resource | None) -> Groups:
    return (function_names(), program.names(), program.loader.likely_names(FUNCTION), program.loader.undeclared_names(FUNCTION))


def _classes(program: Program, name: str, resource: Resource | None) -> Groups:
    names = program.loader.likely_names(CLASS)
    return (program.catalog.classes, _legal(names) if "-" in name else names)


@lru_cache(8)
def _legal(names: frozenset[str]) -> frozenset[str]:
    """The names that Puppet accepts; modules of before Puppet 3 have classes with hyphens."""
    return frozenset(each for each in names if "-" not in each)


def _resource_types(program: Program, name: str, resource: Resource | None) -> Groups:
    return (NAMES, program.catalog.defines, program.loader.likely_names(DEFINE))


def types(program: Program) -> Groups:
    """The names of all data types."""
    return (_built_in_types(), {each for each in program.names() if each[:1].isupper()}, _capitalized(program.loader.likely_names(TYPE)))


@cache
def _built_in_types() -> frozenset[str]:
    known = {show(each) for each in BUILTIN.values() if not isinstance(each, TypeAlias)}
    return frozenset(known | {each().name for each in BUILTIN_ALIASES.values()})


@lru_cache(8)
def _capitalized(names: frozenset[str]) -> frozenset[str]:
    return frozenset(map(capitalize_segments, names))


def _types(program: Program, name: str, resource: Resource | None) -> Groups:
    return types(program)


UNKNOWN_NAMES: dict[Wording[...], tuple[str, Candidates]] = {
    unknown_variable: ("name", _variables),
    unknown_parameter: ("parameter", _parameters),
    unknown_owned_parameter: ("parameter", _parameters),
    unknown_function: ("name", _functions),
    unknown_class: ("name", _classes),
    unknown_declared_class: ("name", _classes),
    unknown_resource_type: ("name", _resource_types),
    unknown_type_reference: ("type", _types),
}
"""By wording: the argument that is the unknown name, and a function that lists the existing names."""
KINDS: dict[Wording[...], str] = {unknown_function: FUNCTION, unknown_resource_type: DEFINE, unknown_type_reference: TYPE}
"""By wording: the kind of the unknown name, for names that may have been removed."""
