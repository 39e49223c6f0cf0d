"""Traversal of types: the target of an alias, the alternatives of a type, and the types inside it."""

from __future__ import annotations

from collections.abc import Iterator

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


def variant_members(type: Type) -> Iterator[Type]:
    """The members of a Variant, with aliases and nested Variants expanded; self-recursive aliases are not expanded."""
    if isinstance(type, model.TypeAlias) and not type.self_recursion and type.resolved is not None:
        yield from variant_members(type.target)
    elif isinstance(type, model.Variant):
        for each in type.types:
            yield from variant_members(each)
    else:
        yield type


def alternatives(type: Type) -> Iterator[Type]:
    """The types whose union a type is: like `variant_members`, with Optional and NotUndef expanded as well."""
    for each in variant_members(type):
        match each:
            case model.Optional(type=Type() as inner):
                yield from alternatives(inner)
                yield model.UNDEF
            case model.NotUndef(type=Type() as inner):
                yield from (one for one in alternatives(inner) if not isinstance(one, model.Undef))
            case _:
                yield each
