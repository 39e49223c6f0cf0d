"""Assignability to types that contain other types: collections, wrappers such as Variant and Optional, Object types and TypeSets."""

from __future__ import annotations

from puppet_typesys.types import model
from puppet_typesys.types.iterate import is_iterable, iterable_type
from puppet_typesys.types.model import DEFAULT_SIZE, UNDEF, Integer, Type
from puppet_typesys.types.objects import OBJECT, Object, ObjectExtension, TypeSet
from puppet_typesys.types.ranges import covers
from puppet_typesys.types.relate import ACCEPTS, Guard, is_assignable, is_instance, matches_parameter
from puppet_typesys.types.sizes import size_of, tuple_size
from puppet_typesys.values.meter import spend_on

# ---- collections


def _collection(expected: Type, actual: Type, guard: Guard | None) -> bool:
    assert isinstance(expected, model.Collection)
    size = size_of(actual)
    return size is not None and covers(expected.size or DEFAULT_SIZE, size)


def _array(expected: Type, actual: Type, guard: Guard | None) -> bool:
    assert isinstance(expected, model.Array)
    if not isinstance(actual, model.Array | model.Tuple):
        return False
    size = size_of(actual)
    if size is None or not covers(expected.size or DEFAULT_SIZE, size):
        return False
    members = actual.types if isinstance(actual, model.Tuple) else (actual.element,)
    return all(is_assignable(expected.element, each, guard) for each in members)


def _tuple(expected: Type, actual: Type, guard: Guard | None) -> bool:
    assert isinstance(expected, model.Tuple)
    if expected == actual:
        return True
    if isinstance(actual, model.Tuple):
        return _tuple_of_tuple(expected, actual, guard)
    if not isinstance(actual, model.Array):
        return False
    size = actual.size or DEFAULT_SIZE
    if not covers(tuple_size(expected), size):
        return False
    count = len(expected.types) if size.high is None else min(len(expected.types), size.high)
    return all(is_assignable(each, actual.element, guard) for each in expected.types[:count])


def _tuple_of_tuple(expected: model.Tuple, actual: model.Tuple, guard: Guard | None) -> bool:
    size = tuple_size(expected)
    if not covers(size, tuple_size(actual)):
        return False
    ours = expected.types
    if not ours:
        return True
    if not actual.types:
        return size.low == 0
    return all(is_assignable(ours[min(at, len(ours) - 1)], each, guard) for at, each in enumerate(actual.types))


def _hash(expected: Type, actual: Type, guard: Guard | None) -> bool:
    assert isinstance(expected, model.Hash)
    size = expected.size or DEFAULT_SIZE
    if isinstance(actual, model.Hash):
        if actual == model.EMPTY_HASH and size.low == 0:
            return True
        fits = is_assignable(expected.key, actual.key, guard) and is_assignable(expected.value, actual.value, guard)
        return fits and covers(size, actual.size or DEFAULT_SIZE)
    if isinstance(actual, model.Struct):
        count = len(actual.elements)
        return covers(size, Integer(count, count)) and all(
            is_instance(expected.key, each.name) and is_assignable(expected.value, each.value, guard) for each in actual.elements
        )
    return False


def _struct(expected: Type, actual: Type, guard: Guard | None) -> bool:
    assert isinstance(expected, model.Struct)
    if isinstance(actual, model.Struct):
        theirs = {each.name: each for each in actual.elements}
        found = 0
        for ours in expected.elements:
            other = theirs.get(ours.name)
            if other is None:
                if not is_assignable(ours.key, UNDEF):
                    return False
                continue
            found += 1
            if not (is_assignable(ours.key, other.key, guard) and is_assignable(ours.value, other.value, guard)):
                return False
        return found == len(theirs)
    return isinstance(actual, model.Hash) and _struct_of_hash(expected, actual, guard)


def _struct_of_hash(expected: model.Struct, actual: model.Hash, guard: Guard | None) -> bool:
    required = [each for each in expected.elements if not is_assignable(each.key, UNDEF)]
    for each in required:
        if not (is_assignable(each.value, actual.value, guard) and is_assignable(model.STRING, actual.key)):
            return False
    return covers(Integer(len(required), len(expected.elements)), actual.size or DEFAULT_SIZE)


# ---- types that wrap other types


def _variant(expected: Type, actual: Type, guard: Guard | None) -> bool:
    assert isinstance(expected, model.Variant)
    spend_on(expected.types)
    return any(is_assignable(each, actual, guard) for each in expected.types)


def _optional(expected: Type, actual: Type, guard: Guard | None) -> bool:
    assert isinstance(expected, model.Optional)
    return isinstance(actual, model.Undef) or expected.type is None or is_assignable(expected.type, actual, guard)


def _not_undef(expected: Type, actual: Type, guard: Guard | None) -> bool:
    assert isinstance(expected, model.NotUndef)
    return not is_assignable(actual, UNDEF, guard) and (expected.type is None or is_assignable(expected.type, actual, guard))


def _iterable(expected: Type, actual: Type, guard: Guard | None) -> bool:
    assert isinstance(expected, model.Iterable)
    if expected.type is None or is_assignable(expected.type, model.ANY, guard):
        return is_iterable(actual) or (isinstance(actual, model.Runtime) and "::Iterable::" in str(actual.name_or_pattern))
    iterable = iterable_type(actual)
    return iterable is not None and iterable.type is not None and is_assignable(expected.type, iterable.type, guard)


def _iterator(expected: Type, actual: Type, guard: Guard | None) -> bool:
    assert isinstance(expected, model.Iterator)
    if not isinstance(actual, model.Iterator):
        return False
    return expected.type is None or (actual.type is not None and is_assignable(expected.type, actual.type, guard))


def _type(expected: Type, actual: Type, guard: Guard | None) -> bool:
    assert isinstance(expected, model.TypeType)
    if not isinstance(actual, model.TypeType):
        return False
    return expected.type is None or (actual.type is not None and is_assignable(expected.type, actual.type, guard))


def _sensitive(expected: Type, actual: Type, guard: Guard | None) -> bool:
    assert isinstance(expected, model.Sensitive)
    return isinstance(actual, model.Sensitive) and is_assignable(expected.type, actual.type, guard)


def _callable(expected: Type, actual: Type, guard: Guard | None) -> bool:
    assert isinstance(expected, model.Callable)
    if not isinstance(actual, model.Callable):
        return False
    if expected.returns is not None and not is_assignable(expected.returns, actual.returns or model.ANY, guard):
        return False
    if expected.parameters is None:
        return True
    if actual.parameters is None or not is_assignable(actual.parameters, expected.parameters, guard):
        return False
    return is_assignable(actual.block or UNDEF, expected.block or UNDEF, guard)


# ---- Object types and TypeSets


def _object(expected: Type, actual: Type, guard: Guard | None) -> bool:
    if isinstance(actual, ObjectExtension):
        return is_assignable(expected, actual.base)
    if not isinstance(actual, Object):
        return False
    if expected in (OBJECT, actual):
        return True
    return actual.parent is not None and is_assignable(expected, actual.parent)


def _extension(expected: Type, actual: Type, guard: Guard | None) -> bool:
    assert isinstance(expected, ObjectExtension)
    if not is_assignable(expected.base, actual):
        return False
    given = actual.values if isinstance(actual, ObjectExtension) else {}
    return all(name in given and _parameter_fits(wanted, given[name]) for name, wanted in expected.values.items())


def _parameter_fits(wanted: object, value: object) -> bool:
    if isinstance(value, Type) and isinstance(wanted, Type):
        return is_assignable(wanted, value)
    return matches_parameter(wanted, value)


def _type_set(expected: Type, actual: Type, guard: Guard | None) -> bool:
    return isinstance(actual, TypeSet) and (expected == actual or not isinstance(expected, TypeSet) or expected.is_default)


ACCEPTS |= {
    model.Collection: _collection,
    model.Array: _array,
    model.Tuple: _tuple,
    model.Hash: _hash,
    model.Struct: _struct,
    model.Variant: _variant,
    model.Optional: _optional,
    model.NotUndef: _not_undef,
    model.Iterable: _iterable,
    model.Iterator: _iterator,
    model.TypeType: _type,
    model.Sensitive: _sensitive,
    model.Callable: _callable,
    Object: _object,
    ObjectExtension: _extension,
    TypeSet: _type_set,
}
