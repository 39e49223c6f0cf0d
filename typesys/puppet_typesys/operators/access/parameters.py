"""Types with keys as their parameters: `Integer[1, 10]`."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from puppet_typesys.issues.evaluation.types import (
    arguments_not_types,
    bad_not_undef,
    bad_range,
    bad_size,
    bad_specialization,
    range_arity,
    string_index_count,
    type_arity,
)
from puppet_typesys.issues.wording import capitalized, with_article
from puppet_typesys.operators.access.keys import Keys, kind_of
from puppet_typesys.operators.refusal import WHOLE, Refusal
from puppet_typesys.types import construct, model
from puppet_typesys.types.construct import is_range_end, ruby_class
from puppet_typesys.types.define import extension, object_type
from puppet_typesys.types.model import Type
from puppet_typesys.types.objects import Object, TypeSet
from puppet_typesys.types.show import show
from puppet_typesys.types.uri_parameters import is_uri_parameter, uri_type
from puppet_typesys.values.default import DEFAULT
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.regexp import Regexp
from puppet_typesys.values.semver_range import SemVerRange


def _arity(base: str | Type, low: int, high: float | None, actual: int, blame: str | int = WHOLE) -> Refusal:
    name = base if isinstance(base, str) else capitalized(with_article(f"{show(base)}-Type"))
    if high in (-1, inf):
        words = f"{low} or more arguments"
    elif high and high != low:
        words = f"{low} to {high} arguments"
    else:
        words = f"{low} argument{'' if low == 1 else 's'}"
    return Refusal(type_arity(name, words, actual), blame)


def _check(base: Type, keys: Keys, low: int, high: float, expected: str, *kinds: type) -> None:
    """Raise Refusal for a wrong number of keys, or for keys of other classes."""
    if not low <= len(keys) <= high:
        raise _arity(base, 1, high, len(keys))
    for index, key in enumerate(keys):
        if not isinstance(key, kinds) or (isinstance(key, bool) and bool not in kinds):
            raise Refusal(bad_specialization(with_article(f"{show(base)}-Type"), kind_of(key), expected), index)


def _not_a_type(base: str, key: object, index: int) -> Refusal:
    return Refusal(arguments_not_types(base, ruby_class(key)), index)


def _one_type(base: str, keys: Keys) -> Type:
    if len(keys) != 1:
        raise _arity(f"{base}-Type", 1, None, len(keys))
    if not isinstance(keys[0], Type):
        raise _not_a_type(base, keys[0], 0)
    return keys[0]


def _size(index: int, keys: Keys) -> model.Integer:
    """A size from the keys beginning at `index`."""
    if len(keys) == 1 and isinstance(keys[0], model.Integer):
        return keys[0]
    for at, key in enumerate(keys):
        if key is not DEFAULT and key.__class__ is not int:
            raise Refusal(bad_size(_class_label(key)), index + at)
    return construct.size(*keys)


def _class_label(value: object) -> str:
    """The reference's name for the class of a value, as used here."""
    if isinstance(value, Type):
        return with_article(f"P{ruby_class(value).rsplit('::', 1)[-1][1:-4]}-Type".removeprefix("P"))
    return with_article(ruby_class(value))


def _regexp(left: object, keys: Keys) -> Type:
    assert isinstance(left, Type)
    if len(keys) != 1:
        raise _arity(left, 1, None, len(keys), 1 if keys else WHOLE)
    _check(left, keys, 1, 1, "String or Regexp", str, Regexp)
    return construct.regexp(keys[0])


def _boolean(left: object, keys: Keys) -> Type:
    assert isinstance(left, Type)
    _check(left, keys, 1, 1, "TrueClass or FalseClass", bool)
    return model.Boolean(keys[0] is True)


def _enum(left: object, keys: Keys) -> Type:
    assert isinstance(left, Type)
    caseless = bool(keys) and keys[-1] is True
    values = keys[:-1] if keys and isinstance(keys[-1], bool) else keys
    _check(left, values, 1, inf, "String", str)
    return model.Enum(tuple(map(str, values)), caseless)


def _variant(left: object, keys: Keys) -> Type:
    assert isinstance(left, Type)
    _check(left, keys, 1, inf, "Any-Type", Type)
    return construct.variant(keys)


def _semver(left: object, keys: Keys) -> Type:
    assert isinstance(left, Type)
    _check(left, keys, 1, inf, "String or SemanticPuppet::VersionRange", str, SemVerRange)
    return construct.semver(keys)


def _time(kind: type[model.Timespan] | type[model.Timestamp]) -> Callable[[object, Keys], Type]:
    def make(left: object, keys: Keys) -> Type:
        assert isinstance(left, Type)
        if len(keys) > 2:
            raise _arity(left, 0, 2, len(keys))
        return construct.time_type(kind, keys) if keys else kind()

    return make


def _tuple(left: object, keys: Keys) -> Type:
    assert isinstance(left, Type)
    sizes: model.Integer | None = None
    if len(keys) > 1 and is_range_end(keys[-2]) and is_range_end(keys[-1]):
        sizes, keys = construct.size(keys[-2], keys[-1]), keys[:-2]
    elif keys and is_range_end(keys[-1]):
        sizes, keys = construct.size(keys[-1]), keys[:-1]
    _check(left, keys, 1, inf, "Any-Type", Type)
    return construct.tuple_type(keys, sizes)


def _callable(left: object, keys: Keys) -> Type:
    assert isinstance(left, Type)
    if keys and isinstance(keys[0], tuple) and len(keys) != 2:
        raise _arity(left, 2, 2, len(keys))
    return construct.callable_type(keys)


def _struct(left: object, keys: Keys) -> Type:
    assert isinstance(left, Type)
    _check(left, keys, 1, 1, "Hash", Hash)
    assert isinstance(keys[0], Hash)
    return construct.struct(keys[0])


def _string_type(left: object, keys: Keys) -> Type:
    if not 1 <= len(keys) <= 2:
        raise Refusal(string_index_count(len(keys)))
    return model.String(None, _size(0, keys))


def _pattern(left: object, keys: Keys) -> Type:
    assert isinstance(left, Type)
    _check(left, keys, 1, inf, "String or Regexp or Pattern-Type or Regexp-Type", str, Regexp, model.Pattern, model.Regexp)
    return construct.pattern(keys)


def _uri(left: object, keys: Keys) -> Type:
    if len(keys) != 1:
        raise _arity("URI-Type", 1, None, len(keys))
    if not is_uri_parameter(keys[0]):
        raise _not_a_type("URI", keys[0], 0)
    return uri_type(keys[0])


def _optional(left: object, keys: Keys) -> Type:
    if len(keys) == 1 and isinstance(keys[0], str):
        return model.Optional(model.String(keys[0]))
    return model.Optional(_one_type("Optional", keys))


def _not_undef(left: object, keys: Keys) -> Type:
    if not keys:
        return model.NotUndef()
    if len(keys) > 1:
        raise _arity("NotUndef-Type", 0, 1, len(keys))
    if isinstance(keys[0], str):
        return model.NotUndef(model.String(keys[0]))
    if not isinstance(keys[0], Type):
        raise Refusal(bad_not_undef(ruby_class(keys[0])), 0)
    return model.NotUndef(keys[0])


def _around(name: str, make: Callable[[Type], Type]) -> Callable[[object, Keys], Type]:
    return lambda left, keys: make(_one_type(name, keys))


def _init(left: object, keys: Keys) -> Type:
    if not keys or not isinstance(keys[0], Type):
        raise _not_a_type("Init", keys[0] if keys else None, 0)
    return model.Init(keys[0], keys[1:])


def _runtime(left: object, keys: Keys) -> Type:
    assert isinstance(left, Type)
    if len(keys) != 2:
        raise _arity(left, 1, 2, len(keys))
    _check(left, keys, 2, 2, "String or String", str)
    return model.Runtime(str(keys[0]), keys[1])


def _integer(left: object, keys: Keys) -> Type:
    if not 1 <= len(keys) <= 2:
        raise Refusal(range_arity("Integer", len(keys)))
    for index, key in enumerate(keys):
        if key is not DEFAULT and key.__class__ is not int:
            raise Refusal(bad_range("Integer", "integers", ruby_class(key)), index)
    return construct.size(*keys)


def _float(left: object, keys: Keys) -> Type:
    if not 1 <= len(keys) <= 2:
        raise Refusal(range_arity("Float", len(keys)))
    for index, key in enumerate(keys):
        if key is not DEFAULT and key.__class__ not in (int, float):
            raise Refusal(bad_range("Float", "floats, or integers", ruby_class(key)), index)
    return model.Float(*[float(key) if isinstance(key, int | float) else None for key in keys])


def _hash_type(left: object, keys: Keys) -> Type:
    if len(keys) == 2 and keys[0].__class__ is int and keys[1].__class__ is int:
        return model.Hash(model.ANY, model.ANY, construct.size(*keys))
    for index, key in enumerate(keys[:2]):
        if not isinstance(key, Type):
            raise _not_a_type("Hash", key, index)
    if not 2 <= len(keys) <= 4:
        raise _arity("Hash-Type", 2, 4, len(keys))
    size: model.Integer | None = None
    if len(keys) == 3:
        if isinstance(keys[2], model.Integer):
            size = keys[2]
        else:
            size = construct.size(keys[2])
    elif len(keys) == 4:
        size = _size(2, keys[2:])
    assert isinstance(keys[0], Type) and isinstance(keys[1], Type)
    return model.Hash(keys[0], keys[1], size)


def _collection(left: object, keys: Keys) -> Type:
    if not 1 <= len(keys) <= 2:
        raise _arity("Collection-Type", 1, 2, len(keys))
    return model.Collection(_size(0, keys))


def _array_type(left: object, keys: Keys) -> Type:
    if not 1 <= len(keys) <= 3:
        raise _arity("Array-Type", 1, 3, len(keys))
    if isinstance(keys[0], Type):
        return model.Array(keys[0], _size(1, keys[1:]) if len(keys) > 1 else None)
    if len(keys) == 2:
        return model.Array(model.ANY, _size(0, keys))
    raise _not_a_type("Array", keys[0], 0)


def _object(left: object, keys: Keys) -> Type:
    assert isinstance(left, Object)
    if left.name is not None:
        return extension(left, keys)
    if len(keys) != 1:
        raise _arity("Object-Type", 1, None, len(keys))
    return object_type(keys[0])


def _type_set(left: object, keys: Keys) -> Type:
    if len(keys) != 1:
        raise _arity("TypeSet-Type", 1, None, len(keys))
    return TypeSet(init=keys[0] if isinstance(keys[0], Hash) else None)


TYPES: dict[type, Callable[[object, Keys], Type]] = {
    model.Regexp: _regexp,
    model.Boolean: _boolean,
    model.Enum: _enum,
    model.Variant: _variant,
    model.SemVer: _semver,
    model.Timestamp: _time(model.Timestamp),
    model.Timespan: _time(model.Timespan),
    model.Tuple: _tuple,
    model.Callable: _callable,
    model.Struct: _struct,
    model.String: _string_type,
    model.Pattern: _pattern,
    model.URI: _uri,
    model.Optional: _optional,
    model.Sensitive: _around("Sensitive", model.Sensitive),
    model.NotUndef: _not_undef,
    model.TypeType: _around("Type", model.TypeType),
    model.Init: _init,
    model.Iterable: _around("Iterable", model.Iterable),
    model.Iterator: _around("Iterator", model.Iterator),
    model.Runtime: _runtime,
    model.Integer: _integer,
    model.Float: _float,
    model.Hash: _hash_type,
    model.Collection: _collection,
    model.Array: _array_type,
    Object: _object,
    TypeSet: _type_set,
}
UNFLATTENED = frozenset({model.Callable, model.Struct, model.Init})
"""Types whose keys are not flattened."""
