"""`resolve_alias`: the only function that gives an alias parsed from text the type that it stands for."""

from __future__ import annotations

from collections.abc import Callable

from puppet_typesys.types.model import Type, TypeAlias, TypeReference
from puppet_typesys.types.record import set_field
from puppet_typesys.types.walk import inner_types


def resolve_alias(alias: TypeAlias, read: Callable[[], Type]) -> None:
    """Complete an alias with the type that `read` returns.

    The type may mention the alias itself. While it is read, the alias counts as self-recursive and stands for an unknown type.
    """
    _assign(alias, TypeReference(), True)
    target = read()
    _assign(alias, target, mentions(target, alias))


def _assign(alias: TypeAlias, target: Type, self_recursion: bool) -> None:
    set_field(alias, "resolved", target)
    set_field(alias, "self_recursion", self_recursion)


def mentions(type: Type, alias: TypeAlias) -> bool:
    """Whether an alias occurs inside a type."""
    return _mentions(type, alias, set())


def _mentions(type: Type, alias: TypeAlias, seen: set[int]) -> bool:
    if type is alias:
        return True
    if id(type) in seen:
        return False
    seen.add(id(type))
    if isinstance(type, TypeAlias):
        return type.resolved is not None and _mentions(type.resolved, alias, seen)
    return any(_mentions(each, alias, seen) for each in inner_types(type))
