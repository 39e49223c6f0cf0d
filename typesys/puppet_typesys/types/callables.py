"""Assignability of Callables: whether arguments of given types are accepted."""

from __future__ import annotations

from puppet_typesys.types import model
from puppet_typesys.types.elements import at_or_last
from puppet_typesys.types.model import UNDEF, Integer, Type
from puppet_typesys.types.ranges import covers
from puppet_typesys.types.relate import is_assignable
from puppet_typesys.types.sizes import tuple_size
from puppet_typesys.types.walk import unaliased
from puppet_typesys.values.errors import ArgumentError


def is_callable_with(callable: Type, arguments: Type) -> bool:
    """Whether a callable can be called with arguments of a type, which is a Tuple, an Array or another Callable.

    If the last type of a Tuple is a Callable, it is that of the block.
    """
    callable, arguments = unaliased(callable), unaliased(arguments)
    match arguments:
        case model.Undef():
            return is_assignable(callable, UNDEF)
        case model.Callable():
            return is_kind_of_callable(callable) and is_assignable(callable, arguments)
        case model.Tuple() | model.Array() if is_kind_of_callable(callable) and isinstance(callable, model.Callable):
            return _accepts_arguments(callable, arguments)
    return False


def _accepts_arguments(callable: model.Callable, arguments: model.Tuple | model.Array) -> bool:
    parameters = callable.parameters
    if isinstance(arguments, model.Tuple):
        if arguments.size is not None:
            raise ArgumentError("Callable tuple may not have a size constraint when used as args")
        if arguments.types and is_kind_of_callable(arguments.types[-1]):
            return _accepts_block(callable, arguments.types)
    accepted = parameters is None or is_assignable(parameters, arguments)
    return accepted and (callable.block is None or is_assignable(callable.block, UNDEF))


def _accepts_block(callable: model.Callable, types: tuple[Type, ...]) -> bool:
    if callable.block is None or callable.parameters is None or not is_assignable(callable.block, types[-1]):
        return False
    count = len(types) - 1
    expected = callable.parameters.types
    if not covers(tuple_size(callable.parameters), Integer(count, count)):
        return False
    return all(is_assignable(at_or_last(expected, at), types[at]) for at in range(count))


def is_kind_of_callable(type: Type, optional: bool = True) -> bool:
    """Whether all values of a type are callables (or, when `optional`, undef)."""
    match type:
        case model.Callable():
            return True
        case model.Variant():
            return all(is_kind_of_callable(each, optional) for each in type.types)
        case model.Optional():
            return optional and type.type is not None and is_kind_of_callable(type.type, optional)
        case model.TypeAlias() if not type.self_recursion:
            return is_kind_of_callable(type.target, optional)
    return False
