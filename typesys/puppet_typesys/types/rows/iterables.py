"""What can be iterated over."""

from __future__ import annotations

from puppet_typesys.types import model
from puppet_typesys.types.infer import infer
from puppet_typesys.types.iterate import is_iterable, iterable_type
from puppet_typesys.types.model import Type
from puppet_typesys.types.relate import Guard, Guarded, is_assignable
from puppet_typesys.types.rows.row import data_type
from puppet_typesys.types.rows.shared import around_keys, around_parameters, with_type
from puppet_typesys.types.walk import unaliased
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.iterator import Iterator


def _iterable_accepts(expected: model.Iterable, actual: Type, guard: Guard | None) -> bool:
    if expected.type is None or is_assignable(expected.type, model.ANY, guard):
        return is_iterable(actual) or (isinstance(actual, model.Runtime) and "::Iterable::" in str(actual.name_or_pattern))
    iterable = iterable_type(actual)
    return iterable is not None and iterable.type is not None and is_assignable(expected.type, iterable.type, guard)


def _iterable_instance(type: model.Iterable, value: object, guard: Guarded) -> bool:
    if type.type is not None and not is_assignable(type.type, model.ANY):
        return is_assignable(type, infer(value))
    if isinstance(value, Type):
        value = unaliased(value)
    if isinstance(value, model.Integer):
        return value.low is not None and value.high is not None
    if value.__class__ is int:
        return isinstance(value, int) and value >= 0
    return isinstance(value, Iterator | str | Hash | tuple | model.Enum)


data_type(
    model.Iterable,
    plain=model.Iterable(),
    kinds="array hash string integer binary iterator type runtime object",
    accepts=_iterable_accepts,
    instance=_iterable_instance,
    text=with_type("Iterable"),
    parameters=around_parameters("Iterable", model.Iterable),
    keys=around_keys("Iterable", model.Iterable),
)


def _iterator_accepts(expected: model.Iterator, actual: Type, guard: Guard | None) -> bool:
    if not isinstance(actual, model.Iterator):
        return False
    return expected.type is None or (actual.type is not None and is_assignable(expected.type, actual.type, guard))


def _iterator_instance(type: model.Iterator, value: object, guard: Guarded) -> bool:
    if not isinstance(value, Iterator):
        return False
    element = value.element if isinstance(value.element, Type) else model.ANY
    return type.type is None or is_assignable(type.type, element)


data_type(
    model.Iterator,
    plain=model.Iterator(),
    kinds="iterator",
    accepts=_iterator_accepts,
    instance=_iterator_instance,
    text=with_type("Iterator"),
    parameters=around_parameters("Iterator", model.Iterator),
    keys=around_keys("Iterator", model.Iterator),
)
