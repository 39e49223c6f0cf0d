"""The types of values: `infer` as one type for all elements, `infer_set` with a type for each.

The reference prints the second as `type(value)`, the first as `type(value, 'reduced')`.
"""

from __future__ import annotations

from collections.abc import Callable as Function
from math import inf

from puppet_typesys.types import model
from puppet_typesys.types.block import Block
from puppet_typesys.types.common_type import common_type
from puppet_typesys.types.model import Integer, Type, generalize, variant_of
from puppet_typesys.types.objects import Instance, Object, ObjectExtension
from puppet_typesys.values.binary import Binary
from puppet_typesys.values.default import Default
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.iterator import Iterator
from puppet_typesys.values.meter import spend_on
from puppet_typesys.values.regexp import Regexp
from puppet_typesys.values.runtime_object import RuntimeObject
from puppet_typesys.values.semver import SemVer
from puppet_typesys.values.semver_range import SemVerRange, exactly
from puppet_typesys.values.sensitive import Sensitive
from puppet_typesys.values.timespan import Timespan
from puppet_typesys.values.timestamp import Timestamp
from puppet_typesys.values.unknown import Unknown, UnknownUnfold, contains_unknown
from puppet_typesys.values.uri import URI


def infer(value: object) -> Type:
    """The type of a value; the types of the elements of a collection are combined into one."""
    if isinstance(value, Type):
        return model.TypeType(value)
    rule = INFER.get(value.__class__)
    if rule is not None:
        return rule(value)
    for kind, each in INFER.items():
        if isinstance(value, kind):
            return each(value)
    if isinstance(value, RuntimeObject):
        return model.Runtime("ruby", value.class_name)
    return model.Runtime("ruby", value.__class__.__name__)


def infer_set(value: object) -> Type:
    """The most specific type of a value: a Tuple for an Array, a Struct for a Hash whose keys are non-empty strings."""
    rule = INFER_SET.get(value.__class__)
    return infer(value) if rule is None else rule(value)


def _infer_set_tuple(value: tuple[object, ...]) -> Type:
    if len(value) == 1 and isinstance(value[0], UnknownUnfold):
        return model.ARRAY
    return model.Tuple(tuple(map(infer_set, value))) if value else model.EMPTY_ARRAY


def _infer_set_hash(value: Hash) -> Type:
    if not len(value):
        return model.EMPTY_HASH
    if all(isinstance(key, str) and key for key in value.keys()):
        return model.Struct(tuple(model.StructElement(model.String(str(key)), infer_set(each)) for key, each in value.items()))
    keys = variant_of(list(map(infer_set, value.keys())))
    return model.Hash(keys, variant_of(list(map(infer_set, value.values()))), _entries(value))


def _entries(value: Hash) -> Integer:
    """The number of entries of a Hash; unknown keys may be equal to others."""
    unknown = sum(map(contains_unknown, value.keys()))
    return Integer(max(len(value) - unknown, 1), len(value))


def infer_generic(value: object) -> Type:
    """The type of a value, generalized: without sizes, ranges and literal values."""
    return generalize(infer(value))


def reduced(values: list[object]) -> Type:
    """The common type of several values."""
    spend_on(values)
    texts = {each for each in values if isinstance(each, str)}
    if len(texts) > 1 and all(isinstance(each, str) for each in values):
        # What `common_type` gives as well, one after the other, in the square of the time.
        return model.Enum((*texts,))
    result: Type = model.UNDEF
    seen: set[Type] = set()
    for value in values:
        each = infer(value)
        if each not in seen:
            seen.add(each)
            result = common_type(result, each)
    return result


def _array(value: tuple[object, ...]) -> Type:
    return model.Array(reduced(list(value)), Integer(len(value), len(value))) if value else model.EMPTY_ARRAY


def _hash(value: Hash) -> Type:
    if not len(value):
        return model.EMPTY_HASH
    return model.Hash(reduced(value.keys()), reduced(value.values()), _entries(value))


def _instance(value: Instance) -> Type:
    parameters = value.type.all_type_parameters()
    if not parameters:
        return value.type
    given = {name: value.values.get(name) for name in parameters}
    return ObjectExtension(value.type, given) if given else value.type


def _iterator(value: Iterator) -> Type:
    if isinstance(value.element, model.Runtime):
        return value.element  # The reference has no other type for it.
    return model.Iterator(value.element if isinstance(value.element, Type) else None)


TRUE, FALSE = model.Boolean(True), model.Boolean(False)
INFER: dict[type, Function[..., Type]] = {
    str: lambda value: model.String(value),
    bool: lambda value: TRUE if value else FALSE,
    int: lambda value: Integer(value, value),
    float: lambda value: model.Float(value, value if value != inf else None),
    type(None): lambda value: model.UNDEF,
    tuple: _array,
    Hash: _hash,
    Default: lambda value: model.Default(),
    Regexp: lambda value: model.Regexp(value.to_s()),
    Sensitive: lambda value: model.Sensitive(infer(value.value)),
    SemVer: lambda value: model.SemVer(),
    SemVerRange: lambda value: model.SemVerRange(),
    Timespan: lambda value: model.Timespan(value, value),
    Timestamp: lambda value: model.Timestamp(value, value),
    Binary: lambda value: model.Binary(),
    URI: lambda value: model.URI(value.parameters()),
    Iterator: _iterator,
    Instance: _instance,
    Unknown: lambda value: value.type,
    Object: lambda value: model.TypeType(value),
    Block: lambda value: value.type,
}
INFER_SET: dict[type, Function[..., Type]] = {
    **{kind: rule for kind, rule in INFER.items() if kind not in (tuple, Hash, SemVer)},
    tuple: _infer_set_tuple,
    Hash: _infer_set_hash,
    SemVer: lambda value: model.SemVer((exactly(value),)),
}
"""The rules of `infer_set`, by the class of the value."""
