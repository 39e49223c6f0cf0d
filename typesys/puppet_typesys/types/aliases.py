"""`resolve_alias`: the only function that gives an alias parsed from text the type that it stands for."""

from __future__ import annotations

from collections.abc import Callable

from puppet_typesys.types.model import Type, TypeAlias, TypeReference, Variant
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


def without_itself(alias: TypeAlias, target: Type) -> Type | None:
    """What an alias stands for, without members of a Variant that only lead back to the alias; None if nothing else is in it."""
    if not _is_real(target, {alias.name}):
        return None
    if not isinstance(target, Variant):
        return target
    real = [each for each in target.types if each is not alias and _is_real(each, {alias.name})]
    if len(real) == len(target.types):
        return target
    return real[0] if len(real) == 1 else Variant(tuple(real))


def _is_real(type: Type, seen: set[str]) -> bool:
    """Whether a type stands for anything except aliases and Variants of aliases."""
    if isinstance(type, TypeAlias):
        if type.name in seen:
            return False
        return type.resolved is None or _is_real(type.resolved, seen | {type.name})
    if isinstance(type, Variant):
        return any(_is_real(each, seen) for each in type.types)
    return True


def is_circular(type: Type, alias: TypeAlias) -> bool:
    """Whether an alias is, through other aliases and Variants, an alternative of what it stands for."""
    waiting, seen = [type], {alias.name}
    while waiting:
        each = waiting.pop()
        if each is alias:
            return True
        if isinstance(each, Variant):
            waiting += each.types
        elif isinstance(each, TypeAlias) and each.name not in seen and each.resolved is not None:
            seen.add(each.name)
            waiting.append(each.resolved)
    return False
