"""Traversal of types: the target of an alias, the alternatives of a type, and the types inside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puppet_grammar.table import Table
from puppet_typesys.types import model
from puppet_typesys.types.model import Type

PARTS: Table[type[Type], tuple[tuple[str, str], ...]] = Table("the parts of types")
"""The parts of types, each with its name in Puppet and the field here, which the `rows` enter; those of other types are unknown."""


def unaliased(type: Type) -> Type:
    """The type that an alias stands for; any other type as it is. Raises ArgumentError if the alias is not resolved."""
    while isinstance(type, model.TypeAlias):
        type = type.target
    return type


def inner_types(type: Type) -> Iterator[Type]:
    """The types directly inside a type, including keys of Structs; none for aliases, Object types and TypeSets."""
    for name in type._fields:
        value = getattr(type, name)
        for each in value if isinstance(value, tuple) else (value,):
            if isinstance(each, Type):
                yield each
            elif isinstance(each, model.StructElement):
                yield each.key
                yield each.value


def variant_members(type: Type) -> Sequence[Type]:
    """The members of a Variant, with aliases and nested Variants expanded; self-recursive aliases are not expanded."""
    if isinstance(type, model.TypeAlias) and not type.self_recursion and type.resolved is not None:
        return variant_members(type.target)
    if isinstance(type, model.Variant):
        return [member for each in type.types for member in variant_members(each)]
    return (type,)


def alternatives(type: Type) -> Sequence[Type]:
    """The types whose union a type is: like `variant_members`, with Optional and NotUndef expanded as well."""
    if type.__class__ not in UNIONS:
        return (type,)
    found: list[Type] = []
    for each in variant_members(type):
        match each:
            case model.Optional(type=Type() as inner):
                found += alternatives(inner)
                found.append(model.UNDEF)
            case model.NotUndef(type=Type() as inner):
                found += (one for one in alternatives(inner) if not isinstance(one, model.Undef))
            case _:
                found.append(each)
    return found


UNIONS = frozenset((model.TypeAlias, model.Variant, model.Optional, model.NotUndef))
"""The classes of types that may be the union of others."""
