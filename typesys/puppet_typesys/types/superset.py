"""`is_superset`: whether a type has all values of another as instances, which is stricter than assignability in some cases."""

from __future__ import annotations

from puppet_typesys.types import model
from puppet_typesys.types.disjoint import kinds
from puppet_typesys.types.model import Type
from puppet_typesys.types.objects import Object, ObjectExtension, TypeSet
from puppet_typesys.types.relate import is_assignable, is_instance
from puppet_typesys.types.walk import inner_types
from puppet_typesys.values.errors import ArgumentError


def is_assignable_safely(expected: Type, actual: Type) -> bool:
    """`is_assignable`, False for an Init of a type without a constructor."""
    try:
        return is_assignable(expected, actual)
    except ArgumentError:
        return False


def is_superset(type: Type, actual: Type) -> bool:
    """Whether every value of `actual` is certainly an instance of `type`."""
    if isinstance(actual, model.Undef):
        return is_instance(type, None)
    if not is_assignable_safely(type, actual):
        return False
    if isinstance(type, model.Iterable):
        # Integer is assignable to it, although negative integers are no instances.
        return "integer" not in kinds(actual) and (type.type is None or _is_exact(type.type, frozenset()))
    return _is_exact(type, frozenset())


def _is_exact(type: Type, around: frozenset[str]) -> bool:
    """Whether everything that is assignable to a type is also an instance of it.

    Counterexamples: an Enum without values is assignable from every String and an Optional without a type from everything, but neither has
    these values as instances. An Init differs as well: it judges a value by itself, and a type by what its values have in common. So does
    an Iterable inside of other types, because of negative integers.
    """
    match type:
        case model.Init() | model.Iterable():
            return False
        case model.Enum():
            return bool(type.values)
        case model.Optional():
            return type.type is not None and _is_exact(type.type, around)
        case model.TypeAlias():
            return type.name in around or _is_exact(type.target, around | {type.name})
        case Object() | ObjectExtension() | TypeSet() | model.TypeType() | model.Callable():
            return True
        case model.Struct():
            return all(_is_exact(each.value, around) for each in type.elements)
    return all(_is_exact(each, around) for each in inner_types(type))
