"""The rules of `is_instance`: which values belong to which types."""

from __future__ import annotations

from collections.abc import Callable as Function

from puppet_typesys.types import model
from puppet_typesys.types.infer import infer
from puppet_typesys.types.model import Type
from puppet_typesys.types.objects import OBJECT, Instance, Object, ObjectExtension, TypeSet
from puppet_typesys.types.ranges import contains
from puppet_typesys.types.relate import IS_INSTANCE, Guarded, is_assignable, is_instance, matches_parameter
from puppet_typesys.types.texts import in_enum, matches_any
from puppet_typesys.types.walk import unaliased
from puppet_typesys.values.binary import Binary
from puppet_typesys.values.default import Default
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.iterator import Iterator
from puppet_typesys.values.meter import spend_on
from puppet_typesys.values.regexp import Regexp
from puppet_typesys.values.semver import SemVer
from puppet_typesys.values.semver_range import SemVerRange
from puppet_typesys.values.sensitive import Sensitive
from puppet_typesys.values.timespan import Timespan
from puppet_typesys.values.timestamp import Timestamp
from puppet_typesys.values.uri import URI


def _always(type: Type, value: object, guard: Guarded) -> bool:
    return True


def _never(type: Type, value: object, guard: Guarded) -> bool:
    return False


def _of(*kinds: type) -> Function[[Type, object, Guarded], bool]:
    return lambda type, value, guard: isinstance(value, kinds)


def _integer(type: Type, value: object, guard: Guarded) -> bool:
    assert isinstance(type, model.Integer)
    return value.__class__ is int and contains(type, value)


def _float(type: Type, value: object, guard: Guarded) -> bool:
    assert isinstance(type, model.Float)
    return value.__class__ is float and contains(type, value)


def _boolean(type: Type, value: object, guard: Guarded) -> bool:
    assert isinstance(type, model.Boolean)
    return value.__class__ is bool and type.value in (None, value)


def _string(type: Type, value: object, guard: Guarded) -> bool:
    assert isinstance(type, model.String)
    if not isinstance(value, str):
        return False
    if type.size is not None:
        return contains(type.size, len(value))
    return type.value is None or type.value == value


def _enum(type: Type, value: object, guard: Guarded) -> bool:
    assert isinstance(type, model.Enum)
    return isinstance(value, str) and in_enum(type, value)


def _regexp(type: Type, value: object, guard: Guarded) -> bool:
    assert isinstance(type, model.Regexp)
    return isinstance(value, Regexp) and (type.pattern is None or type.regexp == value)


def _pattern(type: Type, value: object, guard: Guarded) -> bool:
    assert isinstance(type, model.Pattern)
    return isinstance(value, str) and matches_any(type, value)


def _semver(type: Type, value: object, guard: Guarded) -> bool:
    assert isinstance(type, model.SemVer)
    spend_on(type.ranges)
    return isinstance(value, SemVer) and (not type.ranges or any(each.includes(value) for each in type.ranges))


def _timespan(type: Type, value: object, guard: Guarded) -> bool:
    assert isinstance(type, model.Timespan)
    return isinstance(value, Timespan) and contains(type, value)


def _timestamp(type: Type, value: object, guard: Guarded) -> bool:
    assert isinstance(type, model.Timestamp)
    return isinstance(value, Timestamp) and contains(type, value)


def _uri(type: Type, value: object, guard: Guarded) -> bool:
    assert isinstance(type, model.URI)
    if not isinstance(value, URI):
        return False
    return type.parameters is None or all(matches_parameter(wanted, getattr(value, str(part))) for part, wanted in type.parameters.items())


def _fits(size: model.Integer | None, value: tuple[object, ...] | Hash) -> bool:
    return size is None or contains(size, len(value))


def _collection(type: Type, value: object, guard: Guarded) -> bool:
    assert isinstance(type, model.Collection)
    return isinstance(value, tuple | Hash) and _fits(type.size, value)


def _array(type: Type, value: object, guard: Guarded) -> bool:
    assert isinstance(type, model.Array)
    if not isinstance(value, tuple) or not _fits(type.size, value):
        return False
    spend_on(value)
    return all(is_instance(type.element, each, guard) for each in value)


def _tuple(type: Type, value: object, guard: Guarded) -> bool:
    assert isinstance(type, model.Tuple)
    if not isinstance(value, tuple):
        return False
    types = type.types
    if type.size is not None:
        if not _fits(type.size, value):
            return False
    elif types and len(types) != len(value):
        return False
    spend_on(value)
    return not types or all(is_instance(types[min(at, len(types) - 1)], each, guard) for at, each in enumerate(value))


def _hash(type: Type, value: object, guard: Guarded) -> bool:
    assert isinstance(type, model.Hash)
    if not isinstance(value, Hash) or not _fits(type.size, value):
        return False
    spend_on(value)
    return all(is_instance(type.key, key, guard) and is_instance(type.value, each, guard) for key, each in value.items())


def _struct(type: Type, value: object, guard: Guarded) -> bool:
    assert isinstance(type, model.Struct)
    if not isinstance(value, Hash):
        return False
    found = 0
    spend_on(type.elements)
    for element in type.elements:
        if element.name not in value:
            if not is_assignable(element.key, model.UNDEF):
                return False
            continue
        found += 1
        if not is_instance(element.value, value[element.name], guard):
            return False
    return found == len(value)


def _variant(type: Type, value: object, guard: Guarded) -> bool:
    assert isinstance(type, model.Variant)
    spend_on(type.types)
    return any(is_instance(each, value, guard) for each in type.types)


def _optional(type: Type, value: object, guard: Guarded) -> bool:
    assert isinstance(type, model.Optional)
    return value is None or (type.type is not None and is_instance(type.type, value, guard))


def _not_undef(type: Type, value: object, guard: Guarded) -> bool:
    assert isinstance(type, model.NotUndef)
    return value is not None and (type.type is None or is_instance(type.type, value, guard))


def _iterable(type: Type, value: object, guard: Guarded) -> bool:
    assert isinstance(type, model.Iterable)
    if type.type is not None and not is_assignable(type.type, model.ANY):
        return is_assignable(type, infer(value))
    if isinstance(value, Type):
        value = unaliased(value)
    if isinstance(value, model.Integer):
        return value.low is not None and value.high is not None
    if value.__class__ is int:
        return isinstance(value, int) and value >= 0
    return isinstance(value, Iterator | str | Hash | tuple | model.Enum)


def _iterator(type: Type, value: object, guard: Guarded) -> bool:
    assert isinstance(type, model.Iterator)
    if not isinstance(value, Iterator):
        return False
    element = value.element if isinstance(value.element, Type) else model.ANY
    return type.type is None or is_assignable(type.type, element)


def _type(type: Type, value: object, guard: Guarded) -> bool:
    assert isinstance(type, model.TypeType)
    return isinstance(value, Type) and (type.type is None or is_assignable(type.type, value))


def _sensitive(type: Type, value: object, guard: Guarded) -> bool:
    assert isinstance(type, model.Sensitive)
    return isinstance(value, Sensitive) and is_instance(type.type, value.value, guard)


def _by_inference(type: Type, value: object, guard: Guarded) -> bool:
    return is_assignable(type, infer(value))


def _object(type: Type, value: object, guard: Guarded) -> bool:
    if isinstance(value, Type):
        # In the reference, types are Ruby objects, which are instances of Object.
        return type == OBJECT
    return isinstance(value, Instance) and is_assignable(type, value.type)


def _extension(type: Type, value: object, guard: Guarded) -> bool:
    assert isinstance(type, ObjectExtension)
    if not (isinstance(value, Instance) and is_assignable(type.base, value.type)):
        return False
    return all(name in value.values and matches_parameter(wanted, value.values[name]) for name, wanted in type.values.items())


_SCALARS = (bool, int, float, str, Regexp, SemVer, SemVerRange, Timespan, Timestamp)

IS_INSTANCE |= {
    model.Any: _always,
    model.Unit: _always,
    model.Undef: lambda type, value, guard: value is None,
    model.Default: _of(Default),
    model.Scalar: _of(*_SCALARS),
    model.ScalarData: _of(bool, int, float, str),
    model.Numeric: lambda type, value, guard: value.__class__ in (int, float),
    model.Integer: _integer,
    model.Float: _float,
    model.Boolean: _boolean,
    model.String: _string,
    model.Enum: _enum,
    model.Regexp: _regexp,
    model.Pattern: _pattern,
    model.SemVer: _semver,
    model.SemVerRange: _of(SemVerRange),
    model.Timespan: _timespan,
    model.Timestamp: _timestamp,
    model.Binary: _of(Binary),
    model.URI: _uri,
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
    model.Callable: _by_inference,
    model.Runtime: _by_inference,
    model.CatalogEntry: _by_inference,
    model.Class: _by_inference,
    model.Resource: _by_inference,
    model.TypeReference: _never,
    Object: _object,
    ObjectExtension: _extension,
    TypeSet: lambda type, value, guard: isinstance(value, TypeSet),
}
