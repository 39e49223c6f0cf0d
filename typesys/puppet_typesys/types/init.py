"""The Init type: the values that `new` accepts for another type, as a single argument or as a list of arguments."""

from __future__ import annotations

from functools import lru_cache

from puppet_grammar.named import NamedTuple
from puppet_typesys.types import model
from puppet_typesys.types.constructors import CONSTRUCTORS, Constructor, init_of, made_like
from puppet_typesys.types.infer import infer_set
from puppet_typesys.types.model import Type, generalize
from puppet_typesys.types.objects import Member, Object, ObjectExtension
from puppet_typesys.types.relate import is_assignable
from puppet_typesys.types.show import show
from puppet_typesys.types.sizes import tuple_size
from puppet_typesys.types.walk import inner_types
from puppet_typesys.values.errors import ArgumentError

INIT = Constructor("new_Init", ("Array $value", "Any $value"))
INIT_WITH_ARGUMENTS = Constructor("new_Init", ("Any $value",))


class Accepted(NamedTuple):
    """The arguments from which a constructor makes a value."""

    single: tuple[Type, ...]
    lists: tuple[model.Tuple, ...]
    short: bool
    """Whether one of the lists accepts a single argument."""


def accepted_arguments(type: model.Init) -> Accepted:
    """What an Init of a type accepts; raises ArgumentError if the type has no constructor or its arguments are invalid."""
    return _accepted_arguments(type) if _has_alias(type) else _cached_arguments(type)


def _has_alias(type: Type) -> bool:
    """Whether a type contains an alias. Such types are not cached: aliases of different programs are equal if their names are."""
    return isinstance(type, model.TypeAlias) or any(map(_has_alias, inner_types(type)))


def _accepted_arguments(type: model.Init) -> Accepted:
    assert type.type is not None
    tuples = _parameters(type.type)
    if not type.arguments:
        single = tuple(each.types[0] for each in tuples if _is_single(each))
        lists = tuple(each for each in tuples if not _is_single(each))
        return Accepted((type.type, *single), lists, any(tuple_size(each).low == 1 for each in lists))
    given = tuple(map(infer_set, type.arguments))
    fitting = [each for each in tuples if each.types and _takes(each, given)]
    if not fitting:
        subject = type.type.label if isinstance(type.type, Object) else show(generalize(type.type)).partition("[")[0]
        raise ArgumentError(f"The type '{show(type)}' does not represent a valid set of parameters for {subject}.new()")
    return Accepted((type.type, *(each.types[0] for each in fitting)), (), False)


_cached_arguments = lru_cache(256)(_accepted_arguments)


def _parameters(type: Type) -> list[model.Tuple]:
    if isinstance(type, Object | ObjectExtension):
        base = type.base if isinstance(type, ObjectExtension) else type
        attributes = base.parameters()
        size = model.Integer(sum(not may_be_missing(each) for each in attributes), len(attributes))
        return [model.Tuple((init_struct(base),)), model.Tuple(tuple(each.type for each in attributes), size)]
    try:
        if isinstance(type, model.Init | model.Optional | model.NotUndef):
            raise ArgumentError("no constructor")
        signatures = constructor_of(type).signatures
    except ArgumentError:
        raise ArgumentError(f"Creation of new instance of type '{show(type)}' is not supported") from None
    return [each.type.parameters or model.Tuple() for each in signatures]


def init_struct(type: Object) -> model.Struct:
    """The Struct type of the hash from which an instance of an Object type is made."""
    elements = []
    for each in type.all_attributes().values():
        if each.kind not in ("constant", "derived"):
            key = model.String(each.name)
            elements.append(model.StructElement(model.Optional(key) if may_be_missing(each) else key, each.type))
    return model.Struct(tuple(elements))


def may_be_missing(attribute: Member) -> bool:
    """Whether the hash from which an instance is made can omit an attribute."""
    return attribute.has_value or is_assignable(attribute.type, model.UNDEF)


def _is_single(parameters: model.Tuple) -> bool:
    size = tuple_size(parameters)
    return size.low == 1 and size.high == 1


def _takes(parameters: model.Tuple, given: tuple[Type, ...]) -> bool:
    return is_assignable(parameters, model.Tuple((parameters.types[0], *given)))


def constructor_of(type: Type) -> Constructor:
    """The constructor of a type; raises ArgumentError if there is none, or if an Init has arguments that it does not accept."""
    kind = made_like(type)
    if kind is model.Init:
        init = init_of(type)
        accepted_arguments(init)
        return INIT_WITH_ARGUMENTS if init.arguments else INIT
    return CONSTRUCTORS[kind]
